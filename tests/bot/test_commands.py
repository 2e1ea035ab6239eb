"""The commands: what they print, how they end, and that a mistake is one line."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from bot.__main__ import app
from engines import GAMES
from engines.desk import record
from engines.kernel.match import Action, Match
from engines.kernel.rng import Rng, commitment
from engines.kernel.simulate import seed_of
from engines.kernel.standin import random_choice

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "engines" / "takara" / "scenarios"


def mailboat(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def one_line(result: Result) -> str:
    """The one line on standard error of a user's mistake."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_simulate_prints_one_object_and_ends_well() -> None:
    result = mailboat("simulate", "takara", "--seats", 3, "--games", 2, "--seed", 1)
    said = json.loads(result.stdout)
    assert result.exit_code == 0
    assert list(said) == ["games", "finished", "actions", "actions_per_second", "outcomes", "faults"]
    assert (said["games"], said["finished"], said["faults"]) == (2, 2, [])
    assert sum(said["outcomes"].values()) == 2


def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    def played(seed: int) -> object:
        said = json.loads(mailboat("simulate", "takara", "--seats", 2, "--seed", seed).stdout)
        return said["actions"], said["outcomes"]

    assert played(5) == played(5)
    assert len({str(played(seed)) for seed in range(5)}) > 1


def test_simulate_takes_options() -> None:
    options = ("--option", "mimic_injury=true", "--option", "xp_tokens=six")
    assert mailboat("simulate", "takara", "--seats", 2, *options).exit_code == 0


def test_simulate_with_faults_tells_them_and_ends_badly(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: object, state: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(GAMES["takara"]), "check", broken)
    result = mailboat("simulate", "takara", "--seats", 2, "--games", 2, "--check")
    assert result.exit_code == 1
    assert all("ZeroDivisionError" in fault for fault in json.loads(result.stdout)["faults"])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("simulate", "chess", "--seats", 2), "there is no game 'chess'; there are: aerion, fractured_sky, takara"),
        (("simulate", "takara", "--seats", 9), "--seats 9: takara is for 2 to 4"),
        (("simulate", "takara", "--seats", 2, "--option", "gold=7"), "--option gold=7: expected key=value"),
        (("simulate", "takara", "--seats", 2, "--option", "xp_tokens=7"), "xp_tokens is one of per_player, six"),
        (("render", "takara", "--seats", 2, "--out", "x", "--viewer", 3), "--viewer 3: the seats are 1 to 2"),
        (("render", "takara", "--seats", 2, "--out", "x", "--lang", "fr"), "--lang fr: one of en, ja"),
        (("render", "takara", "--seats", 2, "--out", "/nowhere/x"), "--out /nowhere/x: No such file or directory"),
        (("playthrough", "/nowhere/x"), "/nowhere/x: No such file or directory"),
        (("play", "--users", "Ana,Ana"), "--users"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: tuple[object, ...], why: str) -> None:
    assert why in one_line(mailboat(*arguments))


def test_run_without_a_token_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAILBOAT_TOKEN", raising=False)
    assert "MAILBOAT_TOKEN" in one_line(mailboat("run"))


def test_scenarios_are_told_one_a_line() -> None:
    result = mailboat("scenario", SCENARIOS / "E03.toml", SCENARIOS / "E04.toml")
    assert result.exit_code == 0
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [["ok", "E03"], ["ok", "E04"]]


def test_a_scenario_that_fails_tells_the_first_difference_and_the_others_still_run(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text((SCENARIOS / "E03.toml").read_text("utf-8").replace("P1.kara = 2", "P1.kara = 3"), "utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "takara"\n[[scenario]]\nname = "x"\nstep = [{ does = "P1 dig 1" }]\n', "utf-8")
    result = mailboat("scenario", wrong, broken, SCENARIOS / "E03.toml")
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert re.fullmatch(r"FAILED  wrong  .*: step 1 \(P1 dig 1\): then\.P1\.kara: expected 3, found 2", first)
    assert last.startswith("ok      E03")
    assert result.stderr.count("\n") == 1
    assert "scenario[0].step[0]" in result.stderr


def test_a_picture_is_written_and_described(tmp_path: Path) -> None:
    out = tmp_path / "board"
    result = mailboat("render", "takara", "--seats", 3, "--seed", 7, "--actions", 20, "--lang", "ja", "--out", out)
    said = json.loads(result.stdout)
    assert list(said) == ["width", "height", "bytes", "draw_ms", "encode_ms", "alt"]
    assert said["bytes"] == out.stat().st_size
    with Image.open(out) as image:
        assert image.size == (said["width"], said["height"])
    again = json.loads(mailboat("render", "takara", "--seats", 3, "--out", tmp_path / "own", "--viewer", 2).stdout)
    assert again["bytes"] > 0


def test_a_game_with_an_option_is_simulated_drawn_and_played(tmp_path: Path) -> None:
    """`simulate`, `render` and `playthrough` take options that change what lies on the table."""
    path, option = tmp_path / "game.txt", ("--option", "hellkite=hard")
    assert json.loads(mailboat("simulate", "aerion", "--seats", 1, *option).stdout)["faults"] == []
    drawn = mailboat("render", "aerion", "--seats", 1, "--actions", 5, "--out", tmp_path / "x", *option)
    assert "Hellkite" in json.loads(drawn.stdout)["alt"]
    path.write_text("aerion --seats 1 --seed 3 --option hellkite=hard\n", "utf-8")
    assert mailboat("playthrough", "--accept", path).exit_code == 0
    assert mailboat("playthrough", path).stdout == f"{path}: ok\n"


@pytest.mark.parametrize(("lang", "names"), [("en", ("Black AI", "Orange AI")), ("ja", ("黒AI", "オレンジAI"))])
def test_seats_that_nobody_has_have_the_game_s_names(tmp_path: Path, lang: str, names: tuple[str, ...]) -> None:
    """`render` calls people and automated opponents what the table calls them."""
    drawn = mailboat("render", "fractured_sky", "--seats", 1, "--lang", lang, "--out", tmp_path / "x")
    alt = json.loads(drawn.stdout)["alt"]
    assert all(name in alt for name in ("Ana", *names))
    assert "Ben" not in alt


def recorded(actions: int) -> bytes:
    """The record of the beginning of a game, its seed revealed."""
    game, seed = GAMES["takara"], seed_of("record")
    options = {spec.key: spec.default for spec in game.options}
    match = Match.new(game, 2, options, seed)
    players, played = Rng(seed_of("players")), []
    for _ in range(actions):
        decision, answer = random_choice(match.pending, players)
        turn = match.act(Action(decision.seat, decision.verb, answer))
        played.append(
            record.Played(turn.serial, decision.seat, decision.verb, answer, False, game.rules, match.digest())
        )
    return record.write(
        record.Record(
            record.FORMAT, game.slug, game.rules, options, 2, "joining", (0, 1), commitment(seed), False, seed.hex(),
            tuple(played),
        )
    )  # fmt: skip


def test_a_record_is_verified_and_a_forged_one_found_out(tmp_path: Path) -> None:
    good, forged, junk = tmp_path / "good", tmp_path / "forged", tmp_path / "junk"
    good.write_bytes(recorded(20))
    told = json.loads(recorded(20))
    told["actions"][7]["digest"] = "0" * 32
    forged.write_text(json.dumps(told), "utf-8")
    junk.write_text("{}", "utf-8")
    assert mailboat("verify", good).stdout == f"{good}: ok\n"
    result = mailboat("verify", good, forged, junk, tmp_path / "none")
    assert result.exit_code == 1
    assert [line.split(": ")[1].split()[0] for line in result.stdout.splitlines()] == ["ok", *["FAILED"] * 3]
    assert "action 8" in result.stdout


def test_an_unknown_match_cannot_be_exported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path))
    assert "no-such-match" in one_line(mailboat("export", "no-such-match"))


def test_migrate_makes_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path / "new"))
    assert mailboat("migrate").exit_code == 0
    assert (tmp_path / "new" / "mailboat.db").exists()


@pytest.mark.parametrize("command", [("migrate",), ("export", "x")])
def test_a_database_that_cannot_be_is_told_in_one_line(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path))
    for url, why in [
        ("sqlite+aiosqlite:////dev/null/x.db", "/dev/null"),
        (f"sqlite+aiosqlite:///{tmp_path}", "the database: "),
        ("mysql://x", "MAILBOAT_DATABASE"),
    ]:
        monkeypatch.setenv("MAILBOAT_DATABASE", url)
        assert why in one_line(mailboat(*command))


def test_a_newer_database_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A host who goes back to an older release is told, and the database stays as it is."""
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path))
    assert mailboat("migrate").exit_code == 0
    with closing(sqlite3.connect(tmp_path / "mailboat.db", isolation_level=None)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "9999" in one_line(mailboat("migrate"))


def test_playthroughs_are_compared_and_accepted(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("takara --seats 2 --seed 3\n", "utf-8")
    assert mailboat("playthrough", path).exit_code == 1
    assert mailboat("playthrough", "--accept", path).stdout == f"{path}: written\n"
    assert mailboat("playthrough", path).stdout == f"{path}: ok\n"
    path.write_text(path.read_text("utf-8").replace("(for good)", "", 1), "utf-8")
    assert "FAILED  line" in mailboat("playthrough", path).stdout


@pytest.mark.parametrize("recipe", ["", "takara", "chess --seats 2 --seed 1", "takara --seats 2 --seed x", "'"])
def test_a_bad_recipe_is_told_in_one_line(recipe: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{recipe}\n", "utf-8")
    one_line(mailboat("playthrough", path))
