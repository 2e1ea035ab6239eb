"""§9 End of the game: the end test, scores and ranks."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Outcome, Score
from engines.takara.components import RULE, STONES, TOKEN, TREASURES
from engines.takara.state import Ending, Player, State, T, add_results, exhausted, stones_found, who
from engines.takara.survey import settle_survey
from engines.takara.view import Result


def end_test(t: T) -> None:
    """§9 END TEST after every completed action, the three tests in their order (R27, R29); all gains count (R33)."""
    state = t.state
    found, dry = stones_found(state), exhausted(state)
    if found == STONES:
        one_has_both = any(len(player.stones) == STONES for player in state.players)
        state.result = Ending.BOTH_ONE_PLAYER if one_has_both else Ending.BOTH_SPLIT
    elif found == 1 and dry >= RULE.end_tunnels_one_stone:
        state.result = Ending.ONE_STONE
        discard_the_stone(state)
    elif found == 0 and dry >= RULE.end_tunnels_no_stone:
        state.result = Ending.NO_STONE
    if state.result is not None:
        add_results(t, Result("ended"))
        t.tell(f"takara.end.{state.result}", who=who(t))


def stop(t: T) -> Outcome:
    """§9 `stopped`: the table agrees to end it as it stands. An action that is under way takes effect as it is."""
    state = t.state
    if state.survey is not None:
        settle_survey(state)
    state.map_choice = None
    state.result = Ending.STOPPED
    if stones_found(state) == 1:
        discard_the_stone(state)
    t.tell("takara.end.stopped")
    return outcome(state)


def discard_the_stone(state: State) -> None:
    """§9 `one_stone`, `stopped`: the stone is discarded, worth nothing (R30)."""
    for player in state.players:
        state.discard.extend(player.stones)
        player.stones.clear()


def xp_without_kara(player: Player) -> int:
    """§9 The tie-break value: XP items, tokens, kept map and skull; no kara, no stones (R28)."""
    kept_map = TREASURES["map"].end_xp * player.map_kept
    return (
        sum(item.xp for item in player.items)
        + TOKEN.value * player.tokens
        + kept_map
        + TREASURES["skull"].end_xp * player.skull
    )


def score(state: State, player: Player) -> Score:
    """§9 Score of a player, part by part; scores may be negative."""
    stones = RULE.stone_xp * len(player.stones) if state.result in (Ending.BOTH_ONE_PLAYER, Ending.BOTH_SPLIT) else 0
    parts = (
        ("items", sum(item.xp for item in player.items)),
        ("tokens", TOKEN.value * player.tokens),
        ("map", TREASURES["map"].end_xp * player.map_kept),
        ("skull", TREASURES["skull"].end_xp * player.skull),
        ("kara", player.kara // RULE.kara_per_end_xp),
        ("stones", stones),
    )
    return Score(sum(points for _, points in parts), xp_without_kara(player), parts)


def outcome(state: State) -> Outcome:
    """§9 Ranks: standard competition ranking, everybody of rank 1 wins (R28)."""
    assert state.result is not None
    scores = tuple(score(state, player) for player in state.players)
    everybody_loses = state.result is Ending.NO_STONE
    ranks = ranking(state, scores)
    won = tuple(place == 1 and not everybody_loses for place in ranks)
    return Outcome(state.result, ranks, won, scores, scores_void=everybody_loses)


def ranking(state: State, scores: tuple[Score, ...]) -> tuple[int, ...]:
    """§9 Nobody wins without a stone; whoever has both wins; else the higher score."""
    if state.result is Ending.NO_STONE:
        return (len(scores),) * len(scores)
    if state.result is Ending.BOTH_ONE_PLAYER:
        finder = next(seat for seat, player in enumerate(state.players) if len(player.stones) == STONES)
        behind = [s for seat, s in enumerate(scores) if seat != finder]
        return tuple(1 if seat == finder else 1 + rank(s, behind) for seat, s in enumerate(scores))
    return tuple(rank(s, scores) for s in scores)


def rank(mine: Score, scores: Sequence[Score]) -> int:
    """1 + how many are better; equal in score and tie-break shares a rank."""
    return 1 + sum((other.total, other.tie) > (mine.total, mine.tie) for other in scores)
