from __future__ import annotations

import pytest

from nightcrew.domain.masking import is_masked, storable
from nightcrew.domain.readable import readable


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("안녕\U000e0049\U000e0067 하세요\u200b\u202e", "안녕 하세요"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("👨\u200d👩\u200d👧 좋아", "👨\u200d👩\u200d👧 좋아"),
        ("한 줄\n두 줄\t칸", "한 줄\n두 줄\t칸"),
        ("half \ud800 sign", "half  sign"),
    ],
)
def test_signs_nobody_sees_are_taken_out_and_the_rest_stays(text: str, left: str) -> None:
    assert readable(text) == left


@pytest.mark.parametrize("sign", ["\u200b", "\u00ad", "\u2060", "\U000e0041"])
def test_a_secret_with_an_unseen_sign_inside_is_masked_all_the_same(sign: str) -> None:
    kept = storable(f"내 키는 sk-te{sign}st-000000 이야")

    assert kept == "내 키는 [masked token] 이야"
    assert is_masked(kept)
    assert not is_masked("내 [masked 사과] 이야")
