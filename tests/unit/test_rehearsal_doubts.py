"""What sounds like a claim of the user and is none, by kind."""

from __future__ import annotations

import pytest

from nightcrew.adapters.rehearsal.doubts import doubt


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("If I win the lottery I'm buying a farm", "it hangs on a condition"),
        ("나라고 야근을 좋아하겠어", "it claims nothing"),
        ("듣기로는 팀이 없어진다더라", "it is hearsay"),
        ("They say our office is moving", "it is hearsay"),
        ("소설에 “나는 런던에 산다”는 문장이 나와", "the words are quoted"),
        ("걔네 다음 달에 이사해", "it is about someone else"),
        ("한때 비건이었어", "it was so once"),
    ],
)
def test_it_is_no_claim_of_the_user(said: str, why: str) -> None:
    found = doubt(said, said, said, about_user=True)

    assert found is not None
    assert found[1] == why


@pytest.mark.parametrize(
    "said",
    [
        "나는 대전에 살아",
        "If I eat shrimp I get hives",
        "어릴 때부터 피아노를 쳐",
        "I live in Leeds",
        "12월 3일에 건강검진을 받아",
    ],
)
def test_a_plain_claim_is_not_doubted(said: str) -> None:
    assert doubt(said, said, said, about_user=True) is None
