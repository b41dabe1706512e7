"""Lines under an item that say how people ask: searched, and never part of what it says."""

from __future__ import annotations

from nightcrew.adapters.documents_text import markdown_document
from nightcrew.domain.knowledge import Passage
from nightcrew.domain.knowledge_research import passage_of
from nightcrew.domain.knowledge_splitting import (
    LONGEST_WAY,
    MOST_CHARACTERS,
    MOST_WAYS,
    split,
    ways_of,
)
from nightcrew.domain.short_answers import ProposedItem

WAYS = "> 연차는 언제 생겨요?\n> 쉬고 싶은데 며칠 남았더라\n"


def passages_of(told: str) -> tuple[Passage, ...]:
    return split(markdown_document(told.encode()).blocks)


def test_quoted_questions_under_an_item_are_ways_of_asking_for_it() -> None:
    told = f"## 휴가\n\n휴가는 15일이다.\n\n{WAYS}\n## 점심\n\n점심은 한 시간이다.\n"

    holiday, lunch = passages_of(told)

    assert (holiday.heading, holiday.text) == ("휴가", "휴가는 15일이다.")
    assert holiday.asked == ("연차는 언제 생겨요?", "쉬고 싶은데 며칠 남았더라")
    assert lunch.asked == ()


def test_a_quotation_that_asks_nothing_stays_text() -> None:
    law = "> 사용자는 휴가를 주어야 한다.\n> 이를 어기면 벌한다.\n"

    [passage] = passages_of(f"## 법\n\n법은 이렇다.\n\n{law}")

    assert passage.text == "법은 이렇다. 사용자는 휴가를 주어야 한다. 이를 어기면 벌한다."
    assert passage.asked == ()


def test_a_long_quotation_stays_text_also_when_it_asks_something() -> None:
    [passage] = passages_of(f"## 법\n\n> {'가' * LONGEST_WAY}?\n")

    assert passage.asked == ()
    assert passage.text.endswith("가?")


def test_all_parts_of_a_long_item_are_asked_for_alike() -> None:
    sentence = "이것은 꽤 긴 문장이라서 여러 번 되풀이된다. "

    parts = passages_of(
        f"## 긴 글\n\n{sentence * (2 * MOST_CHARACTERS // len(sentence))}\n\n{WAYS}"
    )

    assert len(parts) > 1
    assert {part.asked for part in parts} == {("연차는 언제 생겨요?", "쉬고 싶은데 며칠 남았더라")}


def test_how_people_ask_says_nothing_of_whether_two_items_are_the_same() -> None:
    assert (
        Passage(heading="a", text="b", asked=("c?",)).digest
        == Passage(heading="a", text="b").digest
    )


def test_ways_are_kept_once_without_addresses_and_not_without_end() -> None:
    many = [f"{number}일 쉬어도 돼요?" for number in range(2 * MOST_WAYS)]

    assert ways_of(["언제?", "언제?", " ", "어디 https://x.test/a ?"]) == ("언제?", "어디 ?")
    assert len(ways_of(many)) == MOST_WAYS


def test_a_researched_item_brings_how_people_ask_for_it() -> None:
    proposed = ProposedItem(heading="휴가", text="15일이다.", asked=("며칠 쉬어요?", "days off?"))

    assert passage_of(proposed).asked == ("며칠 쉬어요?", "days off?")
