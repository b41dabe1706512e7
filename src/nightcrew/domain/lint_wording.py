"""What is said about crew text that can be read and should still be looked at."""

from __future__ import annotations

from nightcrew.domain.wording import Wording

LINT_WORDINGS = {
    "unknown_collection": Wording(
        en="no file of this installation holds the knowledge collection `{value}`",
        ko="지식 컬렉션 `{value}`을(를) 담은 파일이 없습니다",
        hint_en="write {file}, load it with `nightcrew knowledge load`, or name one of: {known}",
        hint_ko="{file}을(를) 쓰거나 `nightcrew knowledge load`로 넣거나 다음 중 고르세요: {known}",
        severity="warning",
    ),
    "missing_anchor": Wording(
        en="this instruction has no anchor; rewording it would give it another name",
        ko="이 지침에는 앵커가 없어서, 말을 고치면 이름도 바뀝니다",
        hint_en="write {{#{anchor}}} at its end, or let `crews lint --fix` do it",
        hint_ko="끝에 {{#{anchor}}}을(를) 쓰거나 `crews lint --fix`로 고치세요",
        severity="warning",
    ),
    "guide_too_long": Wording(
        en="`{key}` has {sentences} sentences and {length} characters; two and 160 is the measure",
        ko="`{key}`이(가) {sentences}문장 {length}자입니다. 두 문장, 160자까지가 기준입니다",
        hint_en="keep when it is used and move how it is done into the playbook",
        hint_ko="언제 쓰는지만 남기고, 어떻게 하는지는 플레이북으로 옮기세요",
        severity="warning",
    ),
    "guide_never_says_when": Wording(
        en="the guide of {tool} never says when the tool is used",
        ko="{tool} 지침에 언제 쓰는지가 없습니다",
        hint_en="begin with the occasion, such as: When they ask what a car is worth, ...",
        hint_ko="예: 값이 얼마쯤인지 물으면 ..., 처럼 때부터 써 주세요",
        severity="warning",
    ),
    "favour_without_not_when": Wording(
        en="{tool} is favoured and nothing says when it is not used",
        ko="{tool}을(를) 즐겨 쓰라면서 언제 쓰지 않는지가 없습니다",
        hint_en="add `not_when:` beside the guide",
        hint_ko="guide 옆에 `not_when:`을 써 주세요",
        severity="warning",
    ),
    "override_equals_default": Wording(
        en="`{key}` of {tool} says what {below} says already",
        ko="{tool}의 `{key}`은(는) {below}에 적힌 것과 같습니다",
        hint_en="remove the key, or let `crews lint --fix` do it",
        hint_ko="이 키를 지우거나 `crews lint --fix`로 고치세요",
        severity="warning",
    ),
    "same_text_in_many_crews": Wording(
        en="the same text stands in {count} crews: {crews}",
        ko="같은 글이 크루 {count}곳에 있습니다: {crews}",
        hint_en="say it once in the category or the house, or say it as each crew would",
        hint_ko="카테고리나 house에 한 번만 쓰거나, 크루마다 그 크루답게 써 주세요",
        severity="warning",
    ),
    "trailing_space": Wording(
        en="space at the end of {count} lines, first here",
        ko="줄 끝에 빈칸이 남은 줄이 {count}개 있습니다. 처음은 여기입니다",
        hint_en="remove it, or let `crews lint --fix` do it",
        hint_ko="지우거나 `crews lint --fix`로 고치세요",
        severity="warning",
    ),
    "always_against_never": Wording(
        en='"{one}" and "{other}" ({where}) may pull against each other',
        ko='"{one}"과(와) "{other}" ({where})이(가) 서로 어긋날 수 있습니다',
        hint_en="say in one of them when it gives way",
        hint_ko="어느 때 물러서는지를 한쪽에 적어 주세요",
        severity="warning",
    ),
    "unknown_ability": Wording(
        en='"{said}" is nothing a crew can do; the five tools are search, price, memory, '
        "follow_up, knowledge",
        ko='"{said}"은(는) 크루가 할 수 없는 일입니다. 도구는 search, price, memory, follow_up, '
        "knowledge 다섯입니다",
        hint_en="say what the user can do by themselves, or which of the five helps",
        hint_ko="사용자가 스스로 할 수 있는 길이나, 다섯 도구 가운데 돕는 것을 적어 주세요",
        severity="warning",
    ),
    "quotes_memory": Wording(
        en='"{said}" tells the crew to quote what it remembers',
        ko='"{said}"은(는) 기억을 입 밖에 내라는 말입니다',
        hint_en="let it shape the answer quietly; quote it only when the user asks",
        hint_ko="조용히 반영하게 하고, 사용자가 물을 때만 말하게 해 주세요",
        severity="warning",
    ),
    "hour_in_follow_up": Wording(
        en='"{said}" fits one hour or day only; a follow-up may go out later',
        ko='"{said}"은(는) 정해진 때에만 맞는 말입니다. 연락은 늦춰질 수 있습니다',
        hint_en="leave it out; words are chosen when the message goes",
        hint_ko="빼 주세요. 말은 보내는 순간에 고릅니다",
        severity="warning",
    ),
    "house_rule_repeated": Wording(
        en="the house says this to every crew already: {rule}",
        ko="house가 모든 크루에게 이미 하는 말입니다: {rule}",
        hint_en="remove it here, or say what this crew does beyond it",
        hint_ko="여기서는 지우거나, 이 크루만의 것을 적어 주세요",
        severity="warning",
    ),
    "always_sends": Wording(
        en='"{said}" asks for a message even if there is nothing to say; silence is the default',
        ko='"{said}"은(는) 할 말이 없어도 보내라는 뜻입니다. 침묵이 기본입니다',
        hint_en="say for which dated matter a message goes; `when_nothing` is set a follow-up",
        hint_ko="어떤 날짜의 일에 보내는지 적어 주세요. `when_nothing`은 알림마다 정합니다",
        severity="warning",
    ),
    "quiet_all_day": Wording(
        en="quiet from {value} to {value} leaves no hour in which a crew may speak by itself",
        ko="{value}부터 {value}까지 조용하면 크루가 먼저 말할 시간이 없습니다",
        hint_en="write the hour at which speaking is fine again under `to`",
        hint_ko="다시 말해도 되는 시각을 `to`에 써 주세요",
        severity="warning",
    ),
    "repeats_without_end": Wording(
        en="`repeats: allowed`, and no line says when a repeated message ends",
        ko="`repeats: allowed`인데 되풀이가 언제 끝나는지 적은 줄이 없습니다",
        hint_en="say in the guide until when, or write `repeats: ask`",
        hint_ko="guide에 언제까지인지 적거나 `repeats: ask`로 바꿔 주세요",
        severity="warning",
    ),
    "no_story_covers": Wording(
        en="no story covers {name}",
        ko="{name}을(를) 확인하는 이야기가 없습니다",
        hint_en="name it under `covers:` of a story that turns on it",
        hint_ko="이 줄에 달린 이야기의 `covers:`에 적어 주세요",
        severity="warning",
    ),
    "search_favoured_in_care": Wording(
        en="`search: favour` in `{category}`: found pages push somebody who opens up away",
        ko="`{category}`에서 검색을 즐겨 쓰면, 마음을 연 사람을 밀어낼 수 있습니다",
        hint_en="write `lean: avoid` or `neutral`; a plain question of fact is searched anyway",
        hint_ko="`lean: avoid`나 `neutral`로 바꿔 주세요. 사실을 물으면 그래도 찾습니다",
        severity="warning",
    ),
    "unreviewed": Wording(
        en="this text is live and nobody has reviewed it: {missing} is missing",
        ko="쓰이고 있는 글인데 검토한 기록이 없습니다: {missing} 없음",
        hint_en='after reading it write `reviewed_by: <team>` and `reviewed_at: "{today}"`',
        hint_ko='읽어 본 뒤 `reviewed_by: <팀>`과 `reviewed_at: "{today}"`를 써 주세요',
        severity="warning",
    ),
    "review_old": Wording(
        en="reviewed on {value}, {days} days ago; a review holds for {limit} days",
        ko="{value}에 검토하고 {days}일이 지났습니다. 검토는 {limit}일 동안 유효합니다",
        hint_en='read it again and write `reviewed_at: "{today}"`',
        hint_ko='다시 읽고 `reviewed_at: "{today}"`로 고쳐 주세요',
        severity="warning",
    ),
    "review_ahead": Wording(
        en="the review is dated {value}, which has not come yet",
        ko="검토한 날이 {value}인데 아직 오지 않은 날입니다",
        hint_en='write the day it was read, such as "{today}"',
        hint_ko='읽은 날을 "{today}"처럼 써 주세요',
        severity="warning",
    ),
    "safety_changed": Wording(
        en="the safety text `{name}` has changed since it was published",
        ko="안전 문구 `{name}`이(가) 게시된 것과 다릅니다",
        hint_en="let a second reviewer read it before it is published",
        hint_ko="게시하기 전에 검토자 한 사람이 더 읽어 주세요",
        severity="warning",
    ),
}
