"""Every verb of the command line: one document, the right exit code, nothing heavy before work."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.commands import FINDINGS, FINE, WRONG_USE, Verb

HEAVY = ("alembic", "asyncio", "fastapi", "litellm", "prefect", "psycopg", "pydantic", "sqlalchemy")


def said(verb: Verb, user: str, message: str) -> Any:
    code, turn = verb("turn", "travel-mina", "--user", user, "--say", message)
    assert code == FINE
    return turn


def test_help_comes_within_three_tenths_of_a_second() -> None:
    command = [sys.executable, "-m", "nightcrew.cli.main", "--help"]

    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    assert min(spent) <= 0.3


def test_the_command_line_brings_in_nothing_heavy_before_it_has_work() -> None:
    look = f"import nightcrew.cli.main, sys; print([n for n in {HEAVY} if n in sys.modules])"

    done = subprocess.run([sys.executable, "-c", look], check=True, capture_output=True, text=True)

    assert done.stdout.strip() == "[]"


def test_a_key_is_shown_once_listed_without_itself_and_revoked(verb: Verb) -> None:
    code, made = verb("keys", "create", "--tenant", "acme", "--scopes", "turn, memory")
    assert code == FINE
    assert set(made) == {"key", "id", "tenant", "scopes"}
    assert (made["tenant"], made["scopes"]) == ("acme", ["turn", "memory"])

    _, listed = verb("keys", "list", "--tenant", "acme")
    assert [each["id"] for each in listed["items"]] == [made["id"]]
    assert made["key"] not in json.dumps(listed)

    assert verb("keys", "revoke", made["id"], "--tenant", "acme")[0] == FINE
    assert verb("keys", "list", "--tenant", "acme")[1]["items"][0]["revoked_at"] is not None


def test_an_unknown_scope_is_wrong_use(verb: Verb) -> None:
    code, problem = verb("keys", "create", "--scopes", "everything")

    assert (code, problem["code"], problem["field"]) == (WRONG_USE, "unknown_scope", "scopes")


def test_crews_are_listed_shown_and_checked(verb: Verb) -> None:
    _, listed = verb("crews", "list")
    by_id = {each["id"]: each for each in listed["items"]}
    assert listed["total"] == len(by_id) >= 9
    assert by_id["used-car-hana"]["status"] == "ok"
    assert {"id", "category", "name", "locale", "status"} <= set(by_id["used-car-hana"])

    code, crew = verb("crews", "show", "used-car-hana")
    assert code == FINE
    assert all(line["origin"] for line in crew["lines"])

    assert verb("crews", "lint") == (FINE, {"problems": [], "errors": 0, "warnings": 0})


def test_a_broken_crew_file_is_a_finding_with_its_place(
    verb: Verb, lines: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    (tmp_path / "crews").mkdir()
    (tmp_path / "crews" / "lost.yaml").write_text("schema: crew/v1\nid: lost\nnme: Lost\n")
    monkeypatch.setenv("NIGHTCREW_CREWS", str(tmp_path / "crews"))

    code, found = verb("crews", "lint")
    assert code == FINDINGS
    assert found["errors"] > 0

    code, told, _ = lines("crews", "lint")
    assert code == FINDINGS
    assert "crews/lost.yaml:3:1: error " in told


def test_a_preview_shows_every_prompt_and_keeps_nothing(verb: Verb) -> None:
    say = "다음 달에 제주도 가려고 해요"
    moment = ("--now", "2026-12-01T03:00:00Z", "--timezone", "Asia/Seoul")

    for somebody in ((), ("--user", "somebody-new")):
        code, shown = verb("crews", "preview", "travel-mina", "--say", say, *moment, *somebody)

        assert code == FINE
        judge = shown["prompts"][0]
        assert judge["prompt"] == "judge_needs"
        assert say in [line["text"] for line in judge["lines"]]
        assert any(line["place"].startswith("playbooks/") for line in judge["lines"])
    for kind in ("memory", "follow-ups"):
        assert verb(kind, "list", "--user", "somebody-new")[1]["total"] == 0


def test_what_is_remembered_on_request_is_listed_forgotten_and_restored(verb: Verb) -> None:
    turn = said(verb, "walker", "나 땅콩 알레르기 있으니까 기억해 줘")
    [saved] = turn["memory"]["saved"]

    code, listed = verb("memory", "list", "--user", "walker")
    assert (code, listed["total"]) == (FINE, 1)
    assert listed["items"][0]["id"] == saved

    assert verb("memory", "forget", saved, "--user", "walker")[1]["status"] == "off"
    assert verb("memory", "list", "--user", "walker")[1]["total"] == 0
    assert verb("memory", "restore", saved, "--user", "walker")[1]["status"] == "active"
    assert verb("memory", "list", "--user", "walker")[1]["total"] == 1


def test_a_dream_can_be_run_at_once(verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    said(verb, "dreamer", "저는 고양이를 두 마리 키워요")
    monkeypatch.setenv("NIGHTCREW_QUIET_BEFORE_DREAM", "0")

    code, run = verb("run", "dream", "--user", "dreamer", "--crew", "travel-mina")

    assert code == FINE
    assert run["counts"]["pairs"] == 1
    assert [report["user"] for report in run["reports"]] == ["dreamer"]


def test_the_moment_can_be_chosen_with_time_travel_only(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = ("run", "temporal-review", "--now", "2027-01-01T00:00:00Z")

    code, problem = verb(*later)
    assert (code, problem["code"]) == (WRONG_USE, "time_travel_off")

    monkeypatch.setenv("NIGHTCREW_TIME_TRAVEL", "1")
    assert verb(*later)[0] == FINE


def test_a_run_for_somebody_who_never_wrote_finds_nothing_to_do(verb: Verb) -> None:
    code, told = verb("run", "dream", "--user", "nobody-at-all")

    assert (code, told["counts"], told["reports"]) == (FINE, {"pairs": 0}, [])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "sleepwalk"), "unknown_flow"),
        (("run", "dream", "--mode", "loud"), "unknown_mode"),
        (("turn", "travel-mini", "--user", "u", "--say", "hi"), "unknown_crew"),
        (("memory", "forget", "not-an-id", "--user", "u"), "not_an_id"),
        (("crews", "show", "travel-mini"), "unknown_crew"),
        (("nonsense",), "wrong_use"),
        (("turn", "travel-mina"), "wrong_use"),
        (("up", "--port", "99999"), "wrong_use"),
    ],
)
def test_wrong_use_is_told_with_a_code(verb: Verb, arguments: tuple[str, ...], code: str) -> None:
    exit_code, problem = verb(*arguments)

    assert (exit_code, problem["code"]) == (WRONG_USE, code)


def test_follow_ups_are_listed_and_previewed(verb: Verb) -> None:
    assert verb("follow-ups", "list", "--user", "nobody")[1]["items"] == []

    where = ("--timezone", "Asia/Seoul", "--now", "2026-11-30T12:00:00Z")
    code, shown = verb(
        *("follow-ups", "preview", *where, "--local", "2026-11-30T23:30"),
        *("--quiet-hours", "22:00-08:00"),
    )
    assert code == FINE
    assert shown["nominal_utc"] == ["2026-11-30T14:30:00Z"]
    assert shown["deliver_utc"] == ["2026-11-30T23:00:00Z"]

    code, shown = verb("follow-ups", "preview", *where, "--local", "2020-01-01T00:00")
    assert (code, shown["error"]["code"]) == (FINDINGS, "past")


def test_the_database_is_checked_and_upgraded(verb: Verb) -> None:
    assert verb("db", "upgrade")[1]["pending"] == []

    assert verb("db", "check") == (
        FINE,
        {"pending": [], "role": "nightcrew_app", "up_to_date": True},
    )
