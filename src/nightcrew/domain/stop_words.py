"""A bare "no more of this", which needs no judge to be understood."""

from __future__ import annotations

import re

from nightcrew.domain.words import fold

_LEADS = r"(?:이제|인제|아|아니|음|응|야|좀|제발|됐고|됐어|됐으니까?|그래|미안|저기)"
_WHAT = (
    r"(?:(?:그|이|그런|이런|저)\s?)?"
    r"(?:알림|알람|연락|메시지|메세지|문자|톡|안부|말|거|것|얘기|이야기|질문|확인|체크)?"
    r"(?:은|는|을|를|도|이|가|걸|거는\s?거)?"
)
_ENDS = (
    r"그만(?:\s?(?:해|하자|할래|할게|보내|둬|두자|받을래|물어(?:\s?봐)?|걸어|연락해|알려|말해|하고\s?싶어))?"
    r"\s?(?:줘|주세요|줄래|주라|요)?"
)
_KOREAN = re.compile(
    rf"(?:{_LEADS}[\s,.!]*)*{_WHAT}[\s,]*(?:(?:이제|인제|좀|제발)[\s,]*)*{_ENDS}[\s.!~ㅠㅜ]*"
)
_ENGLISH = re.compile(
    r"(?:(?:please|ok|okay|no|hey|now|sorry)[\s,.!]*)*"
    r"(?:stop(?: (?:it|this|that|these|those|now|asking(?: me)?|(?:sending|texting|messaging"
    r"|reminding|writing|contacting|pinging)(?: me)?(?: (?:this|that|these|those|messages"
    r"|reminders|about (?:it|this|that)))?|(?:the|these|those|this|that) (?:reminders?|messages?"
    r"|check-?ins?)))?|no more(?: (?:of (?:this|that|these)|reminders|messages))?"
    r"|enough(?: of this)?)"
    r"(?:[\s,]*(?:please|now|thanks|thank you))*[\s.!]*",
    re.IGNORECASE,
)


def says_stop(text: str) -> bool:
    """Whether somebody says nothing but that it shall stop: `그만`, `그 알림 이제 그만`, `stop`."""
    said = fold(text).strip()
    return bool(_KOREAN.fullmatch(said) or _ENGLISH.fullmatch(said))
