"""A bounded store of baked things: masks, sprites, layers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Baked = TypeVar("Baked")


class Cache(Generic[Baked]):
    """Keeps the most recently used things up to a weight; what falls out is baked anew when it is wanted again.

    Safe to share between threads. Two threads that miss at once both bake; the results are equal, so either may stay.
    """

    def __init__(self, limit: int, weigh: Callable[[Baked], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._held: OrderedDict[Hashable, Baked] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def get(self, key: Hashable, bake: Callable[[], Baked]) -> Baked:
        """The thing of this key."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        made = bake()
        with self._lock:
            if key not in self._held:
                self._held[key] = made
                self._weight += self._weigh(made)
            while self._weight > self._limit and len(self._held) > 1:
                _, gone = self._held.popitem(last=False)
                self._weight -= self._weigh(gone)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()
            self._weight = 0
