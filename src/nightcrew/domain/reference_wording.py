"""What is said about problems of references, playbooks and skills."""

from __future__ import annotations

from nightcrew.domain.wording import Wording

REFERENCE_WORDINGS = {
    # references
    "dangling_category": Wording(
        en="there is no category `{value}` ({file} is missing)",
        ko="`{value}` 카테고리가 없습니다 ({file} 파일 없음)",
        hint_en="write the file, or name one of: {known}",
        hint_ko="파일을 만들거나 다음 중에서 골라 주세요: {known}",
    ),
    "dangling_playbook": Wording(
        en="there is no playbook `{value}` ({file} is missing)",
        ko="`{value}` 플레이북이 없습니다 ({file} 파일 없음)",
        hint_en="write the file, or remove the line",
        hint_ko="파일을 만들거나 이 줄을 지워 주세요",
    ),
    "dangling_skill": Wording(
        en="there is no skill `{value}` ({file} is missing)",
        ko="`{value}` 스킬이 없습니다 ({file} 파일 없음)",
        hint_en="write the file, or remove it from the list",
        hint_ko="파일을 만들거나 목록에서 지워 주세요",
    ),
    "playbook_of_another_crew": Wording(
        en="the playbook `{value}` says it belongs to `{other}`",
        ko="`{value}` 플레이북에는 `{other}`의 것이라고 적혀 있습니다",
        hint_en="write `crew: {crew}` in {file}, or give this crew a playbook of its own",
        hint_ko="{file}에 `crew: {crew}`라고 쓰거나, 이 크루의 플레이북을 따로 만들어 주세요",
        severity="warning",
    ),
    # Markdown
    "no_front_matter": Wording(
        en="the file has to begin with a block between two lines of `---`",
        ko="파일은 `---` 두 줄로 감싼 머리말로 시작해야 합니다",
        hint_en="first line `---`, then {keys}, then `---`",
        hint_ko="첫 줄에 `---`, 그다음 {keys}, 그다음 `---`을 써 주세요",
    ),
    "unknown_heading": Wording(
        en="unknown heading `{value}`",
        ko="`{value}`은(는) 모르는 제목입니다",
        hint_en="headings: Aim, When they, How to say it, Never, Hand over",
        hint_ko="쓸 수 있는 제목: 목표, 이럴 때, 말투, 하지 않는 것, 넘기는 때",
    ),
    "half_heading": Wording(
        en="`{value}` is no heading as it is written",
        ko="`{value}`은(는) 이대로는 제목이 아닙니다",
        hint_en="write `## {heading}`, alone in its line",
        hint_ko="한 줄에 따로 `## {heading}`라고 써 주세요",
    ),
    "repeated_heading": Wording(
        en="the heading `{value}` stands here for the second time; the first is in line {first}",
        ko="`{value}` 제목이 두 번 나옵니다. 처음은 {first}번째 줄입니다",
        hint_en="move these instructions under the first one",
        hint_ko="아래 지침을 처음 제목 밑으로 옮겨 주세요",
    ),
    "text_outside_list": Wording(
        en="text outside a list item; every instruction is an item",
        ko="목록 밖에 글이 있습니다. 지침은 하나씩 목록 항목으로 씁니다",
        hint_en="begin the line with `- `, a hyphen and a space, or indent it if it goes on with "
        "the item above",
        hint_ko="줄을 `- `(붙임표와 빈칸)로 시작하거나, 윗줄에 이어지는 글이면 들여 써 주세요",
    ),
    "nested_item": Wording(
        en="an item inside an item; one instruction is one item",
        ko="항목 안에 항목이 있습니다. 지침 하나가 항목 하나입니다",
        hint_en="begin it at the left edge",
        hint_ko="맨 왼쪽에서 `- `로 시작해 주세요",
    ),
    "no_heading": Wording(
        en="an instruction without a heading above it",
        ko="지침 위에 제목이 없습니다",
        hint_en="headings: Aim, When they, How to say it, Never, Hand over",
        hint_ko="쓸 수 있는 제목: 목표, 이럴 때, 말투, 하지 않는 것, 넘기는 때",
    ),
    "no_instruction": Wording(
        en="there is no instruction in this playbook",
        ko="이 플레이북에는 지침이 없습니다",
        hint_en="write at least one item under a heading",
        hint_ko="제목 아래에 지침을 하나 이상 써 주세요",
    ),
    "bad_anchor": Wording(
        en="`{value}` is not an anchor",
        ko="`{value}`은(는) 앵커로 쓸 수 없습니다",
        hint_en="2 to 64 of a-z, 0-9 and -, such as {{#price-first}}",
        hint_ko="a-z, 0-9, -로 2~64자, {{#price-first}}처럼 써 주세요",
    ),
    "half_anchor": Wording(
        en="`{value}` looks like an anchor and is read as part of the instruction",
        ko="`{value}`은(는) 앵커처럼 보이지만 지침의 글로 읽힙니다",
        hint_en="write {{#{anchor}}} as the last thing of the item, and only one",
        hint_ko="항목의 맨 끝에 {{#{anchor}}} 하나만 써 주세요",
    ),
    "empty_item": Wording(
        en="nothing stands in this item",
        ko="빈 항목입니다",
        hint_en="write the instruction, or remove the line",
        hint_ko="지침을 쓰거나 이 줄을 지워 주세요",
    ),
    "merge_marks": Wording(
        en="a merge has left both texts here (`{value}`)",
        ko="두 글을 합치다 만 자국이 있습니다 (`{value}`)",
        hint_en="keep one of the two texts; remove the lines `<<<<<<<`, `=======`, `>>>>>>>`",
        hint_ko="두 글 가운데 하나만 남기고 `<<<<<<<`, `=======`, `>>>>>>>` 줄을 지워 주세요",
    ),
    "duplicate_anchor": Wording(
        en="the anchor `{value}` is taken by line {first}",
        ko="앵커 `{value}`은(는) {first}번째 줄에서 이미 썼습니다",
        hint_en="give this instruction an anchor of its own, or remove it if it says the same",
        hint_ko="다른 앵커를 붙이거나, 같은 지침이면 지워 주세요",
    ),
    "empty_skill": Wording(
        en="the skill has no procedure below its front matter",
        ko="스킬의 머리말 아래에 절차가 없습니다",
        hint_en="write the steps",
        hint_ko="절차를 써 주세요",
    ),
}
