"""The picture in one breath: what a player would want to hear first, then the rest, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.text import Text, Who, each, text
from engines.takara.components import RULE, STONES
from engines.takara.view import PlayerView, View
from render.kit.words import LONGEST_ALT, Words, cut, length
from render.takara.board import deed_line, ranked, stones, top_line, tunnel_line, village_lines
from render.takara.private import telling_texts


def alt(view: View, words: Words, *, whole: bool = False) -> str:
    """Whose turn, how near the end, tops of tunnels, the players, the last deeds, the village: as far as there is room.

    Of what one player knows it tells the last look and the tunnels; whole: of the whole board for that player, both.
    """
    said = ""
    for part in _parts(view, whole=whole):
        more = words.say(part).replace("**", "")
        joined = f"{said}\n{more}" if said else more
        if length(joined) > LONGEST_ALT:
            return said or cut(more)
        said = joined
    return said


def _parts(view: View, *, whole: bool) -> Iterator[Text]:
    if view.viewer is not None and not whole:
        yield text("takara.alt.mine", who=Who(view.viewer))
        yield from telling_texts(view)
        yield from (tunnel_line(tunnel, "alt") for tunnel in view.tunnels)
        return
    if view.result is None:
        yield text("takara.alt.turn", turn=view.turn, who=Who(view.active))
    else:
        yield text("takara.alt.over", result=text(f"takara.ending.{view.result}"))
        yield from (ranked(view, seat) for seat in sorted(range(len(view.players)), key=lambda seat: view.ranks[seat]))
    found = {"stones": view.stones_found, "of": STONES, "exhausted": view.exhausted, "tunnels": RULE.tunnels}
    yield Text("takara.board.alarm", dict(found))
    if view.warning:
        yield text("takara.board.warning")
    if view.survey is not None:
        yield from telling_texts(view)
    if view.result is None:
        for tunnel in view.tunnels:
            yield top_line(tunnel) if view.viewer is None else tunnel_line(tunnel, "alt")
    yield from (_player(view, player) for player in view.players)
    yield from map(deed_line, view.deeds[-3:])
    yield from village_lines(view)


def _player(view: View, player: PlayerView) -> Text:
    """What a player has and, while the game goes on, how many adventurers can still act."""
    owned = [text("takara.alt.kara", kara=player.kara), text("takara.alt.xp", xp=player.xp)]
    if player.stones:
        owned.append(stones(player))
    if view.result is None:
        owned.append(text("takara.alt.ready", n=sum(one.place == "camp" for one in player.adventurers)))
    return text("takara.alt.player", who=Who(player.seat), owned=each(owned))
