"""Fair dice: every draw is a keyed hash of a counter, so that a published seed lets anybody redo every draw.

State is the secret 256-bit seed and how many blocks were drawn. The hash of the seed is published when a game starts
and the seed when it ends; with fewer bits the hash itself would give the decks away.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

SEED_BYTES = 32
_BLOCK_BITS = 64


def commitment(seed: bytes) -> str:
    """What is published of the seed before it may be known: its SHA-256, in hexadecimal."""
    return sha256(seed).hexdigest()


class Rng:
    """The only source of chance in a game. `drawn` counts blocks; a draw is a barrier to taking back."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self.drawn = drawn

    def below(self, n: int, why: str = "") -> int:
        """A number from 0 to n - 1, each equally likely. why: what it is for (a script may answer it instead)."""
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        # Blocks above the largest multiple of n are thrown away: taking them modulo n would favour small numbers.
        ceiling = (1 << _BLOCK_BITS) - (1 << _BLOCK_BITS) % n
        while True:
            block = self._block()
            if block < ceiling:
                return block % n

    def pick(self, items: Sequence[T], why: str = "") -> T:
        """One of the items."""
        return items[self.below(len(items), why)]

    def shuffle(self, items: MutableSequence[T], why: str = "") -> None:
        """Put the items into a random order, in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, why)
            items[last], items[other] = items[other], items[last]

    def _block(self) -> int:
        digest = blake2b(self.drawn.to_bytes(8, "big"), key=self._seed, digest_size=_BLOCK_BITS // 8).digest()
        self.drawn += 1
        return int.from_bytes(digest, "big")


class ScriptedRng(Rng):
    """Chance with a script: what is written for a purpose comes first, in order; then the seed goes on.

    picks: purpose → the results to give, in order (compared with `str`, so that a scenario file can name them).
    orders: purpose → the whole orders that shuffles are to give, in order.
    What was given once is given again when the match goes back to before it, as the seed would. Raises ValueError if
    the script asks for
    what cannot come.
    """

    def __init__(
        self,
        seed: bytes,
        picks: Mapping[str, Sequence[str]] | None = None,
        orders: Mapping[str, Sequence[Sequence[str]]] | None = None,
        drawn: int = 0,
    ) -> None:
        super().__init__(seed, drawn)
        self._picks = {why: list(results) for why, results in (picks or {}).items()}
        self._orders = {why: [list(order) for order in them] for why, them in (orders or {}).items()}
        self._given: dict[int, Any] = {}

    @property
    def unused(self) -> tuple[str, ...]:
        """The purposes for which something is still written that nobody has asked for."""
        return tuple(why for script in (self._picks, self._orders) for why, rest in script.items() if rest)

    def below(self, n: int, why: str = "") -> int:
        wanted = self._next(self._picks, why)
        return super().below(n, why) if wanted is None else self._find(range(n), wanted, why)

    def pick(self, items: Sequence[T], why: str = "") -> T:
        wanted = self._next(self._picks, why)
        return super().pick(items, why) if wanted is None else items[self._find(items, wanted, why)]

    def shuffle(self, items: MutableSequence[T], why: str = "") -> None:
        wanted = self._next(self._orders, why)
        if wanted is None:
            super().shuffle(items, why)
            return
        if sorted(map(str, items)) != sorted(wanted):
            raise ValueError(f"the script wants {wanted} for {why!r}, but there are {[str(i) for i in items]}")
        pool = list(items)
        for place, name in enumerate(wanted):
            items[place] = pool.pop(self._find(pool, name, why))

    def _next(self, script: dict[str, list[U]], why: str) -> U | None:
        """What is written next, or was given at this point before; it counts as one block. None: nothing."""
        if self.drawn in self._given:
            wanted: U = self._given[self.drawn]
        elif script.get(why):
            wanted = self._given[self.drawn] = script[why].pop(0)
        else:
            return None
        self.drawn += 1
        return wanted

    @staticmethod
    def _find(items: Sequence[Any], wanted: str, why: str) -> int:
        for place, item in enumerate(items):
            if str(item) == wanted:
                return place
        raise ValueError(f"the script wants {wanted!r} for {why!r}, which is none of {[str(i) for i in items]}")
