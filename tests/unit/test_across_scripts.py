"""Loan words and names in the other script."""

from __future__ import annotations

import pytest

from nightcrew.domain.across_scripts import in_hangul, in_latin
from nightcrew.domain.stems_en import english_stem


def sounds_alike(korean: str, english: str) -> bool:
    told = {each[1:] for word in (english, english_stem(english)) for each in in_latin(word)}
    return bool(told & {each[1:] for each in in_hangul(korean)})


@pytest.mark.parametrize(
    ("korean", "english"),
    [
        ("페럿", "ferret"),
        ("블러드", "blood"),
        ("오키나와", "okinawa"),
        ("필라테스", "pilates"),
        ("바르셀로나", "barcelona"),
        ("몬스터", "monster"),
        ("비트코인", "bitcoin"),
        ("스타벅스", "starbucks"),
        ("디즈니", "disney"),
        ("파트너", "partner"),
        ("프로포즈", "propose"),
        ("카지노", "casino"),
        ("마라톤", "marathon"),
        ("초콜릿", "chocolate"),
        ("인슐린", "insulin"),
        ("보톡스", "botox"),
    ],
)
def test_a_loan_word_is_known_in_the_other_script(korean: str, english: str) -> None:
    assert sounds_alike(korean, english)


@pytest.mark.parametrize(
    ("korean", "english"),
    [
        ("버릇", "blood"),
        ("버릇", "ferret"),
        ("필터", "ferret"),
        ("링크", "warning"),
        ("버릇", "ballet"),
        ("필터", "pilot"),
        ("바람", "bread"),
        ("부탁", "basket"),
    ],
)
def test_words_with_the_same_consonants_in_other_places_are_no_loan_words(
    korean: str, english: str
) -> None:
    assert not sounds_alike(korean, english)
