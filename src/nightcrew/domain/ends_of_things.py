"""Words that deny a claim or say that it is over, and what in a sentence they deny."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nightcrew.domain.end_tables import LACKS, OVER, SIDE
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.roles import listed
from nightcrew.domain.stems_ko import without_particles
from nightcrew.domain.word_tables import EMPTY_WORDS, RELATIONS

_DENIES = LatePattern(
    rf"(?P<over>{OVER}|더\s?이상)|(?P<side>{SIDE})|(?P<lacks>{LACKS})"
    r"|(?P<unable>(?<![가-힣])못\s?(?=[가-힣])"
    r"(?!생[겼긴]|지[않 ]|된\s|됐|박|마땅|나[게서])|(?<=[가-힣])지\s?(?:는\s?|도\s?|를\s?)?못"
    r"|\b(?:can['’]t|cannot|can not|couldn['’]t)\b)"
    r"|(?P<before>(?<![가-힣])안\s(?!그래도)(?=[가-힣])"
    r"|(?<![가-힣])안(?=[가-힣]{0,2}(?:해|하|먹|가|마|좋|써|봐)))"
    r"|(?P<after>지\s?(?:는\s?|도\s?|를\s?)?(?:않|마(?=[라세요십\s.,!~]|$)|말(?=[고라아자기았]|$))"
    r"|(?P<dropped>려다가?(?=\s)|려고\s?했(?:다가|는데|지만)(?=\s))|(?P<replaced>말고(?=[\s.,!?~]|$))|아니[에야었다래라고구셔시십신]|아닌|아냐|아녜"
    r"|않[았는고아을다지])"
    r"|(?P<english>\b(?:not(?! only| just| to mention)|never(?! mind)|no(?! kidding| doubt"
    r"| wonder| matter)"
    r"|without|instead of|rather than)\b|n['’]t\b(?! wait\b))",
    re.IGNORECASE,
)
# Who cannot do without a thing has it.
_CANNOT = LatePattern(
    r"n['’]t\b|\b(?:cannot|can not|never|impossible|nothing|lost|hardly)\b", re.IGNORECASE
)
# An end that is only wanted, feared or asked for: what should end is still so.
_NOT_YET_AFTER = LatePattern(
    r"[가-힣]*(?:다가(?=\s|$)|려고|려면|려는|려다|으려|고\s?싶"
    r"|[야어아]\s?[하해할한돼되될된]|[을를할갈될]까"
    r"|지\s?(?:못|걱정|고민)|기[가는도]?\s?(?:힘들|힘드|어려|어렵|쉽지|전)|[을할]\s?수가?\s?없"
    r"|라고\s?(?:하|해|했|잔소리)|래[서도]?(?=\s|$)|[을ㄹ]\s?때까지"
    r"|[을를]?\s?(?:생각|마음|맘|자신|엄두|의지|계획|이유)[이가은는도]?\s?(?:없|안|못|전혀))"
    r"|\S*\s?(?:\S+\s)?(?:못\s?(?:하|했|해)|실패)"
)
_NOT_YET_BEFORE = LatePattern(
    r"(?:언제\s[^.!?]*"
    r"|\b(?:want(?:s|ed)?|try(?:ing)?|tr(?:ies|ied)|need(?:s|ed)?|ought|hop(?:e|es|ing)|wish(?:es)?"
    r"|like|love|struggl\w+|unable|fail(?:s|ed|ing)?) to\s"
    r"|\b(?:should|must|can['’]t|cannot|could|couldn['’]t|won['’]t|never)\s)$",
    re.IGNORECASE,
)
# A denial on a condition tells what would be if it were not so: 없으면, 안 하면.
# A condition that is wished for is a wish: 안 했으면 해.
_ON_CONDITION = LatePattern(
    r"[가-힣\s]{0,2}[가-힣]*(?:으면|면|았다간|었다간)(?=[\s.,!?~]|$)"
    r"(?!\s?(?:해|하네|하는데|한다|합니다|좋겠|좋을|좋지|싶|바라|됩니다$))"
)
_ENDS_BEFORE = LatePattern(rf"{OVER}|끊|접으")
# What is never left out is always done.
_WITHOUT_FAIL = LatePattern(
    r"\s*(?:거르|걸러|거른|빠뜨|빠짐|빠지고|빠졌|빼먹|빼놓|쉬고|놓[치쳐친]|(?:miss(?:es"
    r"|ed)?|skip(?:s|ped)?|fails?)\b)",
    re.IGNORECASE,
)
# Ends that are done to a thing, which is named behind them.
_ENDS_A_THING = LatePattern(
    r"(?:stop\w*|quit\w*|g[ai]ven? up|cancel\w*|call(?:ed|ing)? off|paid (?:it )?off|recovered"
    r"|got over|got rid of|decided against|deleted|uninstalled|dropped|.*\bout of)",
    re.IGNORECASE,
)
# What is not known or told is so all the same.
_KNOWING = frozenset(
    {"know", "tell", "say", "remember", "understand", "care", "mind", "realize", "realise", "get"}
)
_NEXT_CLAUSE = LatePattern(r"\b(?:because|since|so|and|but|when|after|before|until|if)\b")
_NAMED = 7  # English words behind an end that may name the thing
_WHOLLY = listed("다 싹 모두 전부 완전히 아예 이제 드디어 결국 진작 벌써 이미 확")
_OF_AN_END = ("을", "를", "은", "는", "도", "이", "가")
_BREAK = LatePattern(r"[.,:;!?—…]")
_WORD = LatePattern(r"[\w'’@.-]+")
_AHEAD = 4  # English words after a denial that it can deny
# Verbs that add nothing to the noun before them: 승진 못 했어 is no promotion.
_DOING = LatePattern(r"[하해했할한함합됩갑돼됐되된될가갔갈갈간받]")
_DESCRIBES = LatePattern(r"[가-힣][은는한운던]$")  # 따뜻한 두유
# Words between a denial and what it denies: 적이, 하나도, 한 푼도.
_MAKE_UP = LatePattern(
    r"(?:적|게|건|것|거)(?:은|는|이|도|을)?|한|\S도(?<=[가-힣]도)|하나도|조금도|전혀|아예"
    r"|절대|결코|별로"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """One denial in a clause. of: the words it can deny; over: it tells of an end, and denies
    whatever is told when it names nothing.

    side: it is a dislike, and ends nothing. replaced: what it denies is only named for something
    else to take its place. by: what does, where it is told right behind.
    """

    of: str
    over: bool = False
    side: bool = False
    replaced: bool = False
    by: str = ""


def denies_twice(text: str) -> bool:
    """Whether two denials of a text stand on one word, and so affirm it: 취소 안 됐어."""
    return len(denials(text)) < sum(1 for _ in _found(text))


def denials(text: str) -> tuple[Denial, ...]:
    """The denials of a text; two on one word undo each other: 질리지 않아.

    An end that is only wished for denies nothing, and neither does what stands on a condition.
    """
    kept: list[tuple[int, int, Denial]] = []
    for start, end, denial in _found(text):
        before = text[slice(*kept[-1][:2])] if kept else ""
        if kept and (_meets(kept[-1], start, text) or _undoes(denial, text[start:end], before)):
            kept.pop()
        else:
            kept.append((start, end, denial))
    return tuple(denial for _, _, denial in kept)


def _meets(last: tuple[int, int, Denial], start: int, text: str) -> bool:
    """Whether a denial stands beside the last one; in English what follows an end is another."""
    return start - last[1] <= 1 and not (last[2].over and text[start].isascii())


def _undoes(denial: Denial, written: str, end: str) -> bool:
    """Whether a denial stands on an end that was told before it: 끊은 거 아니야."""
    if denial.over or written[0] in "안못" or len(end) < 2:
        return False
    return any(end in word for word in denial.of.split())


def _found(text: str) -> Iterator[tuple[int, int, Denial]]:
    for match in _DENIES.finditer(text):
        if _only_supposed(text, match):
            continue
        over = bool(match["over"] or match["side"])
        of = _ended(text, match) if over else _denied(text, match)
        yield (
            match.start(),
            match.end(),
            Denial(
                of=of,
                over=over,
                side=bool(match["side"]),
                replaced=bool(match["replaced"]),
                by=_put_in_place(text, match) if match["replaced"] else "",
            ),
        )


def _put_in_place(text: str, match: re.Match[str]) -> str:
    """What is named for another thing: 새벽 말고 오후 3시에."""
    after = _words(_BREAK.split(text[match.end() :], maxsplit=1)[0])
    named = (word for word in after if word not in EMPTY_WORDS and not _DESCRIBES.search(word))
    return next(named, "")


def _ended(text: str, match: re.Match[str]) -> str:
    """The thing that is over, where it is named as the object of the end: 빚을 갚았어."""
    if match.group()[0].isascii():
        return _ended_in_english(text, match)
    before = _words(_BREAK.split(text[: match.start()])[-1])
    while before and (before[-1] in _WHOLLY or without_particles(before[-1]) in RELATIONS):
        before.pop()
    last = before[-1] if before else ""
    if not last.endswith(_OF_AN_END) or without_particles(last) == last:
        return ""
    return " ".join([*(word for word in before[-2:-1] if _leads(word)), before[-1]])


def _ended_in_english(text: str, match: re.Match[str]) -> str:
    if _ENDS_A_THING.fullmatch(match.group()) is None:
        return ""
    after = _NEXT_CLAUSE.split(_BREAK.split(text[match.end() :], maxsplit=1)[0], maxsplit=1)[0]
    return " ".join(_words(after)[:_NAMED])


def _only_supposed(text: str, match: re.Match[str]) -> bool:
    if match["over"]:
        wished = _NOT_YET_AFTER.match(text, match.end() - 1) or _NOT_YET_AFTER.match(
            text, match.end()
        )
        return wished is not None or _NOT_YET_BEFORE.search(text[: match.start()]) is not None
    if match["dropped"] and _ENDS_BEFORE.search(_whole_word(text, match.start())):
        return True  # 끊으려다: the end did not come
    if _WITHOUT_FAIL.match(text, match.end()) or text[: match.start()].rstrip().endswith("밖에"):
        return True  # 158cm밖에 안 돼: that much it is
    if match["english"] and match.group().lower() == "without":
        return _CANNOT.search(text[: match.start()] + text[match.end() :]) is not None
    korean = match["before"] or match["unable"] or match["lacks"]
    return bool(korean) and _ON_CONDITION.match(text, match.end()) is not None


def _denied(text: str, match: re.Match[str]) -> str:
    """The words that a denial can deny: those around it, in the order of the language."""
    before = _words(_BREAK.split(text[: match.start()])[-1])
    after = _words(_BREAK.split(text[match.end() :], maxsplit=1)[0])
    if match["unable"]:
        return _out_of_reach(text, match, before, after)
    if match["english"]:
        return " ".join(after[: 1 if after and after[0].lower() in _KNOWING else _AHEAD])
    if match["after"] or match["dropped"]:
        word = _whole_word(text, match.start())
        word = word.removesuffix("하") if match["dropped"] else word
        return " ".join([*_nearest(before[:-1] if word else before), word])
    alone = match["before"] and len(after) == 1
    told = _told_of(before) if alone and _not_even(before) else ()
    return " ".join([*told, *_nearest(before), *(after[:1] if match["before"] else ())])


def _not_even(before: list[str]) -> bool:
    """Whether a denial is of the least of a thing, and so of the thing: 담배는 입에도 안 대."""
    return bool(before) and before[-1].endswith("도") and len(before[-1]) > 1


def _told_of(before: list[str]) -> list[str]:
    return [word for word in before[:-1] if word.endswith(("은", "는", "을", "를"))][-1:]


def _out_of_reach(text: str, match: re.Match[str], before: list[str], after: list[str]) -> str:
    """What cannot be done: the deed alone, for one cannot eat what one is allergic to."""
    if match.group()[0].isascii():
        return " ".join(after[:1])
    word = _whole_word(text, match.start()) if match.group()[0] == "지" else "".join(after[:1])
    rest = before[:-1] if match.group()[0] == "지" else before
    return " ".join([*(_nearest(rest) if _DOING.match(word) else ()), word])


def _words(text: str) -> list[str]:
    return [each.group() for each in _WORD.finditer(text)]


def _whole_word(text: str, at: int) -> str:
    """The letters of the word that a denial ends: `들이밀` of `들이밀지 말고`."""
    found = re.search(r"[\w]+$", text[:at])
    return found.group() if found else ""


def _nearest(before: list[str]) -> list[str]:
    """The last word before a denial that means something, with the noun that it belongs to."""
    for place in range(len(before) - 1, -1, -1):
        if before[place] not in EMPTY_WORDS and not _MAKE_UP.fullmatch(before[place]):
            return [
                *(word for word in before[max(0, place - 1) : place] if _leads(word)),
                before[place],
            ]
    return []


def _leads(word: str) -> bool:
    """Whether a word stands before its noun without a particle: 4200만 in 4200만 원."""
    plain = word.removesuffix("님")
    named = word.endswith("라는") or without_particles(plain) == plain
    return word not in EMPTY_WORDS and named
