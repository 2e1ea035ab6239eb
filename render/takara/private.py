"""What one player knows: the tunnels with the cards this player has seen, and the last look in words."""

from __future__ import annotations

from engines.kernel.text import Text, each, text
from engines.takara.components import CARDS
from engines.takara.view import View
from render.kit import fills, pieces, type
from render.kit.box import Box
from render.kit.canvas import Canvas
from render.kit.palette import IVORY, Takara
from render.takara import layout, shafts
from render.takara.scene import LEAST, Scene


def knowledge(scene: Scene) -> Canvas:
    """§12 Private picture."""
    view = scene.view
    canvas = Canvas(layout.WIDTH, layout.PRIVATE_HEIGHT)
    _, low = canvas.box.rows(layout.WORLD, 1.0)
    plan = layout.private()
    canvas.backdrop("takara_private")
    shafts.section(canvas, scene, plan)
    if view.survey is not None:
        pieces.changed(canvas, plan.shafts[view.survey.tunnel - 1].well.inset(-3, 0))
    sheet = low.inset(18, 14)
    with canvas.at("look"):
        pieces.panel(canvas, sheet, fills.down(Takara.LINEN, Takara.PARCHMENT), 16)
        seal, words = sheet.inset(22, 12).columns(64, 1.0, gap=22)
        _seal(canvas, scene, seal)
        title, said = telling(scene)
        head, body = words.rows(46, 1.0, gap=2)
        canvas.text(head, title, type.BODY + 2, Takara.RUST_DARK, squeeze=0.85)
        canvas.text(body, said, LEAST + 2, Takara.INK, "regular", valign="top", lines=3)
    return canvas


def _seal(canvas: Canvas, scene: Scene, box: Box) -> None:
    """Whose knowledge it is, and that it is nobody else's."""
    assert scene.view.viewer is not None
    scene.pawn(canvas, box.place(58, 58, 0.5, 0.06), scene.view.viewer)
    eye = box.place(54, 54, 0.5, 0.94)
    canvas.circle(eye, Takara.DEEP_DARK.alpha(0.9))
    canvas.icon(eye.inset(7), "eye", IVORY)


def telling(scene: Scene) -> tuple[str, str]:
    """Title and sentence about the open survey, or else about the last look."""
    title, *rest = map(scene.words.say, telling_texts(scene.view))
    return title, " ".join(rest)


def telling_texts(view: View) -> tuple[Text, ...]:
    """The same, not yet in a language: the title first."""
    if view.survey is not None:
        key = "takara.picture.survey.monster" if view.survey.monster else "takara.picture.survey.on"
        seen = (cards_seen(view.survey.seen),) if view.survey.seen else ()
        return text("takara.picture.survey", tunnel=view.survey.tunnel), *seen, text(key, n=view.survey.further)
    if view.look is None:
        return text("takara.picture.look.title"), text("takara.picture.look.none")
    return text("takara.picture.look", tunnel=view.look.tunnel), cards_seen(view.look.seen)


def cards_seen(seen: tuple[tuple[int, str], ...]) -> Text:
    """The cards in words, each with its position."""
    return text(
        "takara.picture.seen",
        cards=each(text("takara.picture.position", position=at, card=CARDS[card].noun) for at, card in seen),
    )
