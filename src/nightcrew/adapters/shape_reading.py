"""One pass over a file of crew text: where keys belong, and how a wrong kind of value is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nightcrew.adapters.strict_yaml import Entries, Items, Node, Scalar
from nightcrew.domain.crew import Problem
from nightcrew.domain.crew_problem import Place, problem

_WIDE_BRACKETS = {"\uff3b": "[", "\u3010": "[", "\uff5b": "{"}
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a key is allowed, in words: "under persona", "at the top level of house.yaml".

    ours: whether that is in the same kind of file.
    """

    en: str
    ko: str
    ours: bool = True


class Reading:
    """One pass over one file.

    elsewhere: key -> where it is allowed, for a key at the wrong level.
    """

    def __init__(self, elsewhere: Mapping[str, Spot]) -> None:
        self.problems: list[Problem] = []
        self.elsewhere = elsewhere

    def tell(
        self, kind: str, place: Place, pointer: str, *, meant: str | None = None, **facts: str
    ) -> None:
        """Keep one problem."""
        self.problems.append(problem(kind, place, meant=meant, pointer=pointer, **facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeWords:
    """How a kind of node is called, and how it is written."""

    en: str
    ko: str
    example: str = ""
    example_ko: str = ""


_TYPE_WORDS: Mapping[str, TypeWords] = {
    "text": TypeWords(
        en="a text",
        ko="글",
        example="write it after the colon; quote it if it begins with a brace or a bracket",
        example_ko="콜론 뒤에 써 주세요. 괄호로 시작하는 글은 따옴표로 감싸 주세요",
    ),
    "list": TypeWords(
        en="a list",
        ko="목록",
        example="begin each entry with `- `, one a line, or write [one, two]",
        example_ko="한 줄에 하나씩 `- `로 시작하거나 [하나, 둘]처럼 써 주세요",
    ),
    "mapping": TypeWords(
        en="a group of `key: value` lines",
        ko="`키: 값` 묶음",
        example="write `key: value` lines below, indented, without dashes",
        example_ko="아래 줄에 들여 써서 `키: 값`으로, 줄표 없이 써 주세요",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What may stand in a mapping, and how one is written."""

    keys: tuple[str, ...] = ()
    sample: str = ""


_AS_IT_COMES = Sample()


def tell_wrong_type(
    node: Node, reading: Reading, pointer: str, *, wanted: str, written: Sample = _AS_IT_COMES
) -> None:
    """Say that another kind of node was expected, or that nothing stands there.

    written: what may stand in a mapping here.
    """
    if isinstance(node, Scalar) and is_nothing(node):
        reading.tell("empty_value", node.place, pointer)
        return
    kinds = {Scalar: "text", Items: "list", Entries: "mapping"}
    found = _TYPE_WORDS[kinds[type(node)]]
    words = _TYPE_WORDS[wanted]
    example, example_ko = _example(node, words, written)
    reading.tell(
        "wrong_type",
        node.place,
        pointer,
        wanted=words.en,
        wanted_ko=words.ko,
        found=found.en,
        found_ko=found.ko,
        example=example + (f"; keys: {', '.join(written.keys)}" if written.keys else ""),
        example_ko=example_ko + (f". 키: {', '.join(written.keys)}" if written.keys else ""),
    )


def _example(node: Node, words: TypeWords, written: Sample) -> tuple[str, str]:
    """How it is written, in both languages."""
    sign = node.text[:1] if isinstance(node, Scalar) else ""
    if sign in _WIDE_BRACKETS:
        plain = _WIDE_BRACKETS[sign]
        return f"`{sign}` is another sign; write `{plain}`", f"`{sign}` 대신 `{plain}`로 써 주세요"
    if written.sample:
        return f"write `{written.sample}`", f"`{written.sample}`처럼 써 주세요"
    return words.example, words.example_ko


def is_nothing(node: Scalar) -> bool:
    """Whether a scalar says nothing; in quotes, `null` is a word like any other."""
    return not node.text.strip() or (node.plain and node.text in _NOTHING)
