from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.masking import mask, storable

LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4"


@pytest.mark.parametrize(
    "secret",
    [
        "sk-test-000000",
        f"sk-proj-{LETTERS}",
        f"sk-ant-api03-{LETTERS}",
        f"ghp_{LETTERS}",
        f"github_pat_{LETTERS}",
        f"glpat-{LETTERS}",
        "AKIAIOSFODNN7EXAMPLE",
        f"AIza{LETTERS}{LETTERS}",
        f"xoxb-12345678-{LETTERS}",
        f"hf_{LETTERS}",
        f"sk_live_{LETTERS}",
        f"xai-{LETTERS}",
        f"pplx-{LETTERS}",
        f"r8_{LETTERS}",
        f"figd_{LETTERS}",
        f"glsa_{LETTERS}",
        f"dckr_pat_{LETTERS}",
        f"hvs.{LETTERS}",
        f"ATATT3{LETTERS}",
        f"sbp_{LETTERS}",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.{LETTERS}",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "378282246310005",
        "900101-1234567",
        "0501013234567",
        "900101 - 1234567",
    ],
)
def test_secrets_are_masked_wherever_they_stand(secret: str) -> None:
    masked = mask(f"내 키는 {secret} 이야, 기억해 줘")

    assert secret not in masked.text
    assert masked.kinds
    assert masked.text.startswith("내 키는 ")
    assert masked.text.endswith("기억해 줘")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            f"aws_secret_access_key={LETTERS}/{LETTERS}",
            "aws_secret_access_key=[masked token]",
        ),
        (f'"client_secret": "{LETTERS}"', '"client_secret": "[masked token]"'),
        ("postgres://mina:hunter2@db.test/app", "postgres://mina:[masked token]@db.test/app"),
    ],
)
def test_of_a_named_secret_only_the_value_is_masked(text: str, shown: str) -> None:
    assert mask(text).text == shown


@pytest.mark.parametrize(
    "text",
    [
        "와이파이 비밀번호는 maple77로 바꿨어요",
        "송장 번호가 KR-48213이었어요",
        "전화번호는 010-1234-5678이야",
        "주문번호 1234567890123456",
        "901332-1234567 은 생일이 아니야",
        "sk-라고 부르는 반찬집",
        "예산은 15,000,000원",
        "2026-09-02 12:30",
        "sort_key: name_of_the_user",
        "https://page.test:8080/a@b",
    ],
)
def test_a_plain_word_that_the_user_asks_to_keep_is_kept(text: str) -> None:
    assert mask(text).text == text
    assert mask(text).kinds == ()


def test_a_private_key_is_masked_even_when_its_end_is_missing() -> None:
    begin = "-----BEGIN RSA PRIVATE KEY-----\nMIIE"

    assert mask(f"{begin}\n-----END RSA PRIVATE KEY----- 끝").text == "[masked key] 끝"
    assert mask(f"보낼게 {begin}").text == "보낼게 [masked key]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>x</private> b", "a [masked private] b"),
        ("a <PRIVATE>x</Private> b", "a [masked private] b"),
        ("a <private>x <private>y</private> z</private> b", "a [masked private] b"),
        ("a <private>x and the rest", "a [masked private]"),
        ("a <private >x</ private> b", "a [masked private] b"),
    ],
)
def test_what_is_marked_private_is_never_kept(text: str, left: str) -> None:
    assert mask(text).text == left


@given(
    st.text(alphabet=st.sampled_from("a1 <>/private-sk_4.ghpAKIA\n") | st.characters(), max_size=80)
)
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text).text

    assert mask(once).text == once


def test_letters_that_were_taken_apart_are_stored_together() -> None:
    assert storable(unicodedata.normalize("NFD", "야구를 좋아한다")) == "야구를 좋아한다"
