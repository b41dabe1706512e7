"""Public cases of crew text (A), of tools that fail (F) and of polite requests to forget (D8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.crew_schema import CREW
from nightcrew.adapters.lint_files import CrewLint
from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew_text import placeholders
from nightcrew.domain.prompt_preview import PreviewWish
from nightcrew.prompts.preview import preview_of
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import memory
from tests.case_talk import assert_is_there, read_cases
from tests.fakes import NOON
from tests.scripting import scripted
from tests.talk import app_of, talk_with
from tests.unit.lint_folder import TODAY, LintFolder

CREW_FILE = "crews/tea-bora.yaml"
PLAYBOOK = "playbooks/tea-bora.md"
# Cases whose tests stand with the thing they are about.
ELSEWHERE = {
    "F2": "tests/integration/test_web_search_failing.py::"
    "test_a_failing_search_says_how_it_failed_and_never_that_nothing_exists",
    "F4": "tests/integration/test_web_search_failing.py::"
    "test_a_short_wait_is_kept_within_the_turn_and_a_long_one_is_not_waited_for",
    "F6": "tests/unit/test_price_questions.py::"
    "test_one_thing_is_asked_back_with_what_was_likely_meant",
    "F7": "tests/unit/test_price_estimates.py::"
    "test_without_a_distance_the_range_is_wider_and_says_why",
}
# Their files are written and read back; those tests are by the ones that write them.
OF_VERSIONS = {"A5", "A13", "A14"}


@pytest.fixture
def folder(tmp_path: Path) -> LintFolder:
    return LintFolder(tmp_path)


def test_every_case_of_groups_a_and_f_is_played() -> None:
    ids = {case["id"] for case in read_cases("crew_cases.json")}
    here = Path(__file__).read_text("utf-8")

    wanted = {each for each in ids if each[0] in "AF" or each == "D8"} - OF_VERSIONS
    assert {each for each in wanted if f"def test_{each.lower()}_" not in here} == set(ELSEWHERE)
    for test in ELSEWHERE.values():
        assert_is_there(test)


def test_a1_a_misspelt_key_keeps_the_old_text_and_names_what_was_meant(folder: LintFolder) -> None:
    before = folder.load().crews["tea-bora"].digest
    folder.edit(CREW_FILE, "tool_guide:", "tool_giude:")

    shelf, told = folder.load(), folder.finding()

    assert (shelf.status("tea-bora"), shelf.crews["tea-bora"].digest) == ("stale", before)
    assert (told.place, told.pointer) == ("crews/tea-bora.yaml:11:1", "/tool_giude")
    assert told.hint == "did you mean tool_guide?"


def test_a2_tools_and_crews_that_do_not_exist_are_told_in_one_pass(folder: LintFolder) -> None:
    folder.edit(CREW_FILE, "  search:\n    guide", "  websearch:\n    guide")
    folder.write("crews/scenarios/one.yaml", """\
schema: story/v1
id: lost-crew
crew: nobody-there
title: 없는 크루
clock: {now: "2026-12-01T21:40", timezone: Asia/Seoul}
steps:
  - say: 안녕
    expect: {search: not_used}
""")  # fmt: skip

    told = {each.id: each for each in folder.lint().problems}

    assert told["unknown_tool"].code == "C004"
    assert any("nobody-there" in each.message for each in told.values())


def test_a3_a_key_at_the_wrong_level_is_told_where_it_is_allowed(folder: LintFolder) -> None:
    folder.edit(CREW_FILE, "  voice:", "  quiet_hours: night\n  voice:")

    told = folder.finding()

    assert told.id == "misplaced_key"
    assert "not allowed here; allowed" in told.message
    assert "house.yaml" in told.message


@pytest.mark.parametrize("prose", ['Answer like {"plan": "..."} ', "{topic} {{1}} {{ }} }{"])
def test_a6_braces_in_prose_reach_every_prompt_unchanged(folder: LintFolder, prose: str) -> None:
    folder.edit(PLAYBOOK, "한 잔을", f"{prose.strip()} 한 잔을")
    crew = folder.load().crews["tea-bora"]

    shown = preview_of(crew, PreviewWish(crew=crew.id, say="안녕"), NOON)

    judge = [line.text for line in shown.prompts[0].lines]
    assert any(prose.strip() in line for line in judge)


def test_a7_lint_and_preview_read_names_by_one_parser(folder: LintFolder) -> None:
    text = '{topic} {"a": [1]} {{ user_name }} {{ topic }}'
    folder.edit(PLAYBOOK, "한 잔을", f"{text} 한 잔을")

    found = [each.name for each in placeholders(text)]

    assert found == ["user_name", "topic"]
    assert folder.finding().id == "unknown_placeholder"
    assert "`topic`" in folder.finding().message


def test_a9_an_indentation_slip_names_the_file_and_nothing_is_written(folder: LintFolder) -> None:
    folder.edit(CREW_FILE, "  voice:", "   voice:")
    before = {path: path.read_bytes() for path in folder.crews.rglob("*.yaml")}

    told = folder.finding()
    folder.load()

    assert (told.id, told.file) == ("not_yaml", CREW_FILE)
    assert {path: path.read_bytes() for path in folder.crews.rglob("*.yaml")} == before


def test_a10_one_broken_crew_of_178_leaves_177_serving_and_keeps_its_last_good_text(
    folder: LintFolder,
) -> None:
    for number in range(177):
        folder.second_crew(f"tea-{number}n", guide=f"{number}번 찻집을 물으면 찾는다.")
    assert len(folder.load().crews) == 178
    folder.edit("crews/tea-7n.yaml", "ko-KR", "korean")

    shelf = folder.load()

    assert [name for name, status in shelf.statuses().items() if status != "ok"] == ["tea-7n"]
    assert shelf.status("tea-7n") == "stale"
    assert [each.place for each in shelf.broken["tea-7n"]] == ["crews/tea-7n.yaml:7:9"]


def test_a11_a_live_edit_is_checked_as_a_start_is(folder: LintFolder) -> None:
    before = folder.load()
    folder.edit("crews/house.yaml", 'to: "08:00"', 'to: "25:00"')

    live = folder.files.reload()
    start = CrewFiles(folder.crews, folder.playbooks).load()
    by_hand = CrewLint(crews=folder.crews, playbooks=folder.playbooks)(TODAY)

    assert live.crews["tea-bora"].digest == before.crews["tea-bora"].digest
    assert live.house == before.house
    assert [each.id for each in live.problems] == [each.id for each in start.problems] == [
        each.id for each in by_hand.problems
    ] == ["bad_time"]  # fmt: skip


def test_a15_no_key_of_a_crew_takes_trigger_words_so_that_no_border_can_be_missed(
    folder: LintFolder,
) -> None:
    folder.edit(CREW_FILE, "  search:\n", "  search:\n    triggers: [시세, AI]\n")

    assert folder.finding().id == "unknown_key"
    assert not {"keywords", "triggers"} & set(CREW.fields)


def test_a17_a_text_that_always_sends_against_the_field_is_a_finding(folder: LintFolder) -> None:
    folder.edit("crews/categories/tea.yaml", "전날 낮에 한 번 알린다", "별일이 없어도 매일 보낸다")

    told = folder.finding()

    assert told.id == "always_sends"
    assert "when_nothing" in told.hint
    composed = shown_silence(folder)
    assert "stay_silent" in composed


def shown_silence(folder: LintFolder) -> str:
    crew = folder.load().crews["tea-bora"]
    shown = preview_of(crew, PreviewWish(crew=crew.id, say="안부"), NOON)
    [composed] = [each for each in shown.prompts if each.prompt == "compose_follow_up"]
    return next(line.text for line in composed.lines if line.text.startswith("Purpose:"))


async def test_f3_a_search_that_failed_leaves_no_source_and_the_reply_is_told_so(
    shared_database: Database, own_tenant: UUID
) -> None:
    asked: dict[str, Any] = {"search": {"use": True, "query": "제주 렌터카 요금"}}
    model = scripted(judge_needs=asked, reply="지금은 확인하지 못했어요.")
    talk = await talk_with(app_of(shared_database, model), own_tenant)

    turn = await talk.say("제주 렌터카 요금이 얼마예요?")

    [question] = model.asked_for("reply")
    assert turn.decisions["search"]["status"] != "ok"
    assert turn.sources == ()
    assert f'<data tool="search" status="{turn.decisions["search"]["status"]}">' in question.text
    rehearsed = app_of(shared_database, RehearsalModel(HashEmbedder()))
    told = await (await talk_with(rehearsed, own_tenant, user="u2")).say("오늘 서울 날씨 어때?")
    assert told.sources == ()
    assert "확인" in told.reply or "찾" in told.reply


@pytest.mark.parametrize(
    "said",
    [
        "그 전화번호 기억은 지워줄 수 있어?",
        "전화번호 적어 둔 거 지워 주실 수 있을까요?",
        "Could you please forget my phone number?",
    ],
)
async def test_d8_a_polite_request_to_forget_is_one_and_the_number_stays_out_of_the_prompt(
    shared_database: Database, own_tenant: UUID, said: str
) -> None:
    rehearsal = RehearsalModel(HashEmbedder())
    talk = await talk_with(app_of(shared_database, rehearsal), own_tenant)
    kept = "전화번호는 010-2345-6789이다."
    if said.isascii():
        kept = "The user's phone number is 010-2345-6789."
    one = memory(kept, user=talk.pair.user, crew=talk.pair.crew)
    async with talk.app.world.db.begin_pair(talk.pair) as connection:
        await memories.add(connection, talk.pair, one, Act(actor="user", at=NOON, cause="test"))

    turn = await talk.say(said)

    assert turn.decisions["memory"]["act"] == "forget"
    assert "2345" not in turn.reply
    assert await talk.known() == ()
