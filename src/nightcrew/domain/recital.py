"""Whether a reply recites what is known about somebody instead of letting it show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.reply_sentences import cut
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words, fold, topic_words

_SHARE = 0.4  # of what a memory says, beside words of recalling; set on recital_replies.yaml
_LEAST_WHOLE = 2  # words of a memory told whole; one word alone is a thing, not a memory
_STEM = 2  # syllables in which two forms of one Korean word agree
_RECALLS = LatePattern(
    r"(?:다|라|자|냐)고(?:도|는|만)?\s?(?:저한테\s|제게\s|나한테\s)?(?:하[셨신시셔]|하던|했|그러셨|그랬|말씀|말|얘기|이야기"
    r"|들었|알려|적어)|(?:신|ㄴ|한|간|산|된)?댔[죠지잖으었]|[가-힣]신댔|[가-힣]댔[죠지잖]"
    r"|(?:이셨|이었|였|(?<=[가-힣])셨)(?:죠|지요)|시잖아|잖아요?|(?:했|하셨|하시|한|시)던\s?[거게걸것]|기억(?:나|하고|해요?(?!\s?[둘줘주])|하는데|하시|하지"
    r"|합니다|으로는|에\s)|기억하(?:거든|니까|죠)|걸로\s?기억|생각나(?:네|요|서|는)|떠오르|떠올라"
    r"|알고\s?있(?:어|으|는|지|죠|습)|(?:다고|라고)\s?들었|[는은던]\s?(?:거|걸|것)\S{0,2}\s(?:잘\s)?(?:알|압니다"
    r"|기억|잊지)|잊지\s?않았|말씀하신|말해\s?줬|말해\s?주[셨신]|얘기해\s?주[셨신]|알려\s?주[셨신]"
    r"|(?:전에|예전에|지난번에?|저번에?|그때)\s.*(?:셨|했|었|았|였)"
    r"|\byou(?:['’]ve| have| had)?(?: also| once| just)? (?:said|told|mentioned|shared)\b"
    r"|\bi (?:still |do |well )?(?:remember|recall)\b|\bi (?:know|knew)(?: that)? you"
    r"(?:r|['’]\w+)?\b"
    r"|\bif i (?:remember|recall)\b|\bas (?:you|i) (?:told|said|mentioned|know|remember|recall)"
    r"|\bi have(?: not|n['’]t) forgotten\b|\b(?:last time|earlier|before),? you\b"
    r"|\bsince you(?:r|['’]re|['’]ve)?\b|\bi(?:['’]ve| have) (?:it )?(?:noted|on record|in mind)\b",
    re.IGNORECASE,
)
_ASKED = LatePattern(
    r"(?:내가|제가|나|저|우리가?|내|제)(?:\s|는\s).{0,24}(?:했지|했죠|했더라|했나|했는지|였지|였죠|였더라|그랬지|랬지"
    r"|말했|했어\?|뭐지|뭐더라|언제지|알아\?|아세요|아나요|기억해)|기억(?:나|해|하[니세시냐]|하고\s?있)\S*\?"
    r"|(?:나|저|내|제)(?:에\s?대(?:해|한)|에\s?관(?:해|한)|\s?(?:얘기|정보|기억)).{0,16}(?:알|기억|아는|저장|말해|보여)"
    r"|(?:뭘|뭐|무엇을)\s?(?:다\s)?(?:기억|알고\s?있|적어|저장)|기억하는\s?(?:거|것)|아는\s?(?:거|것)\s?(?:다|전부)"
    r"|\b(?:do|did|can) you (?:still )?(?:remember|recall|know)\b"
    r"|\bwhat do you (?:know|remember|have)\b"
    r"|\bwhat (?:did|was|were|is|['’]s) (?:i|my|it i)\b"
    r"|\b(?:did|have|had) i (?:ever )?(?:tell|told|say|said|mention)"
    r"|\bremind me what i\b|\beverything you (?:know|remember)\b|\bwhat i (?:told|said)\b",
    re.IGNORECASE,
)


class _Told(NamedTuple):
    """The claim words of one sentence, and whether it speaks of remembering."""

    words: frozenset[str]
    recalls: bool

    def can_recite(self) -> bool:
        """Whether it says enough to tell a memory."""
        return len(self.words) >= (1 if self.recalls else _LEAST_WHOLE)


class Unrecited:
    """Texts that no sentence of a reply may recite; read once, when a sentence might.

    said: what the reply answers. What the user said just now may be taken up: only the other words
    of a memory count.
    """

    __slots__ = ("_known", "_said", "_unsaid")

    def __init__(self, known: Sequence[str], said: str) -> None:
        self._known, self._said = known, said
        self._unsaid: list[tuple[str, frozenset[str]]] | None = None

    def recited_in(self, reply: str) -> tuple[str, ...]:
        """The texts that one sentence says again though nobody asked.

        A text is recited when a sentence tells it whole, or a good part of it beside words of
        recalling.
        """
        told = [each for each in map(_told, cut(reply)) if each.can_recite()] if self._known else []
        if not told:
            return ()
        if self._unsaid is None:
            self._unsaid = [] if asks_back(self._said) else list(_unsaid(self._known, self._said))
        return tuple(
            text for text, words in self._unsaid if any(_tells(words, each) for each in told)
        )


def recited(reply: str, known: Sequence[str], said: str) -> tuple[str, ...]:
    """The known texts that one sentence of the reply says again though nobody asked."""
    return Unrecited(known, said).recited_in(reply)


def asks_back(said: str) -> bool:
    """Whether the user asks for what is remembered, so that telling it is an answer."""
    return _ASKED.search(fold(said)) is not None


def _told(sentence: str) -> _Told:
    return _Told(
        words=claim_words(sentence) - {NEGATION},
        recalls=_RECALLS.search(fold(sentence)) is not None,
    )


def _unsaid(known: Sequence[str], said: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Each text that says more than the user just said, with its words that the user did not."""
    spoken = claim_words(said)
    for text in known:
        unsaid = _without(claim_words(text) - {NEGATION}, spoken)
        if unsaid:
            yield text, unsaid


def _tells(unsaid: frozenset[str], told: _Told) -> bool:
    if not told.recalls:
        return len(unsaid) >= _LEAST_WHOLE and not _without(unsaid, told.words)
    topic = topic_words(unsaid)
    missing = _without(topic, told.words)
    return bool(topic) and len(topic) - len(missing) >= _SHARE * len(topic)


def _without(words: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not any(_same(word, other) for other in others))


def _same(one: str, other: str) -> bool:
    if one == other:
        return True
    korean = min(one, other) >= "가" and min(len(one), len(other)) >= _STEM
    return korean and one[:_STEM] == other[:_STEM]
