"""Why a parser gave up, in words a writer knows, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

_REMEDY_EN = (
    "check the indentation here and on the line above; quote text that holds `: `, or that begins "
    "with a brace, a bracket, `*`, `&`, `!`, `%`, `@` or a quote"
)
_REMEDY_KO = (
    "이 줄과 윗줄의 들여쓰기를 확인해 주세요. `: `이 들어 있거나 괄호나 "
    "`*`, `&`, `!`, `%`, `@`, 따옴표로 시작하는 글은 따옴표로 감싸 주세요"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlReason:
    """remedy: what to do, with the names that the reason knows in braces of their own."""

    en: str
    ko: str
    remedy_en: str = _REMEDY_EN
    remedy_ko: str = _REMEDY_KO


UNKNOWN = YamlReason(
    en="{said}", ko="이 자리의 기호나 들여쓰기를 읽을 수 없습니다 ({said})"
)  # a parser may be another one tomorrow

# By what the parser says, or by the slip that a look at the line shows.
YAML_REASONS = {
    "tab": YamlReason(
        en="a tab cannot indent",
        ko="탭으로는 들여 쓸 수 없습니다",
        remedy_en="indent with spaces; `crews lint --fix` does it",
        remedy_ko="빈칸으로 들여 써 주세요. `crews lint --fix`가 고칩니다",
    ),
    "odd_space": YamlReason(
        en="this space is not an ordinary one ({code})",
        ko="보통 빈칸이 아닌 빈칸이 있습니다 ({code})",
        remedy_en="delete it and type a space; it often comes along with pasted text",
        remedy_ko="지우고 빈칸을 다시 쳐 주세요. 붙여 넣을 때 따라온 글자일 수 있습니다",
    ),
    "wide_colon": YamlReason(
        en="`{sign}` is no colon",
        ko="`{sign}`은(는) 키 뒤에 쓰는 콜론이 아닙니다",
        remedy_en="write `: `, a plain colon and a space",
        remedy_ko="`: `(보통 콜론과 빈칸)으로 써 주세요",
    ),
    "no_space": YamlReason(
        en="no space after `{sign}`",
        ko="`{sign}` 뒤에 빈칸이 없습니다",
        remedy_en="write `{sign} value`",
        remedy_ko="`{sign} 값`처럼 한 칸 띄어 주세요",
    ),
    "wide_sign": YamlReason(
        en="`{sign}` is none of YAML's signs",
        ko="`{sign}`은(는) 여기에 쓰는 기호가 아닙니다",
        remedy_en="write the plain `{plain}`",
        remedy_ko="보통 `{plain}`로 써 주세요",
    ),
    "comma_in_text": YamlReason(
        en="text inside braces ends at a comma",
        ko="중괄호 안의 글은 쉼표에서 끝납니다",
        remedy_en='put quotes around the whole text: "{text}"',
        remedy_ko='글 전체를 따옴표로 감싸 주세요: "{text}"',
    ),
    "second_beginning": YamlReason(
        en="`schema` stands here for the second time; the first is in line {first}",
        ko="`schema`를 두 번 썼습니다. 처음 쓴 곳은 {first}번째 줄입니다",
        remedy_en="write a line `---` above it where a second story begins, or keep one of the two",
        remedy_ko="두 번째 이야기가 시작되는 곳이면 윗줄에 `---`을 쓰고, 아니면 하나만 남겨 주세요",
    ),
    "document_mark": YamlReason(
        en="`{sign}` parts nothing",
        ko="`{sign}`은(는) 나누는 줄이 아닙니다",
        remedy_en="write `---`, three hyphens, where a second story begins; else remove the line",
        remedy_ko="두 번째 이야기가 시작되는 곳이면 붙임표 셋 `---`을 쓰고, 아니면 지워 주세요",
    ),
    "merge_marks": YamlReason(
        en="a merge has left both texts here (`{sign}`)",
        ko="두 글을 합치다 만 자국이 있습니다 (`{sign}`)",
        remedy_en="keep one of the two texts; remove the lines `<<<<<<<`, `=======`, `>>>>>>>`",
        remedy_ko="두 글 가운데 하나만 남기고 `<<<<<<<`, `=======`, `>>>>>>>` 줄을 지워 주세요",
    ),
    "no_colon": YamlReason(
        en="this line is no `key: value`",
        ko="`키: 값`으로 읽을 수 없는 줄입니다",
        remedy_en="indent it if it goes on with the text above, or write `key: value`",
        remedy_ko="윗줄의 글이 이어지는 것이면 들여 쓰고, 아니면 `키: 값`으로 써 주세요",
    ),
    "quote_open": YamlReason(
        en="the quote that begins here is never closed",
        ko="여기서 시작한 따옴표가 끝까지 닫히지 않았습니다",
        remedy_en="close it with the same quote at the end of the text",
        remedy_ko="글 끝에 같은 따옴표를 붙여 주세요",
    ),
    "after_quote": YamlReason(
        en="text goes on after the closing quote",
        ko="따옴표가 닫힌 뒤에 글이 더 있습니다",
        remedy_en="put the whole text in quotes; inside, write the other kind of quote",
        remedy_ko="글 전체를 따옴표로 감싸고, 안에서는 다른 따옴표를 써 주세요",
    ),
    "never_closed": YamlReason(
        en="the `{begin}` that begins here is not closed",
        ko="여기서 시작한 `{begin}` 괄호가 닫히지 않았습니다",
        remedy_en="end it with `{end}`, and close the quotes inside",
        remedy_ko="`{end}`로 닫고, 안에 있는 따옴표도 닫혔는지 봐 주세요",
    ),
    "inside_brackets": YamlReason(
        en="a `,` or the closing `{end}` was expected here",
        ko="여기에는 `,`나 닫는 `{end}` 괄호가 와야 합니다",
        remedy_en='quote text that holds a comma, a colon or a quote: "like: this, and that"',
        remedy_ko='쉼표, 콜론, 따옴표가 든 글은 "이렇게: 따옴표로, 감싸" 주세요',
    ),
    "second_colon": YamlReason(
        en="text that holds `: ` is taken for another key",
        ko="`: `이 든 글은 또 다른 키로 읽힙니다",
        remedy_en='put quotes around it: "{text}"',
        remedy_ko='따옴표로 감싸 주세요: "{text}"',
    ),
    "odd_sign": YamlReason(
        en="text cannot begin with `{sign}`",
        ko="글은 `{sign}`(으)로 시작할 수 없습니다",
        remedy_en='put quotes around it: "{text}"',
        remedy_ko='따옴표로 감싸 주세요: "{text}"',
    ),
    "mapping values are not allowed in this context": YamlReason(
        en="a `key: value` cannot begin here", ko="여기에서는 `키: 값`이 시작될 수 없습니다"
    ),
    "did not find expected key": YamlReason(
        en="a key was expected here; the indentation does not fit, or a bracket ends early",
        ko="키가 와야 할 자리입니다. 들여쓰기가 어긋났거나 괄호가 먼저 닫혔습니다",
    ),
    "did not find expected '-' indicator": YamlReason(
        en="an entry beginning with `- ` was expected here",
        ko="`- `로 시작하는 항목이 와야 할 자리입니다",
    ),
    "block sequence entries are not allowed in this context": YamlReason(
        en="a list cannot begin on the line of its key",
        ko="목록은 키와 같은 줄에서 시작할 수 없습니다",
        remedy_en="begin each entry on a line of its own with `- `, or quote text that begins so",
        remedy_ko="항목마다 새 줄을 `- `로 시작하거나, `- `로 시작하는 글은 따옴표로 감싸 주세요",
    ),
    "did not find expected comment or line break": YamlReason(
        en="nothing may follow `|` or `>` on its line",
        ko="`|`나 `>` 뒤에는 같은 줄에 아무것도 쓸 수 없습니다",
        remedy_en="begin the text on the next line, indented, or quote it",
        remedy_ko="글은 다음 줄에 들여 써서 시작하거나 따옴표로 감싸 주세요",
    ),
    "found unknown escape character": YamlReason(
        en="a backslash in double quotes begins a sign that does not exist",
        ko="큰따옴표 안의 역슬래시가 없는 기호를 만들었습니다",
        remedy_en="write two backslashes, or single quotes around the text",
        remedy_ko="역슬래시를 두 번 쓰거나 작은따옴표로 감싸 주세요",
    ),
    "did not find expected node content": YamlReason(
        en="a value was expected here", ko="값이 와야 할 자리입니다"
    ),
    "did not find expected <document start>": YamlReason(
        en="something stands here after the end of the text",
        ko="글이 끝난 뒤에 무언가 더 있습니다",
        remedy_en="remove it, or a bracket that is one too many",
        remedy_ko="지워 주세요. 괄호가 하나 더 있을 수도 있습니다",
    ),
    "found incompatible YAML document": YamlReason(
        en="lines beginning with `%` are not read",
        ko="`%`로 시작하는 줄은 읽지 않습니다",
        remedy_en="remove it",
        remedy_ko="지워 주세요",
    ),
}
