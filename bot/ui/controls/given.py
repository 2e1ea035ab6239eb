"""What somebody has answered already, while it can still be changed."""

from __future__ import annotations

from bot.ui import drafts
from bot.ui.controls import levels
from bot.ui.speech import Voice
from engines.kernel.decision import Amount, Decision, Pick, Spread, Steps


def given_words(decision: Decision, voice: Voice) -> str | None:
    """The answer that was given, as its controls would have said it; None if there is none."""
    given = decision.given
    if given is None:
        return None
    if isinstance(decision, Pick):
        said = [levels.full_label(decision.option(key), voice) for key in given]
    elif isinstance(decision, Steps):
        stages = drafts.walk(drafts.meant("", decision, given, decision.asked).state, decision).chosen
        said = [levels.full_label(option, voice) for stage in stages for option in stage]
    elif isinstance(decision, Spread):
        spread = zip(decision.places, decision.accept(given), strict=True)
        said = [f"{voice.say(place.label)} {number}" for place, number in spread if number]
    else:
        assert isinstance(decision, Amount), "no other kinds of questions"
        said = [str(number) for number in given]
    return voice.join(said) if said else voice.say("bot.button.none")
