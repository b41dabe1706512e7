"""Every slip a writer makes is told so that the message alone is enough to mend the file."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nightcrew.domain.lint_codes import CODES
from tests.unit.lint_folder import LintFolder
from tests.unit.whole_files import CREW, HOUSE, PLAYBOOK, WHOLE

CATEGORY = "crews/categories/tea.yaml"
SKILL = "playbooks/skills/pour-tea/SKILL.md"


@dataclass(frozen=True)
class Slip:
    """One broken file. names: what message and hint have to name, place included."""

    id: str
    file: str
    old: str
    new: str
    line: int
    names: tuple[str, ...]
    column: int | None = None
    beside: frozenset[str] = frozenset()


def slip(id: str, file: str, old: str, new: str, line: int, *names: str, beside: str = "",
         column: int | None = None) -> Slip:  # fmt: skip
    return Slip(id, file, old, new, line, names, column, frozenset(beside.split()))


SLIPS = [
    slip("unknown_key", CREW, "tool_guide:", "tool_giude:", 11, "tool_giude",
         "did you mean tool_guide", column=1),
    slip("misplaced_key", CREW, "  voice:", "  quiet_hours: x\n  voice:", 10, "quiet_hours",
         "house.yaml"),
    slip("unquoted_time", HOUSE, '"22:00", to: "08:00"', '22:00, to: "08:00"', 7, "22:00",
         'write "22:00"', column=21),
    slip("wrong_type", CREW, "skills: [pour-tea]", "skills: pour-tea", 17, "a list", "- "),
    slip("empty_value", CREW, "  voice: 낮은 존댓말.", "  voice:", 10, "nothing",
         "write the value"),
    slip("unknown_value", CATEGORY, "lean: avoid", "lean: avid", 7, "avid",
         "did you mean avoid", column=11),
    slip("unknown_value", CATEGORY, "lean: avoid", "lean: 회피", 7, "did you mean avoid"),
    slip("unknown_value", CATEGORY, "    not_when:", "    examples:\n"
         "      - {say: 차 팔아, use: yes}\n    not_when:", 10, "did you mean true"),
    slip("unknown_key", CREW, "  voice:", "  tone:", 10, "did you mean voice"),
    slip("bad_id", CREW, "playbook: tea-bora", "playbook: playbooks/tea-bora.md", 16,
         "did you mean tea-bora?"),
    slip("bad_locale", CREW, "ko-KR", "kr", 7, "did you mean ko-KR"),
    slip("unknown_time_zone", HOUSE, "Asia/Seoul", "KST", 5, "did you mean Asia/Seoul"),
    slip("wrong_type", CREW, "[pour-tea]", "［pour-tea］", 17, "`［`", "write `[`"),
    slip("knowledge_unsaid", CREW, "  none: 손맛이 지식이다.", "  none: true", 15, "none: why"),
    slip("curly_quotes", CREW, "name: 보라", "name: “보라", 3, 'write "보라"'),
    slip("unknown_schema", CREW, "crew/v1", "crew/v2", 1, "crew/v2", "schema: crew/v1"),
    slip("bad_id", CREW, "category: tea", "category: Tea Room", 6, "Tea Room", "a-z",
         "did you mean tea-room"),
    slip("bad_id", CREW, "category: tea", "category: 차", 6, "a-z", "for example"),
    slip("wrong_type", CATEGORY, "    not_when:", "    examples: [차 어디서 팔아요]\n    not_when:",
         9, "say, use"),
    slip("wrong_type", CREW, "knowledge:\n  none: 손맛이 지식이다.", "knowledge: none", 14,
         "collections, none"),
    slip("bad_date", CREW, '"2026-11-20"', '"20 Nov 2026"', 5, "20 Nov 2026", "2026-11-20"),
    slip("bad_date", CREW, '"2026-11-20"', '“2026.11.20”', 5, "did you mean 2026-11-20"),
    slip("no_such_day", CREW, '"2026-11-20"', '"2026-11-31"', 5, "2026-11-31", "calendar"),
    slip("bad_time", HOUSE, '"08:00"', '"25:00"', 7, "25:00", "23:59"),
    slip("bad_time", HOUSE, '"08:00"', '"8:00"', 7, "did you mean 08:00"),
    slip("bad_time", HOUSE, '"08:00"', '"오후 8시 30분"', 7, "did you mean 20:30"),
    slip("bad_number", HOUSE, "raw_turns: 730", "raw_turns: many", 11, "many", "digits"),
    slip("bad_locale", CREW, "ko-KR", "korean", 7, "korean", "ko-KR"),
    slip("bad_locale", CREW, "ko-KR", "ko_KR", 7, "did you mean ko-KR"),
    slip("bad_locale", CREW, "ko-KR", "en", 7, "did you mean en-US"),
    slip("unknown_time_zone", HOUSE, "Asia/Seoul", "Asia/Soul", 5, "Asia/Soul",
         "did you mean Asia/Seoul"),
    slip("repeated_entry", CREW, "[pour-tea]", "[pour-tea, pour-tea]", 17, "pour-tea",
         "remove one"),
    slip("one_of_two", CREW, "  none: 손맛이 지식이다.", "  none: 까닭\n  collections: [a-b]", 15,
         "collections", "none", "keep one"),
    slip("duplicate_key", CREW, "category: tea", "category: tea\nname: 보라", 7, "name", "line 3",
         "keep one"),
    slip("unknown_tool", CREW, "  search:\n    guide", "  websearch:\n    guide", 12, "websearch",
         "search, price, memory, follow_up, knowledge"),
    slip("dangling_category", CREW, "category: tea", "category: coffee", 6, "coffee",
         "categories/coffee.yaml", "tea"),
    slip("dangling_playbook", CREW, "playbook: tea-bora", "playbook: tea-dora", 16, "tea-dora",
         "did you mean tea-bora"),
    slip("dangling_skill", CREW, "[pour-tea]", "[brew]", 17, "brew", "skills/brew/SKILL.md"),
    slip("missing_key", CREW, "  summary: 차를 우리는 사람.\n", "", 9, "summary", "add `summary:`"),
    slip("id_is_not_file_name", CREW, "id: tea-bora", "id: tea-dora", 2, "tea-dora", "tea-bora"),
    slip("not_yaml", CREW, "  voice: 낮은", "   voice: 낮은", 10, "YAML", "indentation"),
    slip("not_yaml", CREW, "  none: 손맛", '  none: "손맛', 15, "never closed", "quote"),
    slip("not_yaml", CREW, "  voice:", "\tvoice:", 10, "a tab cannot indent", "--fix", column=1),
    slip("not_yaml", CREW, "name: 보라", "name:보라", 3, "no space after `name:`", column=1),
    slip("not_yaml", CREW, "name: 보라", "name： 보라", 3, "`：` is no colon", "`: `", column=5),
    slip("not_yaml", CREW, "name: 보라", "name:\u00a0보라", 3, "U+00A0", "type a space", column=6),
    slip("not_yaml", CREW, "  voice:", "\u3000voice:", 10, "U+3000", column=1),
    slip("not_yaml", CREW, "  voice: 낮은 존댓말.", "  voice: 낮은 존댓말.\n짧게 말한다.", 11,
         "no `key: value`", "indent it"),
    slip("not_yaml", CREW, "name: 보라", "name: @보라", 3, "cannot begin with `@`", '"@보라"'),
    slip("not_yaml", CREW, "  voice: 낮은 존댓말.", "  voice: *낮은* 존댓말.", 10,
         "cannot begin with `*`", '"*낮은* 존댓말."', column=10),
    slip("not_yaml", CREW, "  voice: 낮은", "  voice: - 낮은", 10, "a list cannot begin", "quote"),
    slip("not_yaml", CREW, "  voice: 낮은 존댓말.", '  voice: "낮은" 존댓말.', 10,
         "after the closing quote", "the whole text"),
    slip("not_yaml", CREW, "  voice: 낮은", "  voice: 원칙: 낮은", 10, "holds `: `",
         '"원칙: 낮은 존댓말."'),
    slip("not_yaml", CREW, "[pour-tea]", "[pour-tea\nowner: tea-team", 17, "`[`",
         "end it with `]`"),
    slip("not_yaml", CATEGORY, "    not_when:", "    examples:\n"
         "      - {say: 차: 팔아, use: true}\n    not_when:", 10, "expected here", "quote text"),
    slip("not_yaml", CATEGORY, "    not_when:", "    examples:\n"
         "      - {say: 차, 잎차 팔아, use: true}\n    not_when:", 10, "ends at a comma",
         '"차, 잎차 팔아"'),
    slip("not_yaml", CATEGORY, "    not_when:", "    examples:\n"
         '      - {say： "차 팔아", use: true}\n    not_when:', 10, "`：` is no colon", column=13),
    slip("not_yaml", CATEGORY, "    not_when:", "    examples:\n"
         '      - {say:"차 팔아", use: true}\n    not_when:', 10, "no space after `say:`"),
    slip("not_yaml", CATEGORY, "    not_when:", "    examples:\n"
         '      - {say: "차 팔아"， use: true}\n    not_when:', 10, "`，`", "write the plain `,`"),
    slip("not_yaml", CREW, "    guide: ", "    guide： ", 13, "`：` is no colon", column=10),
    slip("not_yaml", CREW, "name: 보라", "<<<<<<< HEAD\nname: 보라", 3, "a merge", "`>>>>>>>`"),
    slip("not_yaml", CREW, "name: 보라", "----\nname: 보라", 3, "`----` parts nothing", "`---`"),
    slip("not_yaml", CREW, "name: 보라", "schema: crew/v1\nname: 보라", 3, "second time",
         "keep one of the two"),
    slip("not_yaml", CREW, "  voice: 낮은 존댓말.", r'  voice: "낮은 \존댓말"', 10, "backslash"),
    slip("several_documents", CREW, "playbook: tea-bora", "---\nplaybook: x", 16, "second document",
         "remove the `---`"),
    slip("alias", CREW, "category: tea", "category: &one tea", 6, "&name", "write the text out"),
    slip("alias", CREW, "  search:\n    guide", "  search:\n    <<: {lean: avoid}\n    guide", 13,
         "write the text out"),
    slip("tag", CREW, "category: tea", "category: !!str tea", 6, "tag",
         "remove it"),
    slip("hidden_character", CREW, "name: 보라", "name: 보\u202e라", 3, "U+202E", "delete it"),
    slip("hidden_character", CREW, "id: tea-bora", "id: tea-bora\u200b", 2, "U+200B", column=13),
    slip("no_front_matter", PLAYBOOK, "---\nschema", "schema", 1, "---", "schema and crew"),
    slip("unknown_heading", PLAYBOOK, "## 목표", "## 목표들", 7, "목표들", "did you mean 목표"),
    slip("repeated_heading", PLAYBOOK, "## When they", "## 목표", 10, "목표", "line 7"),
    slip("text_outside_list", PLAYBOOK, "## When they", "그냥 글\n\n## When they", 10, "list item",
         "`- `"),
    slip("nested_item", PLAYBOOK, "- 잠이", "- 하나. {#one}\n  - 잠이", 12, "inside an item",
         "left edge", beside="missing_anchor"),
    slip("no_heading", PLAYBOOK, "## 목표\n", "", 7, "without a heading", "Aim"),
    slip("bad_anchor", PLAYBOOK, "{#one-cup}", "{#One Cup}", 8, "One Cup",
         "did you mean {#one-cup}"),
    slip("bad_anchor", PLAYBOOK, "{#one-cup}", "{#한-잔}", 8, "한-잔", "{#price-first}"),
    slip("half_anchor", PLAYBOOK, "{#one-cup}", "{one-cup}", 8, "`{one-cup}`", "write {#one-cup}"),
    slip("half_anchor", PLAYBOOK, "{#one-cup}", "(#one-cup)", 8, "`(#one-cup)`",
         "write {#one-cup}"),
    slip("half_anchor", PLAYBOOK, "{#one-cup}", "{#one-cup", 8, "`{#one-cup`", "write {#one-cup}"),
    slip("half_anchor", PLAYBOOK, " {#one-cup}", " {#one-cup}.", 8, "the last thing"),
    slip("half_anchor", PLAYBOOK, "{#one-cup}", "{#cup} {#one-cup}", 8, "only one"),
    slip("empty_item", PLAYBOOK, "## When they", "-\n\n## When they", 10, "remove the line"),
    slip("merge_marks", PLAYBOOK, "## When they", ">>>>>>> x\n\n## When they", 10, "`>>>>>>>`",
         "keep one"),
    slip("half_heading", PLAYBOOK, "## 목표", "##목표", 7, "`##목표`", "write `## 목표`"),
    slip("half_heading", PLAYBOOK, "## 목표", "**목표**", 7, "write `## 목표`"),
    slip("half_heading", PLAYBOOK, "## When they", "When they:", 10, "write `## When they`"),
    slip("duplicate_anchor", PLAYBOOK, "{#late-cup}", "{#one-cup}", 11, "one-cup", "line 8"),
    slip("empty_skill", SKILL, "1. 물을 식힌다.\n", "", 5, "no procedure", "write the steps"),
    slip("unknown_placeholder", CREW, "차를 우리는", "차를 {{ username }}와 우리는", 9, "username",
         "did you mean user_name"),
    slip("half_placeholder", CREW, "차를 우리는", "차를 {{ user_name } 님과 우리는", 9,
         "user_name", "write {{ user_name }}"),
    slip("half_placeholder", PLAYBOOK, "카페인", "{user_name} 님께 카페인", 11, "user_name",
         "leave the braces out"),
    slip("half_placeholder", PLAYBOOK, "카페인", "｛｛ today ｝｝ 카페인", 11, "write {{ today }}"),
    slip("cut_by_comment", CREW, "차를 우리는 사람.", "차와 # 다식을 우리는 사람.", 9,
         "# 다식을 우리는 사람.", "quote the whole text"),
    slip("curly_quotes", CREW, "name: 보라", "name: “보라”", 3, 'write "보라"'),
    slip("too_long", CREW, "name: 보라", "name: " + "보" * 41, 3, "41", "40", "shorter"),
    # prose, policy and coverage
    slip("missing_anchor", PLAYBOOK, " {#late-cup}", "", 11, "anchor", "--fix"),
    slip("knowledge_unsaid", CREW, "knowledge:\n  none: 손맛이 지식이다.\n", "", 1, "knowledge",
         "none: why"),
    slip("playbook_of_another_crew", PLAYBOOK, "crew: tea-bora", "crew: tea-dora", 16, "tea-dora",
         "of its own"),
    slip("guide_too_long", CATEGORY, "찾아보고 말한다.", "찾는다. 둘이다. 셋이다.", 8, "guide",
         "3 sentences", "playbook"),
    slip("guide_too_long", CATEGORY, "찾아보고 말한다.", "찾" * 160, 8, "160", "playbook"),
    slip("guide_never_says_when", CATEGORY, "찻집의 여는 시간을 물으면 찾아보고 말한다.",
         "검색을 잘 활용한다.", 8, "search", "occasion"),
    slip("favour_without_not_when", CATEGORY, "  price:\n", "  price:\n    lean: favour\n", 11,
         "price", "not_when"),
    slip("override_equals_default", CREW, "  search:\n", "  search:\n    lean: avoid\n", 13, "lean",
         "crews/categories/tea.yaml", "--fix"),
    slip("examples_disagree", CATEGORY, "    not_when:", "    examples:\n"
         "      - {say: 찻집 열었어요?, use: true}\n      - {say: 찻집 열었어요?, use: false}\n"
         "    not_when:", 11, "찻집 열었어요?", "search", "keep the one", column=9),
    slip("skill_never_says_when", SKILL, "우리는 법을 물을 때 쓴다", "차를 우린다", 3, "pour-tea",
         "when"),
    slip("trailing_space", CREW, "category: tea", "category: tea  ", 6, "1 lines", "--fix"),
    slip("unknown_ability", PLAYBOOK, "카페인 없는 차를 권한다", "찻집을 대신 예약해 준다", 11,
         "예약해 준다", "search, price, memory"),
    slip("markup", PLAYBOOK, "카페인 없는", "<b>카페인</b> 없는", 11, "`<b>`", "in words"),
    slip("markup", CATEGORY, "찻집의 여는", "찻집의 {% if open %} 여는", 8, "letter by letter"),
    slip("markup", PLAYBOOK, "카페인 없는", "[카페인](https://tea.invalid) 없는", 11, "in words"),
    slip("markup", CREW, "차를 우리는", "차를 <i>천천히</i> 우리는", 9, "`<i>`"),
    slip("quotes_memory", CREW, "낮은 존댓말", "예전에 말한 취향을 인용한다", 10, "quietly"),
    slip("code_words", PLAYBOOK, "차를 권한다", "get_tea(kind)를 호출한다", 11, "`get_tea(kind)`",
         "plain words"),
    slip("code_words", CATEGORY, "찾아보고 말한다", "web_search로 본다", 8, "`web_search`"),
    slip("said_twice", PLAYBOOK, "{#late-cup}", "{#late-cup}\n"
         "- 잠이 안 온다고 하면 카페인 없는 차를 권한다. {#late-tea}", 12,
         "playbooks/tea-bora.md:11", "keep one"),
    slip("lean_against_guide", CATEGORY, "물으면 찾아보고", "물으면 반드시 찾아보고", 7,
         "lean: avoid", "반드시", "change the lean"),
    slip("always_against_never", PLAYBOOK, "{#late-cup}", "{#late-cup}\n"
         "- 잠이 안 온다고 하면 카페인 없는 차를 권하지 않는다. {#no-tea}", 12,
         "playbooks/tea-bora.md:11", "gives way"),
    slip("quotes_memory", PLAYBOOK, "카페인 없는 차를 권한다", "예전에 말한 취향을 인용한다", 11,
         "quote", "quietly"),
    slip("hour_in_follow_up", CATEGORY, "한 번 알린다", "좋은 아침이라고 알린다", 15, "좋은 아침",
         "leave it out"),
    slip("always_sends", CATEGORY, "전날 낮에 한 번 알린다", "할 말이 없어도 매일 보낸다", 15,
         "할 말이 없어도", "silence is the default"),
    slip("house_rule_repeated", PLAYBOOK, "잠이 안 온다고 하면 카페인 없는 차를 권한다",
         "언제나 부드럽고 조용히 이야기를 반영한다", 11, "house", "remove it here"),
    slip("quiet_all_day", HOUSE, 'to: "07:00"', 'to: "22:00"', 8, "22:00", "`to`"),
    slip("repeats_without_end", CATEGORY, "다도 모임 날짜가 나오면 전날 낮에 한 번 알린다."
         "\n    repeats: ask", "날마다 물 마실 때를 알린다.\n    repeats: allowed", 16,
         "repeats: allowed", "until when"),
    slip("unreviewed", CREW, "reviewed_by: tea-team\n", "", 1, "reviewed_by", "<team>"),
    slip("review_old", CREW, "2026-11-20", "2025-01-02", 5, "2025-01-02", "697 days",
         'reviewed_at: "2026-11-30"'),
    slip("review_ahead", CREW, "2026-11-20", "2027-01-02", 5, "2027-01-02", "2026-11-30"),
]  # fmt: skip


def test_the_text_that_every_slip_is_made_in_is_clean(folder: LintFolder) -> None:
    assert folder.lint().problems == ()


@pytest.mark.parametrize("slip", SLIPS, ids=lambda each: f"{each.id}-{each.file}-{each.line}")
def test_a_slip_is_told_with_its_number_its_place_and_what_to_do(
    slip: Slip, folder: LintFolder
) -> None:
    if slip.id == "house_rule_repeated":
        folder.edit(HOUSE, "조용히 반영한다", "언제나 부드럽고 조용히 이야기를 반영한다")
    folder.edit(slip.file, slip.old, slip.new)

    found = folder.lint().problems

    [told] = [each for each in found if each.id == slip.id]
    assert {each.id for each in found} - {slip.id} <= slip.beside
    assert told.code == CODES[slip.id]
    assert told.line == slip.line
    assert slip.column in (None, told.column)
    said = f"{told.file} {told.message} {told.hint}"
    assert [name for name in slip.names if name not in said] == []
    assert told.message_ko
    assert told.hint_ko


# What only shows when files are seen together; `test_lint_rules.py` tries each of them.
TOGETHER = {
    "same_text_in_many_crews", "no_story_covers", "unknown_collection",
    "search_favoured_in_care", "safety_changed", "unused_line",
}  # fmt: skip


def test_every_kind_of_problem_is_tried_as_a_writer_meets_it() -> None:
    alone = {"too_many", "file_missing", "unreadable", "folder_missing"}
    tried = {each.id for each in SLIPS} | {each.id for each in WHOLE} | TOGETHER | alone

    assert set(CODES) - tried == set()


def test_every_kind_of_problem_has_a_number_of_its_family() -> None:
    assert all(code[0] == "C" and len(code) == 4 for code in CODES.values())
    assert max(CODES.values()) == "C070"
