"""What a reply may not say: unfound sums of money, unfound links, and "saved" when nothing was."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from urllib.parse import urlsplit

from nightcrew.domain.figures import amounts, money
from nightcrew.domain.links import LINK
from nightcrew.domain.reply_sentences import SentenceSplitter, cut
from nightcrew.domain.words import fold

__all__ = [
    "Allowed",
    "CheckedReply",
    "Fault",
    "SentenceSplitter",
    "Withheld",
    "check_reply",
    "check_sentence",
]

_SAVED = re.compile(
    r"기억해\s?(?:둘게|두겠|뒀|두었|둬야|놓을게|놓겠|놨|놓았)|기억할게|기억하겠|기억했[어습]"
    r"|(?:꼭|잘)\s?기억하고\s?있을게"
    r"|저장(?:했|됐|되었|할게|하겠|해\s?(?:둘게|두겠|뒀|두었|놨|놓))|(?:적어|메모해|기록해|새겨"
    r"|담아)\s?(?:둘게|두겠|뒀|두었|놨|놓을게|놓았)"
    r"|(?:메모|기록)(?:했|할게|하겠)|잊지\s?않(?:을게|겠|고\s?있을게)|안\s?잊을게"
    r"|\bi(?:['’]ll| will|['’]m going to) (?:remember|make a note|keep (?:that|this|it) in mind"
    r"|note (?:that|this|it)"
    r"|save (?:that|this|it)|not forget|never forget)|\bi(?:['’]ve"
    r"| have)? (?:just )?(?:remembered|saved|noted|stored|recorded|memori[sz]ed)\b"
    r"|\b(?:that['’]?s|it['’]s|this is|that is) (?:now )?(?:saved|noted|stored|remembered)\b"
    r"|^(?:saved|noted|remembered|got it saved)\b|\bwon['’]t forget\b|\bcommitted (?:it|that"
    r"|this) to memory\b",
    re.IGNORECASE,
)
_FORGOTTEN = re.compile(
    r"(?:기억|메모|그\s?(?:일|얘기|이야기|내용))[^.!?]{0,12}(?:지웠|삭제했|잊었|지워\s?뒀"
    r"|지워\s?드렸|삭제해\s?드렸)|잊어버렸어요|잊었습니다|잊을게|잊겠습니다"
    r"|\bi(?:['’]ve| have)? (?:just )?(?:forgotten|deleted|erased|removed) (?:that|it|this"
    r"|everything|the memory)\b"
    r"|\bi(?:['’]ll| will) forget (?:that|it|this)\b",
    re.IGNORECASE,
)


class Fault(StrEnum):
    """Why a sentence was held back."""

    AMOUNT = "amount"
    LINK = "link"
    SAVED = "saved"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What a reply may say.

    tool_texts: lines of tool results; sums and links may come from them. user_texts: the user's
    own words, remembered ones included; sums may. links: addresses of the tools' sources.
    saved, forgotten: whether it was done in this turn.
    """

    tool_texts: tuple[str, ...] = ()
    user_texts: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    saved: bool = False
    forgotten: bool = False

    def sums(self) -> frozenset[tuple[Decimal, str | None]]:
        """Every number that was found or said, with its currency, None for a bare one."""
        texts = (*self.tool_texts, *self.user_texts)
        stated = [amount for text in texts for amount in amounts(fold(text))]
        return frozenset((amount.value, amount.currency) for amount in stated)

    def addresses(self) -> frozenset[str]:
        """Every address that a tool brought."""
        written = [match.group() for text in self.tool_texts for match in LINK.finditer(text)]
        return frozenset(_bare(link) for link in (*self.links, *written))


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """One sentence that did not leave, and why; no words of it are kept."""

    reason: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedReply:
    """A reply without the sentences that may not leave."""

    text: str
    withheld: tuple[Withheld, ...] = ()


def check_sentence(sentence: str, known: Allowed) -> Withheld | None:
    """Whether a sentence must stay behind, and why; None lets it leave."""
    text = fold(sentence)
    if _has_strange_link(text, known):
        return Withheld(reason=Fault.LINK)
    if _has_strange_sum(text, known):
        return Withheld(reason=Fault.AMOUNT)
    if not known.saved and _SAVED.search(text):
        return Withheld(reason=Fault.SAVED)
    if not known.forgotten and _FORGOTTEN.search(text):
        return Withheld(reason=Fault.FORGOTTEN)
    return None


def check_reply(reply: str, known: Allowed) -> CheckedReply:
    """A whole reply, sentence by sentence, without those that may not leave."""
    checked = [(sentence, check_sentence(sentence, known)) for sentence in cut(reply)]
    return CheckedReply(
        text="".join(sentence for sentence, no in checked if no is None).strip(),
        withheld=tuple(no for _, no in checked if no is not None),
    )


def _has_strange_sum(text: str, known: Allowed) -> bool:
    told = money(text)
    if not told:
        return False
    sums = known.sums()
    return any(not {(each.value, each.currency), (each.value, None)} & sums for each in told)


def _has_strange_link(text: str, known: Allowed) -> bool:
    links = [_bare(match.group()) for match in LINK.finditer(text)]
    if not links:
        return False
    addresses = known.addresses()
    hosts = {urlsplit(each).hostname for each in addresses if "://" in each}
    return any(link not in addresses and link not in hosts for link in links)


def _bare(link: str) -> str:
    inside = re.search(r"\]\(\s*<?([^)\s>]*)", link)
    return (inside[1] if inside else link).rstrip(".,;:!?)]}>'\"”’…。").rstrip("/")
