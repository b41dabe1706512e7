"""Gates on truth: nothing forgotten comes back, and nothing is told that was not said."""

from __future__ import annotations

import re

from nightcrew.domain.dream import Action
from nightcrew.domain.forgetting import ForgottenClaim, opposes, repeats
from nightcrew.domain.gate import Case, Gate, Refusal, is_user_speech, said_on
from nightcrew.domain.gates_speech import LANGUAGE
from nightcrew.domain.grounding import cited, strange_days, strange_figures, strange_names
from nightcrew.domain.reason import Reason
from nightcrew.domain.retelling import Told, told
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.speech import own_words
from nightcrew.domain.subjects import subject_words
from nightcrew.domain.time_words import has_dates, has_relative_words
from nightcrew.domain.turned_around import turned_around
from nightcrew.domain.whose_claim import about_the_same, of_another
from nightcrew.domain.withholding import told_of
from nightcrew.domain.words import fold

# The present moment told as a fact: it is wrong by the next turn.
TELLS_THE_CLOCK = re.compile(
    r"(?:현재|지금)(?:은|는|의)?\s?(?:시각|시간|날짜|몇\s?시|오전\s?\d|오후\s?\d|\d{1,2}\s?[시:])"
    r"|오늘(?:은|의)?\s?(?:날짜|\d{1,4}\s?[년월/.-]|[월화수목금토일]요일)"
    r"|\b(?:current|present) (?:time|date|hour)\b|\b(?:time|date) (?:is now|now is)\b"
    r"|\btoday(?:['’]s date)? is\b|\bit is (?:now |currently )?\d{1,2}(?::\d\d| o['’]?clock)",
    re.IGNORECASE,
)


def _buried(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE or not case.forgotten:
        return None
    readings = _readings(case)
    for claim in case.forgotten:
        again = any(repeats(text, claim) for text in readings)
        if again and _same_ground(case, claim) and not opposes(readings[0], readings[1:], claim):
            return Refusal(reason=Reason.BURIED, detail=f"{claim.tombstone.kind} was forgotten")
    return None


def _readings(case: Case) -> list[Told]:
    """The text, and each of its clauses: a forgotten claim may hide behind another."""
    text = case.change.text
    texts = dict.fromkeys([text, *(part.text for part in clauses(text))])
    return [told(each, case.ground.claim_key) for each in texts]


def _same_ground(case: Case, claim: ForgottenClaim) -> bool:
    crew = claim.tombstone.crew
    reaches = crew is None or crew == case.ground.crew
    text = case.change.text
    of_user = claim.of_user and not subject_words(case.change.subject)
    others = frozenset() if of_user else told_of(text)
    same = about_the_same(case.change.subject, text, claim)
    return reaches and same and not of_another(others, claim, case.ground.claim_key)


def _relative_words(case: Case) -> Refusal | None:
    text = case.change.text
    if case.change.action is Action.REMOVE:
        return None
    if TELLS_THE_CLOCK.search(text):
        return Refusal(reason=Reason.RELATIVE_DATE, detail="what the clock shows passes at once")
    if not has_relative_words(text) or has_dates(text):
        return None
    return Refusal(reason=Reason.RELATIVE_DATE, detail="words that mean another day later")


def _quotes(case: Case) -> Refusal | None:
    said = {
        line.id: own_words(line.text) if is_user_speech(line) else line.text for line in case.lines
    }
    for evidence, quote in case.change.quotes.items():
        wanted = fold(quote).casefold()
        if not wanted or wanted not in fold(said.get(evidence, "")).casefold():
            return Refusal(
                reason=Reason.QUOTE_NOT_FOUND, detail="a quote does not stand in its line"
            )
    return None if case.change.action is Action.REMOVE else _invented(case)


def _invented(case: Case) -> Refusal | None:
    known = cited(case)
    figures = strange_figures(case, known)
    if figures:
        return Refusal(reason=Reason.QUOTE_NOT_FOUND, detail=f"{figures} numbers were not said")
    # Names in another script than the user's cannot be compared; the language gate has its say.
    comparable = not case.change.quotes and LANGUAGE.refuses(case) is None
    if comparable and (names := strange_names(case, known)):
        return Refusal(reason=Reason.QUOTE_NOT_FOUND, detail=f"{names} names were not said")
    if _turned_around(case):
        return Refusal(reason=Reason.QUOTE_NOT_FOUND, detail="the cited lines say the opposite")
    return None


def _turned_around(case: Case) -> bool:
    newest = max((said_on(line) for line in case.lines), default=case.ground.today)
    return turned_around(case.change.text, case.own_texts, newest)


def _dates(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE:
        return None
    strange = strange_days(case, cited(case))
    if not strange:
        return None
    return Refusal(
        reason=Reason.DATE_NOT_IN_EVIDENCE, detail=f"{strange} days do not follow from the lines"
    )


BURIED = Gate(name="buried", refuses=_buried)
RELATIVE_WORDS = Gate(name="relative_words", refuses=_relative_words)
QUOTES = Gate(name="quotes", refuses=_quotes)
DATES = Gate(name="dates", refuses=_dates)
