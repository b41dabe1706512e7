from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import FormerValue, Kind, Scope
from nightcrew.domain.memory_markdown import MarkdownMemory, read_markdown, write_markdown

AT = datetime(2026, 12, 1, 3, 0, 0, 123456, tzinfo=UTC)
DAYS = st.dates(min_value=date(1970, 1, 1), max_value=date(2199, 1, 1))
TEXTS = (
    st.text(
        st.one_of(
            st.sampled_from("가나다 -#<!>\\()\n=:2026"),
            st.characters(exclude_categories=("Cs",), exclude_characters="\r"),
        ),
        min_size=1,
        max_size=60,
    )
    .map(lambda text: unicodedata.normalize("NFC", text).strip())
    .filter(bool)
)
ITEMS = st.builds(
    MarkdownMemory,
    crew=st.sampled_from(["travel-mina", "study-juno"]),
    text=TEXTS,
    said_on=DAYS,
    kind=st.sampled_from(Kind),
    scope=st.sampled_from([Scope.PRIVATE, Scope.SHARED]),
    from_on=st.none() | DAYS,
    to_on=st.none() | DAYS,
    id=st.builds(uuid4),
    version=st.integers(1, 50),
    previous=st.lists(st.builds(FormerValue, text=TEXTS, since=DAYS, until=DAYS), max_size=2).map(
        tuple
    ),
)


def item(text: str, **changed: object) -> MarkdownMemory:
    values: dict[str, object] = {
        "crew": "travel-mina", "text": text, "said_on": date(2026, 10, 27), "id": UUID(int=7),
        "version": 3,
    }  # fmt: skip
    return MarkdownMemory(**(values | changed))  # type: ignore[arg-type]


@settings(max_examples=300, deadline=None)
@given(st.lists(ITEMS, max_size=6))
def test_a_file_is_read_back_as_it_was_written(items: list[MarkdownMemory]) -> None:
    crews = ("travel-mina", "study-juno")

    read = read_markdown(write_markdown(items, crews, AT))

    wanted = [each for crew in crews for each in items if each.crew == crew]
    assert (read.exported_at, read.crews, read.whole) == (AT, crews, True)
    assert [_plain(each) for each in read.items] == [_plain(each) for each in wanted]


def _plain(each: MarkdownMemory) -> tuple[object, ...]:
    return (
        each.crew, each.text, each.said_on, each.kind, each.scope, each.from_on, each.to_on,
        each.id, each.version,
    )  # fmt: skip


def test_a_file_reads_like_a_dated_list() -> None:
    former = FormerValue(text="고수를 좋아한다.", since=date(2026, 9, 29), until=date(2026, 10, 27))

    written = write_markdown([item("고수를 못 먹는다.", previous=(former,))], ["travel-mina"], AT)

    assert written.split("\n")[2:8] == [
        "# travel-mina",
        "",
        "- 2026-10-27 (fact, private) 고수를 못 먹는다.",
        "  <!-- id=00000000-0000-0000-0000-000000000007 version=3 -->",
        "  - 2026-09-29: 고수를 좋아한다.",
        "",
    ]


def test_a_file_tells_its_moment_to_the_second_and_keeps_the_rest() -> None:
    first = write_markdown([], ["travel-mina"], AT).split("\n")[0]
    whole = write_markdown([], ["travel-mina"], AT.replace(microsecond=0)).split("\n")[0]

    assert first == (
        "<!-- nightcrew memories exported_at=2026-12-01T03:00:00Z microsecond=123456 -->"
    )
    assert whole == "<!-- nightcrew memories exported_at=2026-12-01T03:00:00Z -->"
    assert read_markdown(f"{first}\n# travel-mina\n").exported_at == AT


def test_a_file_of_before_whose_moment_had_a_fraction_is_still_read() -> None:
    read = read_markdown(
        f"<!-- nightcrew memories exported_at={AT.isoformat()} -->\n# travel-mina\n"
    )

    assert read.exported_at == AT


def test_a_person_may_add_lines_with_as_much_as_they_know() -> None:
    read = read_markdown(
        "> 내가 고친 것\n# travel-mina\n- 차를 좋아한다\n- 2026-12-03 (plan) 제주에 간다\n"
    )

    assert [(each.text, each.said_on, each.kind, each.id) for each in read.items] == [
        ("차를 좋아한다", None, Kind.FACT, None),
        ("제주에 간다", date(2026, 12, 3), Kind.PLAN, None),
    ]
    assert [each.line for each in read.items] == [3, 4]
    assert (read.exported_at, read.whole) == (None, False)


def test_windows_line_ends_are_no_change() -> None:
    written = write_markdown([item("고수를\n못 먹는다.")], ["travel-mina"], AT)

    read = read_markdown(written.replace("\n", "\r\n"))

    assert [each.text for each in read.items] == ["고수를\n못 먹는다."]


def test_a_file_that_was_cut_off_is_not_whole() -> None:
    written = write_markdown([item("고수를 못 먹는다.")], ["travel-mina"], AT)

    assert read_markdown(written[: written.index("<!-- end")]).whole is False


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- 크루 없이", 1),
        ("# travel-mina\n그냥 쓴 말", 2),
        ("# travel-mina\n- 2026-13-01 (fact) 없는 날", 2),
        ("# travel-mina\n- 2026-10-01 (fact, world) 없는 범위", 2),
        ("# travel-mina\n- 차\n  <!-- id=no version=1 -->", 2),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadInput) as refused:
        read_markdown(text)

    assert refused.value.code == "markdown_unreadable"
    assert refused.value.details == {"line": line}


def test_how_an_editor_saves_a_file_is_no_change() -> None:
    written = write_markdown([item("고수를 못 먹는다\n오이도")], ["travel-mina"], AT)

    for saved in (
        "\ufeff" + written,
        written.replace("\n", "\r"),
        unicodedata.normalize("NFD", written),
    ):
        assert read_markdown(saved) == read_markdown(written)


def test_a_kind_that_is_none_is_refused_and_not_read_as_words() -> None:
    with pytest.raises(BadInput) as refused:
        read_markdown("# travel-mina\n\n- 2026-10-27 (gossip, private) 고수를 못 먹는다\n")

    assert refused.value.code == "markdown_unreadable"
    assert "style" in refused.value.hint


def test_words_in_brackets_in_front_are_words() -> None:
    read = read_markdown("# travel-mina\n\n- (어제) 고수를 먹었다\n")

    assert read.items[0].text == "(어제) 고수를 먹었다"
