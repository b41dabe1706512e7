"""Whatever a model proposes, and though everything is approved, what is written does no harm."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid5

from hypothesis import event, given, settings

from nightcrew.domain.dream import Action, Change, Proposal, ProposedChange, Screened, Verdict
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.gate import is_user_speech
from nightcrew.domain.gates_together import MOST_CHANGES, most_removals
from nightcrew.domain.memory import TEXT_LIMIT, Memory, Scope, Status
from nightcrew.domain.memory_changes import next_values
from nightcrew.domain.screen import change_digest, screen
from nightcrew.domain.verdicts import judge
from tests.arbitrary_changes import answers
from tests.unit.dream_ground import (
    KEY,
    NAMES,
    USER,
    forgotten,
    ground,
    remembered,
    replied,
    said,
)

GROUND = ground(
    "나는 라면을 좋아해. 나비라는 고양이를 키워",
    "다음 주 금요일에 치과 가",
    replied(2, "기억해 둘게요. 채식하시죠."),
    "응",
    said(4, "I have two cats", timezone="Pacific/Apia"),
    "이제 커피를 끊었어. 우동은 좋아해",
    memories=(
        remembered("a", "커피를 마신다"),
        remembered("b", "채식은 안 한다", explicit=True),
        remembered("c", "팀 회의는 월요일이다", scope=Scope.TEAM),
        remembered("d", "커피를 매일 마신다"),
    ),
    tombstones=(forgotten("우동을 좋아한다"),),
)
BEFORE: Mapping[UUID, Memory] = {memory.id: memory for memory in GROUND.memories.values()}
LINES = {line.id: line for line in GROUND.evidence.values()}
SETTINGS = settings(max_examples=50, deadline=None)


def approved(proposed: tuple[ProposedChange, ...]) -> tuple[Screened, ...]:
    """What stands when the verifier lets everything pass."""
    screened = screen(Proposal(changes=proposed), GROUND)
    standing = [each for each in screened if each.change is not None]
    words = [Verdict(change=f"c{n}", stands=True) for n in range(1, len(standing) + 1)]
    before = [change_digest(each.change) for each in standing if each.change]
    return judge(screened, standing, words, before)


def applied(proposed: tuple[ProposedChange, ...]) -> dict[UUID, Memory]:
    """The rows after a dream, as pure values."""
    rows = dict(BEFORE)
    for each in approved(proposed):
        if each.reason is None and each.change is not None:
            new_id = uuid5(NAMES, f"new {each.number}")
            value = next_values(each.change, GROUND, new_id=new_id, user=USER)[-1]
            rows[value.id] = value
    return rows


def standing_changes(proposed: tuple[ProposedChange, ...]) -> list[Change]:
    return [each.change for each in approved(proposed) if each.change and each.reason is None]


@SETTINGS
@given(answers)
def test_every_change_stands_or_has_a_reason(proposed: tuple[ProposedChange, ...]) -> None:
    seen = approved(proposed)

    event(f"applied: {sum(each.reason is None for each in seen)}")
    assert [each.proposed for each in seen] == list(proposed)
    assert all((each.change is None) is (each.reason is not None) for each in seen)


@SETTINGS
@given(answers)
def test_rows_of_the_user_and_of_teams_are_untouched_and_none_is_lost(
    proposed: tuple[ProposedChange, ...],
) -> None:
    after = applied(proposed)

    for row in BEFORE.values():
        now = after[row.id]
        if row.explicit or row.scope is Scope.TEAM:
            assert now == row
        else:
            assert now == row or now.version > row.version
            assert (now.scope, now.crew, now.user) == (row.scope, row.crew, row.user)
            kept = {now.text, *(former.text for former in now.previous)}
            assert row.text in kept


@SETTINGS
@given(answers)
def test_what_is_written_is_one_short_line_that_cites_the_user(
    proposed: tuple[ProposedChange, ...],
) -> None:
    for change in standing_changes(proposed):
        assert set(change.cites) <= set(LINES)
        assert any(is_user_speech(LINES[cite]) for cite in change.cites)
        assert change.memory is None or change.memory.id in BEFORE
        if change.action is not Action.REMOVE:
            assert 0 < len(change.text) <= TEXT_LIMIT
            assert len(change.text.splitlines()) == 1
            assert change.text.isprintable()
            change.text.encode()


@SETTINGS
@given(answers)
def test_nothing_forgotten_returns(proposed: tuple[ProposedChange, ...]) -> None:
    claims = forgotten_claims(GROUND.tombstones, KEY)

    for row in applied(proposed).values():
        assert not any(restates(row.text, claim, KEY) for claim in claims)


@SETTINGS
@given(answers)
def test_the_caps_hold_and_merges_stand_whole(proposed: tuple[ProposedChange, ...]) -> None:
    seen = approved(proposed)

    standing = [each for each in seen if each.reason is None and each.change]
    gone = [each for each in standing if each.change and each.change.action is Action.REMOVE]
    assert len(proposed) <= MOST_CHANGES or not standing
    assert len(gone) <= most_removals(len(BEFORE))
    numbers = {each.number for each in standing}
    for each in seen:
        if each.merged_into is not None:
            assert (each.number in numbers) is (each.merged_into in numbers)


@SETTINGS
@given(answers)
def test_each_row_is_changed_at_most_once(proposed: tuple[ProposedChange, ...]) -> None:
    rows = [change.memory.id for change in standing_changes(proposed) if change.memory]

    assert len(set(rows)) == len(rows)
    off = [row for row in applied(proposed).values() if row.status is Status.OFF]
    assert {row.id for row in off} <= set(rows)
