"""Words that deny a claim or say that it is over, and what in a sentence they deny."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nightcrew.domain.word_tables import EMPTY_WORDS

# What is over denies what was, whatever it was: paid, healed, given up, won back.
_OVER = (
    r"끊(?!었던|은 지)[었는을으고어은기]|끊을|그만\s?[두둔뒀]|그만둘|관뒀|관두|중단|포기|취소|취하"
    r"|철회|무산|해결|완치|회복|극복|청산|괜찮(?!은지)|갚았|벗어났|벗어나"
    r"|(?:다|싹|모두|전부)\s?(?:갚|나았|낫|고쳤|고쳐|끝)"
    r"|\b(?:stop(?:ped|s|ping)?|quit(?:ting)?|g[ai]ven? up|cancel(?:l?ed|s|ling|ing)?|called off"
    r"|no longer|no more|paid (?:it )?off|recovered|cured|outgr[eo]wn?|got over)\b"
)
_SIDE = (
    r"싫|질[렸려리]|물[렸려](?!받)|사양|거절|질색|금지|빼고|별로(?=[.!?~]|야|예|에|다|였|$)|"
    r"\b(?:hate[sd]?|dislike[sd]?|avoid(?:s|ed)?|sick of|tired of|can['’]t stand)\b"
)
_LACKS = r"(?<![가-힣])없(?!으면|이(?:는|\s|$)|인)|(?<=[가-힣]\s)없(?!으면|이(?:는|\s|$)|인)"
_DENIES = re.compile(
    rf"(?P<over>{_OVER}|더\s?이상)|(?P<side>{_SIDE})|(?P<lacks>{_LACKS})"
    r"|(?P<before>(?<![가-힣])(?:안|못)\s(?!그래도)(?=[가-힣])"
    r"|(?<![가-힣])안(?=[가-힣]{0,2}(?:해|하|먹|가|마|좋|써|봐)))"
    r"|(?P<after>지\s?(?:는\s?|도\s?|를\s?)?(?:않|못|마(?=[라세요십\s.!~]|$)|말(?=[고라아자기았]|$))"
    r"|말고(?=[\s.,!?~]|$)|아니[에야었다래라]|아닌|아냐|않[았는고아을다지])"
    r"|(?P<english>\b(?:not|never|no|without|cannot)\b|n['’]t\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w'’@.-]+")
_AHEAD = 4  # English words after a denial that it can deny
# Words between a denial and what it denies: 적이, 하나도, 한 푼도.
_MAKE_UP = re.compile(
    r"(?:적|게|건|것|거)(?:은|는|이|도|을)?|한|\S도(?<=[가-힣]도)|하나도|조금도|전혀|아예|절대|결코|별로"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """One denial in a clause. of: the words it can deny; over: it denies whatever is told."""

    of: str
    over: bool = False


def denials(text: str) -> tuple[Denial, ...]:
    """The denials of a text; two on one word undo each other: 질리지 않아."""
    found = list(_found(text))
    kept: list[tuple[int, int, Denial]] = []
    for start, end, denial in found:
        if kept and start - kept[-1][1] <= 1:
            kept.pop()
        else:
            kept.append((start, end, denial))
    return tuple(denial for _, _, denial in kept)


def _found(text: str) -> Iterator[tuple[int, int, Denial]]:
    for match in _DENIES.finditer(text):
        over = bool(match["over"] or match["side"])
        of = "" if over else _denied(text, match)
        yield match.start(), match.end(), Denial(of=of, over=over)


def _denied(text: str, match: re.Match[str]) -> str:
    """The words that a denial can deny: those around it, in the order of the language."""
    before = [each.group() for each in _WORD.finditer(text[: match.start()])]
    after = [each.group() for each in _WORD.finditer(text[match.end() :])]
    if match["english"]:
        return " ".join(after[:_AHEAD])
    if match["after"]:
        word = _whole_word(text, match.start())
        return " ".join([*_nearest(before[:-1] if word else before), word])
    return " ".join([*_nearest(before), *(after[:1] if match["before"] else ())])


def _whole_word(text: str, at: int) -> str:
    """The letters of the word that a denial ends: `들이밀` of `들이밀지 말고`."""
    found = re.search(r"[\w]+$", text[:at])
    return found.group() if found else ""


def _nearest(before: list[str]) -> list[str]:
    """The last word before a denial that means something by itself."""
    for word in reversed(before):
        if word not in EMPTY_WORDS and not _MAKE_UP.fullmatch(word):
            return [word]
    return []
