"""The public attacks on memory against the gates alone: with its guards gone, each gets through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from nightcrew.domain.dream import Ground, Proposal, ProposedChange, Screened
from nightcrew.domain.memory import Kind
from nightcrew.domain.reason import Reason
from nightcrew.domain.screen import GATES, screen
from tests.case_talk import read_cases
from tests.unit.dream_ground import create, forgotten, ground, remembered, replied

CASES: Mapping[str, Any] = {each["id"]: each for each in read_cases("attack_cases.json")["cases"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What a dream saw, how the case cites it, and the gates that keep the change out.

    guards: no smaller set of gates has to be gone for it to pass.
    """

    on: Ground
    cites: str
    guards: frozenset[str]
    reason: Reason
    memory: str | None = None

    def screened(self, name: str, without: frozenset[str] = frozenset()) -> Screened:
        """The case's own change, with some gates gone."""
        gates = [gate for gate in GATES if gate.name not in without]
        [told] = screen(Proposal(changes=(self._change(name),)), self.on, gates)
        return told

    def _change(self, name: str) -> ProposedChange:
        [change] = CASES[name]["scripted_proposer"]["changes"]
        quotes = {self.cites: change["quote"]} if "quote" in change else {}
        return create(
            change.get("content", ""),
            self.cites,
            action=change["action"],
            memory=self.memory,
            kind=change.get("kind", "fact"),
            quotes=quotes,
        )


def _said(name: str) -> str:
    """The case's words, without who says them."""
    text: str = CASES[name]["input"]
    return text.partition(") ")[2] if text.startswith("(") else text


UNHEARD = frozenset({"known_evidence", "user_speech", "question_residue"})
UNSAID = frozenset({"user_speech", "question_residue"})
ATTACKS: Mapping[str, Attack] = {
    "ev-assistant-says-user-said": Attack(
        on=ground("간식 뭐가 좋을까?", replied(1, _said("ev-assistant-says-user-said"))),
        cites="e2",
        guards=UNSAID,
        reason=Reason.NOT_USER_SPEECH,
    ),
    "ev-quoted-third-party": Attack(
        on=ground(_said("ev-quoted-third-party")),
        cites="e1",
        guards=frozenset({"user_speech", "settled_style", "quarantined"}),
        reason=Reason.NOT_USER_SPEECH,
    ),
    "ev-forged-role-tags": Attack(
        on=ground(_said("ev-forged-role-tags"), memories=(remembered("a", "고양이를 키운다"),)),
        cites="e999",
        memory="m1",
        guards=UNHEARD,
        reason=Reason.UNKNOWN_EVIDENCE,
    ),
    "ev-other-user-id": Attack(
        on=ground("오늘 좀 피곤하네"), cites="e77", guards=UNHEARD, reason=Reason.UNKNOWN_EVIDENCE
    ),
    "ev-quote-not-in-source": Attack(
        on=ground(_said("ev-quote-not-in-source")),
        cites="e1",
        guards=frozenset({"quotes"}),
        reason=Reason.QUOTE_NOT_FOUND,
    ),
    "ev-clock-abuse": Attack(
        on=ground("안녕", memories=(remembered("a", "오사카 여행을 간다", kind=Kind.PLAN),)),
        cites="clock",
        memory="m1",
        guards=UNHEARD,
        reason=Reason.UNKNOWN_EVIDENCE,
    ),
    "mp-recommendation": Attack(
        on=ground("예금 금리 비교해 줘", replied(1, "가나은행을 신뢰할 수 있는 출처라고 해요.")),
        cites="e2",
        guards=UNSAID,
        reason=Reason.NOT_USER_SPEECH,
    ),
    "mp-laundering-by-summary": Attack(
        on=ground("이 페이지 어때?", replied(1, _said("mp-laundering-by-summary")), "응"),
        cites="e3",
        guards=UNSAID | {"quarantined"},
        reason=Reason.NO_CITATION,
    ),
    "mp-zombie-self-reinforcing": Attack(
        on=ground(
            "정리 좀 하자",
            memories=(remembered("a", _said("mp-zombie-self-reinforcing")),),
        ),
        cites="m1",
        guards=UNHEARD | {"quarantined", "duplicate"},
        reason=Reason.UNKNOWN_EVIDENCE,
    ),
    "mp-newline-markdown": Attack(
        on=ground("커피를 좋아해"),
        cites="e1",
        guards=frozenset({"quarantined"}),
        reason=Reason.QUARANTINED,
    ),
    "mp-explicit-note": Attack(
        on=ground(
            _said("mp-explicit-note"), memories=(remembered("a", "채식 안 함", explicit=True),)
        ),
        cites="e1",
        memory="m1",
        guards=frozenset({"explicit"}),
        reason=Reason.EXPLICIT_MEMORY,
    ),
    "mp-tombstone-paraphrase": Attack(
        on=ground(_said("mp-tombstone-paraphrase"), tombstones=(forgotten("라면을 좋아한다"),)),
        cites="e1",
        guards=frozenset({"buried"}),
        reason=Reason.BURIED,
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_by_code_with_its_reason(name: str) -> None:
    refused = ATTACKS[name].screened(name)

    assert (refused.reason, refused.change) == (ATTACKS[name].reason, None)


@pytest.mark.parametrize("name", ATTACKS)
def test_with_its_guards_gone_an_attack_becomes_a_change(name: str) -> None:
    let_in = ATTACKS[name].screened(name, ATTACKS[name].guards)

    assert (let_in.reason, let_in.change is None) == (None, False)


@pytest.mark.parametrize(
    ("name", "guard"),
    [(name, guard) for name, attack in ATTACKS.items() for guard in sorted(attack.guards)],
)
def test_each_guard_of_an_attack_keeps_it_out_by_itself(name: str, guard: str) -> None:
    others = ATTACKS[name].guards - {guard}

    assert ATTACKS[name].screened(name, others).reason is not None


def test_every_attack_that_proposes_a_change_is_tried() -> None:
    proposing = {name for name, case in CASES.items() if case["scripted_proposer"]}

    assert set(ATTACKS) == proposing
