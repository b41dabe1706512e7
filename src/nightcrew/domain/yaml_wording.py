"""What is said about problems of a file, of its YAML and of its shape."""

from __future__ import annotations

from nightcrew.domain.wording import Wording

YAML_WORDINGS = {
    # the file itself
    "folder_missing": Wording(
        en="the folder `{folder}` is not there",
        ko="`{folder}` 폴더가 없습니다",
        hint_en="make it, or point the setting at the right place",
        hint_ko="폴더를 만들거나 설정이 가리키는 곳을 고쳐 주세요",
    ),
    "file_missing": Wording(
        en="`{file}` is not there; no crew can serve without it",
        ko="`{file}` 파일이 없습니다. 이 파일 없이는 어떤 크루도 일할 수 없습니다",
        hint_en="write it; the shape is `schema: house/v1`",
        hint_ko="파일을 만들어 주세요. 첫 줄은 `schema: house/v1`입니다",
    ),
    "unreadable": Wording(
        en="the file cannot be read ({reason})",
        ko="파일을 읽을 수 없습니다 ({reason})",
        hint_en="check that it is a plain file and that the service may read it",
        hint_ko="보통 파일인지, 읽을 권한이 있는지 확인해 주세요",
    ),
    "wrong_extension": Wording(
        en="`{name}` is not read; the name of such a file ends in {ending}",
        ko="`{name}`은(는) 읽지 않습니다. 이런 파일의 이름은 {ending}(으)로 끝납니다",
        hint_en="rename it to `{meant_name}`",
        hint_ko="`{meant_name}`(으)로 이름을 바꿔 주세요",
    ),
    "too_large": Wording(
        en="the file is larger than {limit} KB",
        ko="파일이 {limit}KB보다 큽니다",
        hint_en="move long text into a playbook, a skill or knowledge",
        hint_ko="긴 글은 플레이북, 스킬, 지식으로 옮겨 주세요",
    ),
    "not_utf8": Wording(
        en="the file is not UTF-8 from byte {byte} on",
        ko="{byte}번째 바이트부터 UTF-8이 아닙니다",
        hint_en="save it again as UTF-8",
        hint_ko="편집기에서 UTF-8로 다시 저장해 주세요",
    ),
    "hidden_character": Wording(
        en="a character that cannot be seen stands here ({code})",
        ko="눈에 보이지 않는 글자가 있습니다 ({code})",
        hint_en="delete it; it often comes along with pasted text",
        hint_ko="지워 주세요. 다른 곳에서 붙여 넣을 때 따라온 글자일 수 있습니다",
    ),
    "empty_file": Wording(
        en="the file is empty",
        ko="파일이 비어 있습니다",
        hint_en="begin with `schema:`, or remove the file",
        hint_ko="`schema:`부터 쓰거나 파일을 지워 주세요",
    ),
    # YAML
    "not_yaml": Wording(
        en="this is not valid YAML: {reason}",
        ko="올바른 YAML이 아닙니다: {reason_ko}",
        hint_en="{remedy}",
        hint_ko="{remedy_ko}",
    ),
    "several_documents": Wording(
        en="a second document begins here; one file holds one",
        ko="여기서 두 번째 문서가 시작됩니다. 한 파일에는 문서 하나만 씁니다",
        hint_en="remove the `---`",
        hint_ko="`---` 줄을 지워 주세요",
    ),
    "alias": Wording(
        en="anchors and aliases (`&name`, `*name`) are not allowed",
        ko="앵커와 별칭(`&이름`, `*이름`)은 쓸 수 없습니다",
        hint_en="write the text out, or put quotes around it if the sign is part of the text",
        hint_ko="글을 그대로 다시 쓰거나, 글의 일부라면 따옴표로 감싸 주세요",
    ),
    "tag": Wording(
        en="tags (`{tag}`) are not allowed",
        ko="태그(`{tag}`)는 쓸 수 없습니다",
        hint_en="remove it, or put quotes around the text if the sign is part of it",
        hint_ko="지우거나, 글의 일부라면 따옴표로 감싸 주세요",
    ),
    "duplicate_key": Wording(
        en="`{key}` stands here for the second time; the first is in line {first}",
        ko="`{key}`을(를) 두 번 썼습니다. 처음 쓴 곳은 {first}번째 줄입니다",
        hint_en="keep one of the two",
        hint_ko="둘 중 하나만 남겨 주세요",
    ),
    "bad_key": Wording(
        en="a group or a list stands here, where a key has to be plain text",
        ko="키가 올 자리에 묶음이나 목록이 있습니다. 키는 글자여야 합니다",
        hint_en="put quotes around text that begins with a brace or a bracket",
        hint_ko="괄호로 시작하는 글은 따옴표로 감싸 주세요",
    ),
    "too_deep": Wording(
        en="more than {limit} levels inside each other",
        ko="{limit}단계보다 깊게 겹쳐 있습니다",
        hint_en="flatten it",
        hint_ko="단계를 줄여 주세요",
    ),
    # shape
    "unknown_schema": Wording(
        en="`{value}` is not a schema of this file; it is `{wanted}`",
        ko="`{value}`은(는) 이 파일의 schema가 아닙니다. `{wanted}`이어야 합니다",
        hint_en="write `schema: {wanted}`",
        hint_ko="`schema: {wanted}`로 써 주세요",
    ),
    "unknown_key": Wording(
        en="unknown key `{key}`",
        ko="`{key}`은(는) 모르는 키입니다",
        hint_en="allowed here: {allowed}",
        hint_ko="여기에 쓸 수 있는 키: {allowed}",
    ),
    "misplaced_key": Wording(
        en="`{key}` is not allowed here; allowed {places}",
        ko="`{key}`은(는) 여기에 쓸 수 없습니다. 쓸 수 있는 곳: {places_ko}",
        hint_en="move it there, or remove it",
        hint_ko="그곳으로 옮기거나 지워 주세요",
    ),
    "unknown_tool": Wording(
        en="there is no tool `{key}`; the five are search, price, memory, follow_up, knowledge",
        ko="`{key}` 도구는 없습니다. 도구는 search, price, memory, follow_up, knowledge 다섯입니다",
        hint_en="crews get no tools of their own; say in a guide when one of the five is used",
        hint_ko="크루마다 도구를 새로 만들지 않습니다. 다섯 도구를 언제 쓰는지 적어 주세요",
    ),
    "missing_key": Wording(
        en="`{key}` is missing",
        ko="`{key}`이(가) 빠졌습니다",
        hint_en="add `{key}:` here",
        hint_ko="여기에 `{key}:`을(를) 넣어 주세요",
    ),
    "wrong_type": Wording(
        en="{wanted} belongs here, not {found}",
        ko="여기에는 {wanted_ko}이(가) 와야 하는데 {found_ko}이(가) 있습니다",
        hint_en="{example}",
        hint_ko="{example_ko}",
    ),
    "unquoted_time": Wording(
        en="the time {value} stands without quotes; other YAML readers take it for a number",
        ko="시각 {value}에 따옴표가 없습니다. 다른 YAML 도구는 이것을 숫자로 읽습니다",
        hint_en='write "{value}"',
        hint_ko='"{value}"처럼 따옴표를 붙여 주세요',
    ),
    "empty_value": Wording(
        en="nothing stands here",
        ko="값이 비어 있습니다",
        hint_en="write the value, or remove the key",
        hint_ko="값을 쓰거나 키를 지워 주세요",
    ),
    "unknown_value": Wording(
        en="`{value}` is not one of {allowed}",
        ko="`{value}`은(는) 쓸 수 없는 값입니다. 가능한 값: {allowed}",
        hint_en="choose one of {allowed}",
        hint_ko="{allowed} 가운데 하나를 골라 주세요",
    ),
    "bad_id": Wording(
        en="`{value}` is not an id: {least} to {most} of a-z, 0-9 and -",
        ko="`{value}`은(는) 쓸 수 없는 id입니다. a-z, 0-9, -로 {least}~{most}자여야 합니다",
        hint_en="for example `travel-mina`",
        hint_ko="예: `travel-mina`",
    ),
    "bad_file_name": Wording(
        en="a file is named by its id, and `{value}` is none: {least} to {most} of a-z, 0-9 and -",
        ko="파일 이름이 곧 id인데 `{value}`은(는) id로 쓸 수 없습니다. "
        "a-z, 0-9, -로 {least}~{most}자여야 합니다",
        hint_en="rename it, for example to `travel-mina`",
        hint_ko="`travel-mina`처럼 이름을 바꿔 주세요",
    ),
    "id_is_not_file_name": Wording(
        en="the id is `{value}`, the file is named `{name}`; they have to be the same",
        ko="id는 `{value}`인데 파일 이름은 `{name}`입니다. 둘이 같아야 합니다",
        hint_en="write `{key}: {name}`, or rename the file",
        hint_ko="`{key}: {name}`(으)로 고치거나 파일 이름을 바꿔 주세요",
    ),
    "bad_date": Wording(
        en="`{value}` is not a date",
        ko="`{value}`은(는) 날짜가 아닙니다",
        hint_en='write it as "2026-11-20"',
        hint_ko='"2026-11-20"처럼 써 주세요',
    ),
    "no_such_day": Wording(
        en="the calendar has no day `{value}`",
        ko="달력에 `{value}`은(는) 없습니다",
        hint_en="write a day that there is, as year-month-day",
        hint_ko="있는 날을 연-월-일로 써 주세요",
    ),
    "bad_time": Wording(
        en="`{value}` is not a time of day",
        ko="`{value}`은(는) 하루 안의 시각이 아닙니다",
        hint_en='write it as "22:00", from "00:00" to "23:59"',
        hint_ko='"00:00"부터 "23:59"까지, "22:00"처럼 써 주세요',
    ),
    "bad_number": Wording(
        en="`{value}` is not a whole number from {least} to {most}",
        ko="`{value}`은(는) {least}부터 {most}까지의 정수가 아닙니다",
        hint_en="write digits only",
        hint_ko="숫자만 써 주세요",
    ),
    "bad_locale": Wording(
        en="`{value}` is not a locale",
        ko="`{value}`은(는) 로캘이 아닙니다",
        hint_en="write language and country, such as ko-KR or en-US",
        hint_ko="ko-KR, en-US처럼 언어와 나라를 써 주세요",
    ),
    "unknown_time_zone": Wording(
        en="there is no time zone `{value}`",
        ko="`{value}` 시간대는 없습니다",
        hint_en="for example Asia/Seoul",
        hint_ko="예: Asia/Seoul",
    ),
    "too_long": Wording(
        en="{length} characters; at most {limit} fit here",
        ko="{length}자입니다. 여기에는 {limit}자까지 쓸 수 있습니다",
        hint_en="say it shorter, or move it into the playbook",
        hint_ko="더 짧게 쓰거나 플레이북으로 옮겨 주세요",
    ),
    "too_many": Wording(
        en="{length} entries; at most {limit} are allowed",
        ko="{length}개입니다. {limit}개까지 쓸 수 있습니다",
        hint_en="remove the weakest ones",
        hint_ko="덜 중요한 것을 지워 주세요",
    ),
    "repeated_entry": Wording(
        en="`{value}` stands in this list twice",
        ko="`{value}`이(가) 목록에 두 번 있습니다",
        hint_en="remove one of the two",
        hint_ko="하나를 지워 주세요",
    ),
    "unknown_placeholder": Wording(
        en="`{name}` in double braces is not filled by anything",
        ko="두 겹 중괄호 안의 `{name}`을(를) 채울 값이 없습니다",
        hint_en="known names: user_name, crew_name, today",
        hint_ko="쓸 수 있는 이름: user_name, crew_name, today",
    ),
    "half_placeholder": Wording(
        en="`{name}` stands in braces that are not two and two, so that nothing is filled in",
        ko="`{name}`을(를) 감싼 중괄호가 두 겹씩이 아니어서 채워지지 않습니다",
        hint_en="write {{{{ {name} }}}}, or leave the braces out",
        hint_ko="{{{{ {name} }}}}(으)로 쓰거나 중괄호를 빼 주세요",
        severity="warning",
    ),
    "cut_by_comment": Wording(
        en="this text ends before ` #`; `{rest}` is a comment and reaches nobody",
        ko="이 글은 ` #` 앞에서 끝납니다. `{rest}`은(는) 주석이라 아무에게도 가지 않습니다",
        hint_en="quote the whole text if it goes on; a comment gets two spaces or its own line",
        hint_ko="이어지는 글이면 전체를 따옴표로 감싸고, 주석이면 두 칸 띄우거나 줄을 따로 쓰세요",
        severity="warning",
    ),
    "curly_quotes": Wording(
        en="curly quotes are part of the text; only straight ones close it in",
        ko="둥근 따옴표는 글의 일부가 됩니다. 글을 감싸는 것은 곧은 따옴표입니다",
        hint_en='write "{inside}", or leave the quotes out',
        hint_ko='"{inside}"(으)로 쓰거나 따옴표를 빼 주세요',
        severity="warning",
    ),
    "one_of_two": Wording(
        en="`{first}` and `{second}` exclude each other",
        ko="`{first}`과(와) `{second}`은(는) 함께 쓸 수 없습니다",
        hint_en="keep one of the two",
        hint_ko="둘 중 하나만 남겨 주세요",
    ),
    "knowledge_unsaid": Wording(
        en="neither knowledge collections nor a reason for having none are given",
        ko="지식 컬렉션도, 지식을 두지 않는 까닭도 적혀 있지 않습니다",
        hint_en="write `knowledge: {{none: why}}` or `knowledge: {{collections: [name]}}`",
        hint_ko="`knowledge: {{none: 까닭}}`이나 `knowledge: {{collections: [이름]}}`을 써 주세요",
        severity="warning",
    ),
}
