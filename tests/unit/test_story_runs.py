"""What a run of stories says beside passed and failed: plays, baselines, coverage, pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from nightcrew.adapters.story_baseline import baseline_path, read_baseline, write_baseline
from nightcrew.cli.story_cover_report import coverage_told
from nightcrew.cli.story_junit import junit
from nightcrew.cli.story_page import StoryPage
from nightcrew.cli.story_report import StoryReport
from nightcrew.domain.crew import Problem
from nightcrew.domain.errors import BadInput
from nightcrew.domain.story import Given, Part, PassRule, Play, PlayedStep, Story, StoryResult, Verb
from nightcrew.domain.story_baseline import Baseline, ShiftKind, blessed, shifts
from nightcrew.domain.story_coverage import CrewCoverage, LineTried, UsesTried, line_name
from nightcrew.domain.story_expectations import Finding, Status
from nightcrew.domain.tool_guide import Tool
from nightcrew.settings import Settings

AT = datetime(2026, 12, 1, 11, tzinfo=UTC)
WORDS = "<b>바다</b> & 산"


def a_story(name: str = "sea", rule: PassRule | None = None) -> Story:
    return Story(
        id=name,
        title="바다 이야기",
        tags=(),
        at=AT,
        timezone="Asia/Seoul",
        given=Given(),
        parts=(Part(crew="travel-mina", steps=()),),
        covers=(),
        place="crews/scenarios/s.yaml:2:5",
        rule=rule or PassRule(),
    )


def a_play(status: Status, *, searched: bool = True) -> Play:
    finding = Finding(name="search", status=status, wanted="used", found="not_used", why="까닭")
    step = PlayedStep(
        crew="travel-mina",
        number=1,
        verb=Verb.SAY,
        place="crews/scenarios/s.yaml:9:5",
        findings=(finding,),
        at=AT,
        words=WORDS,
        decisions={Tool.SEARCH: searched},
        reply="찾아봤어요.",
        messages=("내일이에요.",),
    )
    return Play(steps=(step,), seconds=0.5)


def a_result(
    *ended: Status, name: str = "sea", need: int = 1, searched: bool = True
) -> StoryResult:
    plays = tuple(a_play(status, searched=searched) for status in ended)
    return StoryResult(story=a_story(name, PassRule(times=len(ended), need=need)), plays=plays)


def a_baseline(*results: StoryResult) -> Baseline:
    stories = {result.story.id: blessed(result) for result in results}
    return Baseline(models={"judge": ""}, blessed_by="care-team", blessed_at=AT, stories=stories)


PASSED, FAILED, SKIPPED = Status.PASSED, Status.FAILED, Status.SKIPPED


@pytest.mark.parametrize(
    ("ended", "need", "status"),
    [
        ((PASSED, FAILED, PASSED), 2, PASSED),
        ((PASSED, FAILED, FAILED), 2, FAILED),
        ((PASSED, PASSED, FAILED), 3, FAILED),
        ((SKIPPED, SKIPPED), 2, SKIPPED),
    ],
)
def test_a_repeated_story_passes_by_its_own_rule(
    ended: tuple[Status, ...], need: int, status: Status
) -> None:
    assert a_result(*ended, need=need).status is status


def test_a_story_that_comes_out_differently_is_told_as_mixed_by_the_play_that_decided() -> None:
    result = a_result(PASSED, FAILED, PASSED, need=3)

    assert result.mixed
    assert result.passed_plays == 2
    assert result.told is result.plays[1]
    assert result.seconds == 1.5


def test_a_story_that_passed_when_it_was_blessed_and_fails_now_has_regressed() -> None:
    baseline = a_baseline(a_result(PASSED))

    [regressed] = shifts(baseline, [a_result(FAILED)], {"sea"})
    [undecided] = shifts(baseline, [a_result(SKIPPED)], {"sea"})

    assert regressed.kind is undecided.kind is ShiftKind.REGRESSED


def test_a_decision_no_story_expects_is_told_when_it_moves_and_breaks_nothing() -> None:
    baseline = a_baseline(a_result(PASSED, searched=True))

    [moved] = shifts(baseline, [a_result(PASSED, searched=False)], {"sea"})

    assert (moved.kind, moved.before) == (ShiftKind.MOVED, "travel-mina 1 search: used")
    assert moved.now == "not_used"


def test_new_and_vanished_stories_are_told_apart() -> None:
    found = shifts(a_baseline(a_result(PASSED, name="old")), [a_result(PASSED)], {"sea"})

    assert [(each.story, each.kind.value) for each in found] == [("sea", "new"), ("old", "gone")]


def test_a_baseline_is_read_back_as_it_was_written_and_named_by_its_models(tmp_path: Path) -> None:
    path = baseline_path(tmp_path, {"judge": "open/Model 7", "reply": ""})
    baseline = a_baseline(a_result(PASSED), a_result(FAILED, name="hill", searched=False))

    write_baseline(path, baseline)

    assert path.name == "open-model-7+rehearsal.json"
    assert read_baseline(path) == baseline
    assert read_baseline(tmp_path / "none.json") is None


def test_a_file_that_is_no_baseline_says_so(tmp_path: Path) -> None:
    path = tmp_path / "rehearsal.json"
    path.write_text('{"schema": "baseline/v1", "models": {}}', encoding="utf-8")

    with pytest.raises(BadInput, match="no baseline"):
        read_baseline(path)


def a_report(*results: StoryResult, baseline: Baseline | None = None) -> StoryReport:
    settings = Settings.model_validate({"lang": "en"})
    there = {result.story.id for result in results}
    return StoryReport(
        results=results, problems=(), settings=settings, baseline=baseline, there=there
    )


def test_a_regression_is_a_finding_though_nothing_failed() -> None:
    told = a_report(a_result(SKIPPED), baseline=a_baseline(a_result(PASSED))).told()

    assert told.code == 1
    assert "REGRESSED sea: passed, now skipped" in told.lines


def test_more_than_eight_skipped_stories_are_a_finding() -> None:
    few = [a_result(SKIPPED, name=f"story-{number}") for number in range(8)]

    assert a_report(*few).told().code == 0
    assert a_report(*few, a_result(SKIPPED)).told().code == 1


def test_build_servers_read_failures_skips_and_broken_files() -> None:
    broken = Problem(id="no_verb", file="s.yaml", line=3, column=5, message="m", message_ko="ㅁ")
    results = [a_result(PASSED), a_result(FAILED, name="hill"), a_result(SKIPPED, name="lake")]

    written = junit(results, [broken], {"hill": ["s.yaml:9:5: \x00wanted used"]})
    suite = fromstring(written)  # noqa: S314 - our own document, written just above

    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }
    assert suite.findtext("testcase[@name='hill']/failure") == "s.yaml:9:5: wanted used"
    case = suite.find("testcase[@name='sea']")
    assert case is not None
    assert (case.get("classname"), case.get("line")) == ("travel-mina", "2")


def a_coverage() -> CrewCoverage:
    line = LineTried(name="travel-mina#a", text="가", origin="p.md:1", stories=(), cited=True)
    uses = tuple(
        UsesTried(tool=tool, used=tool is Tool.SEARCH, not_used=True, ever_used=True)
        for tool in Tool
    )
    return CrewCoverage(crew="travel-mina", uses=uses, lines=(line,))


def test_the_page_needs_nothing_beside_itself_and_shows_words_as_words() -> None:
    page = StoryPage(
        results=[a_result(PASSED), a_result(FAILED, name="hill")],
        coverage=[a_coverage()],
        details={"hill": ["wanted <used>"]},
        closing=["1 of 2"],
        korean=True,
    ).html()

    assert page.count("<svg") == 4
    assert "<b>바다</b>" not in page
    assert "&lt;b&gt;바다&lt;/b&gt; &amp; 산" in page
    assert 'id="hill" open' in page
    assert not [word for word in ("<script", "src=", "@import", "<link") if word in page]
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == 0


def test_coverage_names_every_line_and_every_side_that_nobody_tries() -> None:
    told = coverage_told([a_coverage()], korean=False, played=True)

    assert told.code == 1
    assert "  no story for travel-mina#a (p.md:1): 가" in told.lines
    assert "  price is never expected to be used" in told.lines
    assert "  search is never expected to be used" not in told.lines
    assert "judges cited 1 of 1 lines while the stories were played" in told.lines


def test_a_tool_the_crew_never_uses_owes_no_story_of_its_use() -> None:
    uses = UsesTried(tool=Tool.PRICE, used=False, not_used=True, ever_used=False)

    assert uses.whole
    assert not replace(uses, not_used=False).whole


def test_a_line_is_named_as_stories_name_it() -> None:
    assert line_name("travel-mina", "search.not_when") == "travel-mina/search"
    assert line_name("travel-mina", "day-before") == "travel-mina#day-before"
