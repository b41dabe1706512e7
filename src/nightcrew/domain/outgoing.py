"""What no crew may say, however it was led there.

It asks for no secrets, pulls at nobody, and does not tell that a timer made it speak.
"""

from __future__ import annotations

import re

from nightcrew.domain.outgoing_tables import (
    ANNOUNCES,
    DISTRESS,
    LABEL,
    PRESSURE,
    REPROACH,
    SILENCE_TOKEN,
)
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.words import fold

_HANDED_TO_NOBODY = (
    r"(?:비밀\s?번호|패스워드|비번|암호|핀\s?번호|인증\s?(?:번호|코드)|보안\s?(?:카드|코드)|카드\s?번호"
    r"|주민\s?(?:등록\s?)?번호|일회용\s?번호|복구\s?(?:코드|문구)|CVC|CVV|OTP)"
)
_HANDED_OVER_EN = (
    r"(?:password|passcode|passphrase|pin|otp|one-time code|verification code|security code"
    r"|card number|cvc|cvv|social security number)\b"
)
_ASKED_OF_KO = (
    r"(?:(?:알려|말해|보내|적어|불러|공유해|가르쳐|남겨|전해|일러|찍어)"
    r"\s?(?:줘|주세요|주실|주시|줄래|주라|달라|봐|보내|요?$)"
    r"|뭐(?:예요|에요|야|였|죠|지)|무엇|어떻게\s?되|대\s?(?:봐|주|줘)"
    r"|(?:입력|제출|회신)(?:해\s?(?:줘|주세요)|하세요|해요?$))"
)
_ASKS_SECRET = re.compile(
    rf"{_HANDED_TO_NOBODY}[^.!?\n]{{0,20}}?{_ASKED_OF_KO}"
    r"|\b(?:tell|give|send|share|text|type|enter|provide|confirm|read)\b[^.!?\n]{0,20}\byour\b"
    rf"(?: \w+){{0,2}} {_HANDED_OVER_EN}"
    r"|\b(?:what(?:['’]s| is)|may i have|i need|can i (?:get|have)) your"
    rf"(?: \w+){{0,2}} {_HANDED_OVER_EN}",
    re.IGNORECASE,
)
_WARNS = re.compile(
    r"(?:[지도]\s?(?:마|말|않|못)|안\s?(?:돼|되|됩)|면\s?(?:안|위험)"
    r"|\b(?:never|don['’]?t|do not|not to|nobody|no one)\b)",
    re.IGNORECASE,
)


def asks_for_secrets(text: str) -> bool:
    """Whether a sentence asks the reader to hand over a password, code or card number."""
    folded = fold(text)
    return _ASKS_SECRET.search(folded) is not None and _WARNS.search(folded) is None


def is_manipulative(text: str) -> bool:
    """Whether a message reproaches somebody for silence, plays on pity or presses them to stay."""
    told = [part.text for part in sentences(fold(text))]
    patterns = (REPROACH, DISTRESS, PRESSURE)
    return any(pattern.search(sentence) for sentence in told for pattern in patterns)


def is_silence(text: str) -> bool:
    """Whether a model wrote a word of its own for saying nothing, alone or among other words."""
    return SILENCE_TOKEN.search(text) is not None


def unannounced(text: str) -> str:
    """A message without what tells that a timer went off: its label, and whole sentences."""
    bare = LABEL.sub("", text)
    kept = [part.text for part in sentences(bare) if not ANNOUNCES.search(fold(part.text))]
    return bare if len(kept) == len(sentences(bare)) else " ".join(each.strip() for each in kept)
