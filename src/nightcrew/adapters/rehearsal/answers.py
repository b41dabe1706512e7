"""A short answer to the crew's question as a claim: `고양이 키우시죠?` `응 두 마리`.

The question only says what the answer is about. Without a yes and words of the user's own that add
something there is no claim, however surely the crew asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from nightcrew.adapters.rehearsal.claims import Claim
from nightcrew.adapters.rehearsal.english import third_person
from nightcrew.adapters.rehearsal.korean import from_stem, plain
from nightcrew.adapters.rehearsal.sentences import HANGUL
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory import TEXT_LIMIT
from nightcrew.domain.questions import ShownEvidence

ANSWERED_WITHIN = timedelta(minutes=30)  # a later line begins another talk
_YES = re.compile(
    r"^(?:응+|네+|넵|넹|예|어|맞아요?|맞습니다|그럼요?|당연하죠?)[\s,.!~ㅎㅋ]+(?P<added>\S.*)$"
    r"|^(?:yes|yeah|yep|yup|right|correct|sure|i do)[\s,.!]+(?P<added_en>\S.*)$",
    re.IGNORECASE,
)
_NUMBER = r"(?:\d{1,3}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무)"
_COUNT = re.compile(
    rf"^(?P<count>{_NUMBER}\s?(?:마리|명|개|대|살|번|잔|권|벌|채|곳|군데|가지|시간|병|자루|켤레)(?:씩)?"
    rf"|(?:일주일|한\s?달|하루)에\s{_NUMBER}\s?번)"
    r"(?:이?요|이에요|예요|입니다|이야|야|정도요?|정도)?[\s.!~ㅎㅋ]*$"
)
_COUNT_EN = re.compile(
    r"^(?P<count>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?: of (?:them|those))?[\s.!]*$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:^|[.!~…]\s)(?:(?:혹시|그럼|그러면|아|그런데|근데|요즘|지금)\s)?"
    r"(?P<noun>[가-힣A-Za-z]{1,10})\s"
    r"(?P<stem>키우|기르|배우|모으|다니|마시|피우|타|쓰|있|읽|치|가르치|하)"
    r"(?:(?:으)?시(?:죠|지요|나요|는군요)|(?:으)?세요|(?:으)?신가요|죠|지요|지|나요|는군요|는구나|니|냐)\?\s*$"
)
_ASKED_EN = re.compile(
    r"(?:^|[.!]\s)(?:so,? |and |oh,? )?(?:do you|you) "
    r"(?P<verb>have|own|keep|speak|play|teach|run|drive) (?:any )?(?P<noun>[a-z][a-z ]{1,30}?)"
    r"(?:,? (?:right|don['’]?t you|correct))?\?\s*$",
    re.IGNORECASE,
)
# Particles and whether they follow a final consonant.
_OF_A_THING: Mapping[str, bool] = {"을": True, "를": False, "은": True, "는": False}
_OF_A_SUBJECT: Mapping[str, bool] = {"이": True, "가": False, "은": True, "는": False}
_IRREGULAR_PLURALS = frozenset({"children", "people", "mice", "geese", "feet", "men", "women"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A claim that an answer made, the line it was made in, and the question it answered."""

    claim: Claim
    added: str
    line: ShownEvidence
    question: ShownEvidence


def answered(evidence: Sequence[ShownEvidence]) -> list[Answered]:
    """Every short answer that says, together with the question before it, one plain thing."""
    found = []
    for question, line in pairwise(evidence):
        if not _in_one_breath(question, line):
            continue
        added = added_to_a_yes(line.evidence.text)
        text = _told(question.evidence.text, added) if added else ""
        if text and len(text) <= TEXT_LIMIT:
            claim = Claim(text=text, kind="fact")
            found.append(Answered(claim=claim, added=added, line=line, question=question))
    return found


def added_to_a_yes(text: str) -> str:
    """What a yes adds in the user's own words; empty when it adds nothing or is no yes."""
    found = _YES.match(text.strip())
    return (found["added"] or found["added_en"]).strip() if found else ""


def _in_one_breath(question: ShownEvidence, line: ShownEvidence) -> bool:
    one, other = question.evidence, line.evidence
    asked = one.speaker is Speaker.ASSISTANT and other.speaker is Speaker.USER
    return asked and timedelta(0) <= other.said_at - one.said_at <= ANSWERED_WITHIN


def _told(question: str, added: str) -> str:
    if HANGUL.search(question):
        return _told_in_korean(question, added)
    asked, count = _ASKED_EN.search(question.strip()), _COUNT_EN.match(added)
    if asked is None or count is None or not _plural(asked["noun"]):
        return ""
    return f"The user {third_person(asked['verb'])} {count['count'].lower()} {asked['noun']}."


def _told_in_korean(question: str, added: str) -> str:
    asked = _ASKED.search(question.strip())
    verb = from_stem(asked["stem"]) if asked else None
    count = _COUNT.match(_without_verb(added, verb)) if verb else None
    if asked is None or count is None or not HANGUL.fullmatch(asked["noun"][-1]):
        return ""
    noun = _without_particle(asked["noun"], _OF_A_SUBJECT if asked["stem"] == "있" else _OF_A_THING)
    particles = "가이" if asked["stem"] == "있" else "를을"
    return f"{noun}{particles[_closed(noun)]} {count['count']} {verb}"


def _without_verb(added: str, verb: str) -> str:
    """`두 마리 키워` after `키우시죠?` says its verb again."""
    head, _, last = added.rstrip(" .!~").rpartition(" ")
    return head if head and plain(last) == verb else added


def _without_particle(noun: str, particles: Mapping[str, bool]) -> str:
    """Without a particle that fits: `고양이를`, and not `고양이`."""
    before, last = noun[:-1], noun[-1]
    fits = bool(before) and particles.get(last) is _closed(before)
    return before if fits else noun


def _closed(word: str) -> bool:
    return (ord(word[-1]) - ord("가")) % 28 > 0


def _plural(noun: str) -> bool:
    last = noun.split()[-1].lower()
    return last in _IRREGULAR_PLURALS or (last.endswith("s") and not last.endswith("ss"))
