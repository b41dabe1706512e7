"""Every verb there is, walked from the command line's own tree: one document, the right exit code.

A verb that is new and has no row here fails the first test.
"""

from __future__ import annotations

import io
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

from nightcrew.cli.main import app, main
from tests.e2e.instants import strange
from tests.fakes import ROOT
from tests.unattended import two_free_ports

Verb = Callable[..., tuple[int, Any]]
FINE, FINDINGS, WRONG_USE, UNREACHABLE = 0, 1, 2, 3
USER = ("--user", "walker")
WHERE = ("--timezone", "Asia/Seoul", "--now", "2026-11-30T12:00:00Z")
BY = ("--author", "content-team", "--reason", "walk")
# What works on files alone, or starts programs of its own that look for the database themselves.
NEEDS_NO_DATABASE = frozenset(
    {
        "crews lint", "crews list", "crews show", "crews schema", "crews export", "crews new",
        "follow-ups preview", "stories coverage", "up", "demo", "stories run", "stories bless",
        "crews import", "crews preview", "crews diff",
    }
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Row:
    """A call of a verb. keep: where in the answer something is that later rows name."""

    verb: str
    arguments: tuple[str, ...] = ()
    code: int = FINE
    problem: str | None = None
    keep: tuple[str, tuple[str | int, ...]] | None = None


def a_row(verb: str, *arguments: str, **parts: Any) -> Row:
    """A row, shorter to write."""
    return Row(verb=verb, arguments=arguments, **parts)


ROWS: tuple[Row, ...] = (
    a_row("keys create", "--scopes", "turn", "--per-second", "5", keep=("key", ("id",))),
    a_row("keys list"),
    a_row("keys revoke", "{key}"),
    a_row("keys first"),
    a_row("doctor"),
    a_row("crews list"),
    a_row("crews show", "travel-mina"),
    a_row("crews lint"),
    a_row("crews schema"),
    a_row("crews preview", "travel-mina", "--say", "제주도 가요"),
    a_row("crews publish", "travel-mina", *BY),
    a_row("crews versions", "travel-mina"),
    a_row("crews diff", "travel-mina"),
    a_row("crews export", "travel-mina", "--out", "{tmp}/mina.json"),
    a_row("crews import", "{tmp}/mina.json", "--id", "travel-walk", *BY),
    a_row("crews new", "travel-new", "--category", "travel"),
    a_row("crews restore", "travel-mina", "1", *BY),
    a_row("turn", "travel-mina", *USER, "--say", "나 땅콩 알레르기 있으니까 기억해 줘",
          keep=("memory", ("memory", "saved", 0))),
    a_row("turn", "travel-mini", *USER, "--say", "hi", code=WRONG_USE, problem="unknown_crew"),
    a_row("chat", "travel-mina", *USER),
    a_row("memory list", *USER),
    a_row("memory forget", "{memory}", *USER),
    a_row("memory restore", "{memory}", *USER),
    a_row("memory export", *USER, "--to", "{tmp}/walker.json"),
    a_row("memory import", "{tmp}/walker.json", "--user", "other"),
    a_row("memory rebuild", *USER, "--crew", "travel-mina"),
    a_row("memory reindex"),
    a_row("memory erase", "{memory}", *USER),
    a_row("memory forget", "not-an-id", *USER, code=WRONG_USE, problem="not_an_id"),
    a_row("follow-ups list", *USER),
    a_row("follow-ups preview", *WHERE, "--local", "2026-11-30T23:30"),
    a_row("follow-ups preview", *WHERE, "--local", "2020-01-01T00:00", code=FINDINGS),
    a_row("knowledge load", "{tmp}/facts.md", "--collection", "walk", "--reviewed-by", "care-team"),
    a_row("knowledge load", "{tmp}/more.md", "--collection", "walk", "--review"),
    a_row("knowledge search", "여권 유효 기간", "--collection", "walk"),
    a_row("knowledge review list", keep=("item", ("items", 0, "id"))),
    a_row("knowledge review accept", "{item}", "--by", "care-team"),
    a_row("knowledge review reject", "{item}", "--by", "care-team", code=WRONG_USE,
          problem="not_waiting"),
    a_row("knowledge research", "여권", "--collection", "walk", code=WRONG_USE,
          problem="search_misconfigured"),
    a_row("knowledge coverage"),
    a_row("price load", "--made", "50"),
    a_row("price ask", "--maker", "현대", "--model", "없는차", "--year", "2021", "--km", "30000",
          code=FINDINGS),
    a_row("run", "retention"),
    a_row("run", "sleepwalk", code=WRONG_USE, problem="unknown_flow"),
    a_row("db upgrade"),
    a_row("db check"),
    a_row("db rewrite"),
    a_row("db backup", "{tmp}/walk.backup"),
    a_row("db restore", "{tmp}/walk.backup", code=WRONG_USE),
    a_row("stories run", "daily-water-contrast"),
    a_row("stories bless", "daily-water-contrast", "--by", "content-team"),
    # The two crews that were just made have lines no story holds.
    a_row("stories coverage", code=FINDINGS),
    a_row("demo", "--script", "{tmp}/no-such.yaml", code=WRONG_USE),
    a_row("serve", "--port", "{taken}", code=WRONG_USE),
    a_row("up", "--port", "{taken}", code=WRONG_USE),
)  # fmt: skip


def leaves(group: Any = None, before: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every verb with its command."""
    for name, command in sorted((group or typer.main.get_command(app)).commands.items()):
        if hasattr(command, "commands"):
            yield from leaves(command, (*before, name))
        else:
            yield " ".join((*before, name)), command


ALL = dict(leaves())


def test_every_verb_has_a_row() -> None:
    assert set(ALL) == {row.verb for row in ROWS}
    assert set(ALL) >= NEEDS_NO_DATABASE


def test_every_verb_answers_with_one_document(
    verb: Verb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("crews", "playbooks"):
        shutil.copytree(ROOT / name, tmp_path / name)
        monkeypatch.setenv(f"NIGHTCREW_{name.upper()}", str(tmp_path / name))
    (tmp_path / "facts.md").write_text("# 여권\n\n여권은 유효 기간이 6개월 넘게 남아야 한다.\n")
    (tmp_path / "more.md").write_text("# 비자\n\n비자가 필요한 나라가 있다.\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        known = {"tmp": str(tmp_path), "taken": str(taken.getsockname()[1])}
        wrong = []
        for row in ROWS:
            monkeypatch.setattr(sys, "stdin", io.StringIO("안녕하세요\n"))
            arguments = [each.format_map(known) for each in row.arguments]
            code, told = verb(*row.verb.split(), *arguments)
            if code != row.code or (row.problem and told.get("code") != row.problem):
                wrong.append((row.verb, arguments, code, str(told)[:300]))
            elif row.keep:
                name, place = row.keep
                known[name] = _at(told, place)
            wrong += [(row.verb, arguments, code, moment) for moment in strange(told)]
    assert wrong == []


def _at(told: Any, place: tuple[str | int, ...]) -> str:
    for step in place:
        told = told[step]
    return str(told)


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_verb_is_told_when_it_is_used_wrongly(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = any(each.required for each in ALL[name].params)
    for arguments in [["--no-such-option"], *([[]] if needed else [])]:
        code = main([*name.split(), *arguments, "--json"])

        heard = capsys.readouterr()
        assert code == WRONG_USE, (name, arguments)
        assert '"code": "wrong_use"' in heard.out
        assert len(heard.out.splitlines()) == 1


def test_every_verb_is_told_when_the_database_is_away(
    verb: Verb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NIGHTCREW_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    (tmp_path / "some.json").write_text("{}")
    wrong = []
    for name in sorted(set(ALL) - NEEDS_NO_DATABASE):
        row = next(each for each in ROWS if each.verb == name)
        known = {
            "tmp": str(tmp_path), "taken": "0", "key": SOME_ID, "memory": SOME_ID, "item": SOME_ID
        }  # fmt: skip
        arguments = [each.format_map(known) for each in row.arguments]
        if name in ("memory import", "knowledge load"):
            arguments[0] = str(tmp_path / "some.json")
        if name == "serve":
            arguments = ["--port", str(two_free_ports())]
        code, told = verb(*name.split(), *arguments)
        if name == "doctor":  # tells what it can tell without one, the database first
            told = {"retryable": True, "hint": told["findings"][0]["remedy"]}
        if code != UNREACHABLE or told["retryable"] is not True or not told["hint"]:
            wrong.append((name, code, str(told)[:300]))
    assert wrong == []


SOME_ID = "7e0c0c9e-6a3c-4f4e-9a52-0a4f4b8d2f11"
