"""Whom an English question asks about, known in a Korean line: sister and 여동생.

Vectors put `what is my sister called?` no nearer to 여동생 이름은 하람이다 than to ordinary talk
(1.2 deviations, where an answer has 3); the one word both share in meaning decides it. A Korean
question over English lines needs no list: there the line stands apart (3.0).
"""

from __future__ import annotations

from collections.abc import Mapping

# People and animals of one's own: an English word, and the Korean lexemes that mean nobody else.
_OWN: Mapping[str, str] = {
    "sister": "여동 언니 누나", "brother": "남동 오빠", "mother": "엄마 어머", "mom": "엄마 어머",
    "mum": "엄마 어머", "father": "아빠 아버", "dad": "아빠 아버", "husband": "남편",
    "wife": "아내 와이", "son": "아들", "daughter": "딸아 따님", "grandmother": "할머",
    "grandma": "할머", "grandfather": "할아", "grandpa": "할아", "aunt": "이모 고모",
    "uncle": "삼촌", "cousin": "사촌", "nephew": "조카", "niece": "조카", "dog": "강아",
    "puppy": "강아", "cat": "고양", "boyfriend": "남친", "girlfriend": "여친",
    "roommate": "룸메", "boss": "상사", "coworker": "동료", "colleague": "동료",
}  # fmt: skip


_KNOWN = {english: tuple(korean.split()) for english, korean in _OWN.items()}


def in_korean(lexeme: str) -> tuple[str, ...]:
    """The Korean lexemes that mean the same person; mostly none."""
    return _KNOWN.get(lexeme, ())
