"""What a host sets, and is told when it is wrong."""

import stat
from pathlib import Path

import pytest

from bot.settings import BadSettings, read

# Three parts of the right lengths; no such bot exists.
TOKEN = ".".join(("M" * 24, "G" * 6, "x" * 27))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` and no variables of the machine count here."""
    monkeypatch.chdir(tmp_path)
    for name in ("TOKEN", "DATA", "DATABASE", "LOG_LEVEL", "LOG_FORMAT"):
        monkeypatch.delenv(f"MAILBOAT_{name}", raising=False)


def test_nothing_need_be_set_but_the_token(tmp_path: Path) -> None:
    """Data lie in `data`, which nobody else can read; the database is a file in it."""
    settings = read()
    assert settings.data == Path("data")
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    assert settings.url == f"sqlite+aiosqlite:///{tmp_path / 'data' / 'mailboat.db'}"
    with pytest.raises(BadSettings, match="MAILBOAT_TOKEN: is not set"):
        _ = settings.secret


def test_a_file_env_counts_and_the_environment_counts_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The token may stand in `.env`; a variable of the environment wins."""
    (tmp_path / ".env").write_text(f"MAILBOAT_TOKEN={TOKEN}\nMAILBOAT_LOG_LEVEL=debug\n", "utf-8")
    monkeypatch.setenv("MAILBOAT_LOG_LEVEL", "warning")
    settings = read()
    assert settings.secret == TOKEN
    assert settings.log_level == "warning"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKEN", "not a token"),
        ("DATABASE", "mysql://somewhere"),
        ("DATABASE", "postgresql+asyncpg://me:hidden@somewhere:port/x"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_variable(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host reads which variable is wrong and why, and the line repeats no value, which might be a secret."""
    monkeypatch.setenv(f"MAILBOAT_{name}", value)
    with pytest.raises(BadSettings) as told:
        read()
    line = str(told.value)
    assert line.startswith(f"MAILBOAT_{name}: ")
    assert "\n" not in line
    assert value not in line


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants PostgreSQL without its driver reads what to install."""
    monkeypatch.setattr("bot.settings.find_spec", {}.get)
    monkeypatch.setenv("MAILBOAT_DATABASE", "postgresql+asyncpg://somewhere/x")
    with pytest.raises(BadSettings, match="MAILBOAT_DATABASE: needs the package asyncpg"):
        read()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder in the place of a file ends in one line too."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("MAILBOAT_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(BadSettings, match="MAILBOAT_DATA: "):
        read()


def test_the_token_shows_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing the settings does not print the token."""
    monkeypatch.setenv("MAILBOAT_TOKEN", TOKEN)
    assert TOKEN not in repr(read())
    assert TOKEN not in str(read())
