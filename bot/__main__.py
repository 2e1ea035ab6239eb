"""The commands of Mailboat: `python -m bot COMMAND`, or `mailboat COMMAND`."""

from __future__ import annotations

import typer

from bot.commands import live, picture, playthrough, record, scenario, simulate

app = typer.Typer(
    help="Mailboat: board games by post on Discord.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    live.run,
    live.play,
    live.migrate,
    simulate.simulate,
    scenario.scenario,
    playthrough.playthrough,
    picture.render,
    record.export,
    record.verify,
):
    app.command()(command)


def main() -> None:
    """Run the command that the arguments name."""
    app()


if __name__ == "__main__":
    main()
