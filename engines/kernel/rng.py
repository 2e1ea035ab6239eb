"""Fair dice: every draw is a keyed hash of a counter, so that a published seed lets anybody redo every shuffle and roll.

State is the secret 256-bit seed and how many blocks were drawn. The hash of the seed is published when a game starts and the seed when it
ends; with fewer bits the hash itself would give the decks away.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

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
    """

    def __init__(
        self, seed: bytes, picks: dict[str, list[str]] | None = None, orders: dict[str, list[list[str]]] | None = None, drawn: int = 0
    ) -> None:
        super().__init__(seed, drawn)
        self.picks = picks or {}
        self.orders = orders or {}

    def pick(self, items: Sequence[T], why: str = "") -> T:
        script = self.picks.get(why)
        if not script:
            return super().pick(items, why)
        wanted = script.pop(0)
        self.drawn += 1
        for item in items:
            if str(item) == wanted:
                return item
        raise ValueError(f"the script wants {wanted!r} for {why!r}, which is none of {[str(i) for i in items]}")

    def shuffle(self, items: MutableSequence[T], why: str = "") -> None:
        script = self.orders.get(why)
        if not script:
            return super().shuffle(items, why)
        wanted = script.pop(0)
        self.drawn += 1
        if sorted(map(str, items)) != sorted(wanted):
            raise ValueError(f"the script wants {wanted} for {why!r}, but there are {[str(i) for i in items]}")
        pool = list(items)
        for place, name in enumerate(wanted):
            items[place] = pool.pop(next(i for i, item in enumerate(pool) if str(item) == name))
        return None
