"""Fair dice: uniform, reproducible by anybody, published first as a hash and later as a seed."""

from collections import Counter
from hashlib import blake2b, sha256
from itertools import permutations

import pytest

from engines.kernel.rng import Rng, ScriptedRng, commitment
from tests.engines.kernel.toys import SEED


def test_the_same_seed_gives_the_same_draws() -> None:
    """Known answers: whoever reads only this can redo every draw of a game with the published seed."""
    rng = Rng(SEED)
    assert [rng.below(6) for _ in range(12)] == [rederive(6, n) for n in range(12)]
    assert rng.drawn == 12
    assert [Rng(SEED, drawn=n).below(1000) for n in range(4)] == [rederive(1000, n) for n in range(4)]


def rederive(n: int, block: int) -> int:
    digest = blake2b(block.to_bytes(8, "big"), key=SEED, digest_size=8).digest()
    return int.from_bytes(digest, "big") % n


def test_known_vectors_never_change() -> None:
    rng = Rng(SEED)
    cards = list(range(10))
    dice = [rng.below(6) for _ in range(10)]
    rng.shuffle(cards)
    assert (dice, cards, rng.drawn) == (DICE, CARDS, 19)


DICE = [0, 5, 2, 0, 3, 1, 2, 3, 1, 2]
CARDS = [2, 1, 0, 9, 6, 4, 8, 3, 7, 5]


def test_every_number_is_equally_likely() -> None:
    rng = Rng(SEED)
    for n in (2, 3, 6, 7, 10):
        counts = Counter(rng.below(n) for _ in range(3000))
        assert sorted(counts) == list(range(n))
        chi = sum((count - 3000 / n) ** 2 / (3000 / n) for count in counts.values())
        assert chi < n + 6 * (2 * n) ** 0.5


def test_no_number_is_favoured_by_a_remainder() -> None:
    """With n just over half the range of a block, plain remainders would give the lower third twice as often."""
    n = 3 << 62
    rng = Rng(SEED)
    draws = [rng.below(n) for _ in range(900)]
    assert rng.drawn > 900
    thirds = Counter(draw * 3 // n for draw in draws)
    assert all(240 < thirds[third] < 360 for third in range(3))


def test_every_order_is_equally_likely() -> None:
    rng = Rng(SEED)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert all(55 < count < 150 for count in counts.values())


def test_drawing_is_noted() -> None:
    rng = Rng(SEED)
    rng.pick("abc")
    assert rng.drawn == 1
    rng.shuffle([1])
    assert rng.drawn == 1


def test_draws_that_make_no_sense_are_errors() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Rng(SEED).below(0)
    with pytest.raises(ValueError, match="32 bytes"):
        Rng(b"short")


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()


def test_a_script_comes_first_then_the_seed() -> None:
    rng = ScriptedRng(SEED, {"die": ["sword", "6"]}, {"deck": [["c", "a", "a"]]})
    deck = ["a", "a", "c"]
    rng.shuffle(deck, "deck")
    assert deck == ["c", "a", "a"]
    assert rng.pick(["sword", "hospital"], "die") == "sword"
    assert list(rng.unused) == ["die"]
    assert rng.below(8, "die") == 6
    assert not list(rng.unused)
    assert rng.drawn == 3
    assert rng.below(1000, "die") == Rng(SEED, drawn=3).below(1000)


def test_what_a_script_gave_is_given_again() -> None:
    rng = ScriptedRng(SEED, {"die": ["6", "1"]})
    assert [rng.pick("123456", "die") for _ in range(2)] == ["6", "1"]
    rng.drawn = 0
    assert [rng.pick("123456", "die") for _ in range(2)] == ["6", "1"]


@pytest.mark.parametrize("wanted", [["a", "b"], ["a", "a", "b"], []])
def test_a_script_that_asks_for_what_cannot_come_is_an_error(wanted: list[str]) -> None:
    with pytest.raises(ValueError, match="deck"):
        ScriptedRng(SEED, orders={"deck": [wanted]}).shuffle(["a", "b", "c"], "deck")
    with pytest.raises(ValueError, match="die"):
        ScriptedRng(SEED, {"die": ["7"]}).pick("123456", "die")
