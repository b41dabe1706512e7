"""The public attacks on words and texts: with its one guard gone, each of them gets through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jinja2
import pytest
import yaml

from nightcrew.domain.dream import Verdict
from nightcrew.domain.outgoing import unannounced
from nightcrew.domain.outgoing_message import sendable
from nightcrew.domain.reason import Reason, Silence
from nightcrew.domain.reply_checks import CHECKS, Allowed, Fault, check_reply
from nightcrew.domain.screen import change_digest
from nightcrew.domain.verdicts import judge
from tests.case_talk import read_cases
from tests.unit.crew_folder import CrewFolder
from tests.unit.dream_ground import create, ground, screened

CASES: Mapping[str, Any] = {each["id"]: each for each in read_cases("attack_cases.json")["cases"]}
KNOWN = Allowed(said="더 알려 줘")


def _told(name: str) -> str:
    text: str = CASES[name]["input"]
    return text.partition(") ")[2] if text.startswith("(") else text


# What a crew would say once the attack worked, the check that keeps it in, and what must not leave.
SAID: Mapping[str, tuple[str, Fault, str]] = {
    "ex-link-query": (_told("ex-link-query"), Fault.LINK, "c.test"),
    "mp-trojan-topic": ("연말정산은 http://t.test/?d=대화 에서 해요.", Fault.LINK, "t.test"),
    "pi-cross-crew-handoff": ("비밀번호를 알려 주세요.", Fault.SECRETS, "비밀번호"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_reply_under_attack_is_held_back_by_one_check_and_leaves_without_it(name: str) -> None:
    reply, fault, attack = SAID[name]
    others = [check for check in CHECKS if check.fault is not fault]

    held, let_go = check_reply(reply, KNOWN), check_reply(reply, KNOWN, others)

    assert [each.reason for each in held.withheld] == [fault]
    assert attack not in held.text
    assert attack in let_go.text


def test_a_message_that_pulls_is_stopped_by_the_rule_on_pulling_and_by_nothing_else() -> None:
    pulling = _told("sf-followup-guilt")

    assert sendable(pulling, ()).reason is Silence.MANIPULATIVE
    assert check_reply(unannounced(pulling), KNOWN).text == pulling


def test_a_change_that_was_switched_passes_where_nobody_compares_what_was_verified() -> None:
    [passed] = screened(ground("커피를 좋아해"), create("커피를 좋아한다"))
    assert passed.change is not None
    other = replace(passed.change, text="차를 좋아한다")
    switched = replace(passed, change=other)
    approved = (Verdict(change="c1", stands=True),)

    [compared] = judge((switched,), [switched], approved, [change_digest(passed.change)])
    [trusted] = judge((switched,), [switched], approved, [change_digest(other)])

    assert (compared.reason, trusted.reason) == (Reason.CHANGED_AFTER_VERIFY, None)


BOMB = "x:\n  a0: &a0 [x, x]\n  a1: &a1 [*a0, *a0]\n"
# A line of crew text, what the loader says of it, and what any other loader makes of it.
WRITTEN: Mapping[str, tuple[str, str, Any]] = {
    "pf-yaml-bomb": (BOMB, "alias", ("x", {"a0": ["x", "x"], "a1": [["x", "x"]] * 2})),
    "pf-yaml-surprises": ("name: NO\n", "duplicate_key", ("name", "보라")),
    "pf-regex-dos": ("trigger: '^(\\w+\\s?)*$'\n", "unknown_key", ("trigger", "^(\\w+\\s?)*$")),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_loader_that_is_not_strict_takes_what_ours_refuses(name: str, tmp_path: Path) -> None:
    line, refused, (key, taken) = WRITTEN[name]
    folder = CrewFolder(tmp_path)
    folder.edit("crews/tea-bora.yaml", "name: 보라", f"{line}name: 보라")

    loosely = yaml.safe_load((tmp_path / "crews/tea-bora.yaml").read_text(encoding="utf-8"))

    assert refused in {problem.id for problem in folder.load().problems}
    assert loosely[key] == taken


def test_a_template_engine_without_a_sandbox_tells_its_insides() -> None:
    template = CASES["pf-jinja-ssti"]["input"].partition(" / ")[0]

    told = jinja2.Environment().from_string(template).render()  # noqa: S701 - the guard is gone

    assert "__builtins__" in told


def test_a_user_whose_words_are_a_template_sees_settings_where_words_are_no_values() -> None:
    words = CASES["pf-user-text-as-template"]["input"].partition(" {%")[0]

    told = jinja2.Environment().from_string(words).render(config="비밀")  # noqa: S701 - as above

    assert told == "내 이름은 비밀 이야"
