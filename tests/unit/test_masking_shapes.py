"""Secrets in other writing: wide figures, dots between fours, keys in settings."""

from __future__ import annotations

import pytest

from nightcrew.domain.masking import storable


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("９００１０１－１２３４５６８", "１２３４５６８"),
        ("900101‑1234568", "1234568"),
        ("카드는 4111.1111.1111.1111", "1111.1111"),
        ("카드는 4111·1111·1111·1111", "1111·1111"),
        ("４１１１－１１１１－１１１１－１１１１", "１１１１－１１１１"),
        ("4111​1111​1111​1111", "1111"),
        ("AccountKey=" + "AbCdEf0123456789" * 4 + "==", "AbCdEf0123456789"),
        ("1//0gAbCdEfGhIjKlMnOpQrStUvWxYz-abcdef", "AbCdEfGh"),
    ],
)
def test_a_secret_is_masked_in_other_writing_too(text: str, secret: str) -> None:
    assert secret not in storable(text)


@pytest.mark.parametrize(
    "text", ["2026.10.05부터 2026.11.05까지", "버전 1.10.2.2034", "서버 192.168.10.24", "1234.5678"]
)
def test_dates_and_versions_with_dots_stay(text: str) -> None:
    assert storable(text) == text
