from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from nightcrew.cli.story_report import StoryReport
from nightcrew.domain.crew import Problem
from nightcrew.domain.recital import recited
from nightcrew.domain.story import CoveredLine, Given, Play, PlayedStep, Story, StoryResult, Verb
from nightcrew.domain.story_expectations import (
    CostExpected,
    Expectation,
    Finding,
    FollowUpsExpected,
    MemoryExpected,
    Observed,
    OutboxExpected,
    ReplyExpected,
    SeenDecision,
    SeenFollowUp,
    Status,
)
from nightcrew.domain.story_judging import failures, judge
from nightcrew.domain.tool_guide import Tool
from nightcrew.settings import Settings

NOON = datetime.fromisoformat("2026-12-02T12:00")
NINE = datetime.fromisoformat("2026-12-02T09:00")
EIGHTEEN = datetime.fromisoformat("2026-12-02T18:00")
AT_NOON = SeenFollowUp(local=NOON, repeats=False)
DAILY = SeenFollowUp(local=NINE, repeats=True)


def statuses(expectation: Expectation, **seen: Any) -> Mapping[str, str]:
    found = judge(expectation, Observed(**seen))
    return {finding.name: finding.status.value for finding in found}


def status(expectation: Expectation, **seen: Any) -> str:
    [only] = statuses(expectation, **seen).values()
    return only


def used(*tools: Tool) -> Mapping[Tool, SeenDecision]:
    return {tool: SeenDecision(use=tool in tools, why="까닭") for tool in Tool}


def test_a_tool_is_used_or_not_and_a_failure_tells_the_judges_reason() -> None:
    wanted = Expectation(
        tools={Tool.SEARCH: True, Tool.PRICE: False, Tool.FOLLOW_UP: True},
        places={"search": "s.yaml:9:15"},
    )

    found = judge(wanted, Observed(decisions=used(Tool.PRICE, Tool.FOLLOW_UP)))

    searched, priced = failures(found)
    assert (searched.name, searched.wanted, searched.found) == ("search", "used", "not_used")
    assert (searched.why, searched.place) == ("까닭", "s.yaml:9:15")
    assert (priced.name, priced.found) == ("price", "used")
    assert [each.name for each in found] == ["search", "price", "follow_up.use"]


def test_nothing_expected_finds_nothing() -> None:
    assert judge(Expectation(), Observed(reply="안녕하세요", changed=3)) == ()


def test_follow_ups_are_counted_and_stand_between_two_wall_times() -> None:
    wanted = Expectation(
        follow_up=FollowUpsExpected(
            created=1, open=2, local_between=(NOON, EIGHTEEN), repeats=False
        )
    )

    held = statuses(wanted, created=(AT_NOON,), open=(AT_NOON, DAILY))
    missed = statuses(wanted, created=(AT_NOON, DAILY), open=(AT_NOON,))

    assert set(held.values()) == {"passed"}
    assert set(missed.values()) == {"failed"}


def test_without_a_new_follow_up_the_open_ones_are_looked_at() -> None:
    between = Expectation(follow_up=FollowUpsExpected(local_between=(NINE, NINE), repeats=True))

    assert set(statuses(between, open=(DAILY,)).values()) == {"passed"}


def test_no_follow_up_at_all_is_never_between_two_times() -> None:
    between = Expectation(follow_up=FollowUpsExpected(local_between=(NINE, NINE), repeats=True))

    assert set(statuses(between).values()) == {"failed"}


def test_memory_is_counted_and_its_words_are_looked_for_in_what_is_on() -> None:
    wanted = Expectation(
        memory=MemoryExpected(
            evidence=2,
            changed=1,
            count=1,
            must_contain_any=("강릉", "GANGNEUNG"),
            must_not_contain=("다음 주",),
        )
    )

    held = statuses(wanted, evidence=2, changed=1, memories=("2026-12-12에 강릉에 간다",))
    missed = statuses(wanted, evidence=1, changed=0, memories=("다음 주에 바다", "집"))

    assert set(held.values()) == {"passed"}
    assert set(missed.values()) == {"failed"}


def test_words_are_found_whatever_their_case() -> None:
    wanted = Expectation(outbox=OutboxExpected(must_contain_any=("Sourdough",)))

    assert status(wanted, outbox=("Time to feed the SOURDOUGH",)) == "passed"


def test_an_empty_outbox_contains_no_word_and_breaks_no_silence() -> None:
    wanted = Expectation(
        outbox=OutboxExpected(count=0, must_contain_any=("검사",), must_not_contain=("기억나",))
    )

    assert statuses(wanted) == {
        "outbox.count": "passed",
        "outbox.must_contain_any": "failed",
        "outbox.must_not_contain": "passed",
    }


def test_a_reply_is_held_to_its_length_language_and_words() -> None:
    wanted = Expectation(
        reply=ReplyExpected(
            must_contain_any=("4도",), must_not_contain=("http",), max_chars=20, language="ko"
        )
    )

    held = statuses(wanted, reply="토요일은 4도예요.")
    missed = statuses(wanted, reply="On Saturday see http://example.invalid for more")

    assert set(held.values()) == {"passed"}
    assert set(missed.values()) == {"failed"}


@pytest.mark.parametrize(
    ("reply", "known"),
    [
        ("반년째 성수동에 혼자 사신다고 하셨죠. 바람 쐬러 가요.", "성수동에 혼자 산다"),
        ("You said you are allergic to walnuts, so no walnuts.", "The user is allergic to walnuts"),
        ("약분에서 자꾸 틀리니까 쉬운 걸로 하자!", "약분에서 자꾸 틀린다"),
    ],
)
def test_saying_again_what_is_known_is_reciting(reply: str, known: str) -> None:
    wanted = Expectation(reply=ReplyExpected(must_not_recite=True))

    assert status(wanted, reply=reply, known=(known,)) == "failed"


@pytest.mark.parametrize(
    ("reply", "known"),
    [
        ("지하철로 한 시간 안에 닿는 곳부터 볼까요?", "성수동에 혼자 산다"),
        ("Fry the rice first, then add the eggs.", "The user is allergic to walnuts"),
        ("그럼 6을 3으로 나눠 볼까?", "약분에서 자꾸 틀린다"),
    ],
)
def test_letting_it_show_quietly_is_not_reciting(reply: str, known: str) -> None:
    assert recited(reply, (known,), "") == ()


def test_taking_up_what_the_user_just_said_is_not_reciting() -> None:
    known = ("견과류 알레르기가 있다",)
    reply = "견과류 알레르기를 빼고 골라 볼게요."

    assert recited(reply, known, "견과류 알레르기 때문에 고르기 힘들어요") == ()
    assert recited(reply, known, "간식 좀 골라 주세요") == known


def test_a_rubric_without_a_judge_is_skipped_and_never_passed() -> None:
    rubric = Expectation(reply=ReplyExpected(rubric="먼저 마음을 받아 준다"))

    assert status(rubric, reply="힘드셨겠어요.") == "skipped"
    assert status(rubric, rubric_holds=True) == "passed"
    assert status(rubric, rubric_holds=False) == "failed"


def test_safety_and_cost_are_held_to_their_limits() -> None:
    wanted = Expectation(safety="crisis", cost=CostExpected(max_calls=2, max_tokens=100))

    held = statuses(wanted, safety="crisis", calls=2, tokens=100)
    missed = statuses(wanted, safety="concern", calls=3, tokens=101)

    assert set(held.values()) == {"passed"}
    assert set(missed.values()) == {"failed"}


def a_result(*found: Status) -> StoryResult:
    line = CoveredLine(name="travel-mina/search", crew="travel-mina", text="찾는다", origin="a:1")
    story = Story(
        id="s",
        title="",
        tags=(),
        at=datetime(2026, 12, 1, tzinfo=UTC),
        timezone="Asia/Seoul",
        given=Given(),
        parts=(),
        covers=(line,),
        place="s.yaml:2:5",
    )
    findings = tuple(Finding(name="search", status=each, wanted="", found="") for each in found)
    step = PlayedStep(
        crew="travel-mina", number=1, verb=Verb.SAY, place="s.yaml:9:5", findings=findings
    )
    return StoryResult(story=story, plays=(Play(steps=(step,), seconds=0.1),))


@pytest.mark.parametrize(
    ("found", "ended"),
    [
        ((Status.PASSED, Status.FAILED, Status.SKIPPED), Status.FAILED),
        ((Status.PASSED, Status.SKIPPED), Status.PASSED),
        ((Status.SKIPPED,), Status.SKIPPED),
        ((), Status.SKIPPED),
    ],
)
def test_a_story_fails_by_one_failure_and_passes_only_when_something_was_decided(
    found: tuple[Status, ...], ended: Status
) -> None:
    assert a_result(*found).status is ended


def test_a_failure_points_at_the_lines_of_its_own_crew() -> None:
    result = a_result(Status.FAILED)

    assert [line.name for line in result.covered("travel-mina")] == ["travel-mina/search"]
    assert result.covered("mindcare-sora") == ()


def a_report(*results: StoryResult, problems: tuple[Problem, ...] = (), lang: str = "en") -> Any:
    settings = Settings.model_validate({"lang": lang})
    return StoryReport(results=results, problems=problems, settings=settings).told()


def test_a_report_counts_stories_and_expectations() -> None:
    told = a_report(a_result(Status.PASSED, Status.SKIPPED), a_result(Status.SKIPPED))

    assert told.code == 0
    assert {name: told.document[name] for name in ("total", "passed", "failed", "skipped")} == {
        "total": 2,
        "passed": 1,
        "failed": 0,
        "skipped": 1,
    }
    assert told.document["checks"] == {"total": 3, "passed": 1, "failed": 0, "skipped": 2}
    assert told.lines[-1] == "1 of 2 stories passed, 0 failed, 1 skipped"


@pytest.mark.parametrize(("lang", "word"), [("en", "FAILED"), ("ko", "실패")])
def test_a_failed_story_is_told_with_the_line_of_crew_text_it_covers(lang: str, word: str) -> None:
    told = a_report(a_result(Status.FAILED), lang=lang)

    [item] = told.document["items"]
    [finding] = item["findings"]
    assert told.code == 1
    assert [line.origin for line in finding["covers"]] == ["a:1"]
    assert told.lines[0].startswith(word)
    assert any("travel-mina/search (a:1): 찾는다" in line for line in told.lines)


def test_a_broken_story_file_is_a_finding_though_every_other_story_passes() -> None:
    broken = Problem(
        id="no_verb", file="s.yaml", line=3, column=5, message="nothing", message_ko="없음"
    )

    told = a_report(a_result(Status.PASSED), problems=(broken,))

    assert told.code == 1
    assert told.lines[0].startswith("s.yaml:3:5: error no_verb")
