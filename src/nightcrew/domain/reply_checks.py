"""What a reply may not say: strange sums and links, asking for secrets, "saved" when it is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from nightcrew.domain.bare_prices import bare_prices
from nightcrew.domain.done_words import says_it_was_forgotten, says_it_was_kept
from nightcrew.domain.figures import amounts, money
from nightcrew.domain.internals import Internals, gives_away
from nightcrew.domain.links import LINK, address_of, title_of
from nightcrew.domain.outgoing import asks_for_secrets
from nightcrew.domain.recital import Unrecited
from nightcrew.domain.reply_sentences import SentenceSplitter, cut
from nightcrew.domain.words import fold, tokens

__all__ = [
    "CHECKS",
    "Allowed",
    "Check",
    "CheckedReply",
    "Fault",
    "Sentence",
    "SentenceSplitter",
    "Withheld",
    "as_it_may_leave",
    "check_reply",
    "check_sentence",
    "ends_the_reply",
    "refusal",
]

# A line or a frame of a prompt, which no reader is meant to see.
_PROMPT_LINE = re.compile(r"\[[a-z]\d{1,3}\] \(?\d{4}-\d\d-\d\d|</?data\b", re.IGNORECASE)
_HANDLE = re.compile(r"[\[［【〔]\s*[megtc]\d{1,3}\s*[\]］】〕] ?", re.IGNORECASE)
_REFUSALS = (
    "그건 보여 드릴 수 없어요. 하던 이야기를 이어 갈까요?",
    "I cannot show that. Shall we go on with what we were talking about?",
)
# A link with the particle that hangs on it: "https://… 를 보세요" leaves "보세요".
_LINK_IN_TEXT = re.compile(
    rf"(?P<link>{LINK.pattern})(?: ?(?:에서|으로|[을를은는이가에로의])(?=[\s.,!?]|$))?",
    re.IGNORECASE,
)


class Fault(StrEnum):
    """Why a sentence was held back."""

    AMOUNT = "amount"
    LINK = "link"
    SAVED = "saved"
    FORGOTTEN = "forgotten"
    SECRETS = "secrets"
    PROMPT = "prompt"
    HANDLE = "handle"
    INTERNALS = "internals"
    STYLE = "style"


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What a reply may say.

    tool_texts: lines of tool results; sums and links may come from them. user_texts: the user's
    own words, remembered ones included; sums may. links: addresses of the tools' sources.
    saved, forgotten: whether it was done in this turn, calling off what was promised included.
    said: the line that is answered. style: how to treat the user, never to be quoted. internals:
    what is written for a model alone; refusal: what is said in its place. priced: the talk is
    about what things sell for, so that a bare number is a sum.
    """

    tool_texts: tuple[str, ...] = ()
    user_texts: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    saved: bool = False
    forgotten: bool = False
    said: str = ""
    style: tuple[str, ...] = ()
    internals: tuple[Internals, ...] = ()
    refusal: str = ""
    priced: bool = False
    unrecited: Unrecited = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """What is never quoted is read once for all sentences of a reply."""
        object.__setattr__(self, "unrecited", Unrecited(self.style, self.said))

    def sums(self) -> frozenset[tuple[Decimal, str | None]]:
        """Every number that was found or said, with its currency, None for a bare one."""
        texts = [fold(text) for text in (*self.tool_texts, *self.user_texts)]
        stated = [amount for text in texts for amount in amounts(text)]
        bare = [value for text in texts for value in bare_prices(text)] if self.priced else []
        named = frozenset((amount.value, amount.currency) for amount in stated)
        return named | {(value, "KRW") for value in bare}

    def addresses(self) -> frozenset[str]:
        """Every address that a tool brought."""
        written = [match.group() for text in self.tool_texts for match in LINK.finditer(text)]
        return frozenset(address_of(link) for link in (*self.links, *written))


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """One sentence that did not leave, and why; no words of it are kept."""

    reason: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """What of one sentence leaves, empty for nothing, and why not all of it."""

    text: str
    withheld: Withheld | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedReply:
    """A reply without what may not leave."""

    text: str
    withheld: tuple[Withheld, ...] = ()


class _Seen(NamedTuple):
    """A sentence as the checks see it. text: the same in one form; before: what left already."""

    sentence: str
    text: str
    known: Allowed
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing no sentence may do; the fault is its name."""

    fault: Fault
    breaks: Callable[[_Seen], bool]


def check_sentence(
    sentence: str, known: Allowed, before: str = "", checks: Sequence[Check] | None = None
) -> Withheld | None:
    """Whether a sentence must stay behind, and why; None lets it leave.

    before: what left of the reply already. checks: all of them when None.
    """
    seen = _Seen(sentence=sentence, text=fold(sentence), known=known, before=before)
    broken = (each for each in (CHECKS if checks is None else checks) if each.breaks(seen))
    return next((Withheld(reason=each.fault) for each in broken), None)


def as_it_may_leave(
    sentence: str, known: Allowed, before: str = "", checks: Sequence[Check] | None = None
) -> Sentence:
    """A sentence whole, or without handles and links that nobody found, or without any words."""
    held = check_sentence(sentence, known, before, checks)
    if held is None:
        return Sentence(text=sentence)
    left = _mended(sentence, held.reason, known)
    fit = bool(tokens(left)) and check_sentence(left, known, before, checks) is None
    return Sentence(text=left if fit else "", withheld=held)


def _mended(sentence: str, fault: Fault, known: Allowed) -> str:
    if fault is Fault.LINK:
        return _without_strange_links(sentence, known)
    return _HANDLE.sub("", sentence) if fault is Fault.HANDLE else ""


def check_reply(reply: str, known: Allowed, checks: Sequence[Check] | None = None) -> CheckedReply:
    """A whole reply, sentence by sentence, without those that may not leave.

    From the first one on that gives away internals nothing leaves; where nothing has, a refusal
    stands in its place.
    """
    left, withheld = "", list[Withheld]()
    for sentence in cut(reply):
        checked = as_it_may_leave(sentence, known, left, checks)
        withheld += [checked.withheld] if checked.withheld else []
        if ends_the_reply(checked):
            left = left if left.strip() else known.refusal
            break
        left += checked.text
    return CheckedReply(text=left.strip(), withheld=tuple(withheld))


def ends_the_reply(checked: Sentence) -> bool:
    """Whether nothing more of a reply leaves after a sentence: it gave away internals."""
    return checked.withheld is not None and checked.withheld.reason is Fault.INTERNALS


def refusal(locale: str) -> str:
    """What is said in place of internals, in the language of the crew."""
    korean, english = _REFUSALS
    return korean if locale.startswith("ko") else english


def _has_strange_sum(text: str, known: Allowed) -> bool:
    told = {(each.value, each.currency) for each in money(text)}
    bare = bare_prices(text) if known.priced else frozenset()
    if not told and not bare:
        return False
    sums = known.sums()
    priced = {value for value, currency in sums if currency is not None}
    strange = any(not {each, (each[0], None)} & sums for each in told)
    return strange or not bare <= priced


def _has_strange_link(text: str, known: Allowed) -> bool:
    links = [match.group() for match in LINK.finditer(text)]
    return bool(links) and not all(link in _Found(known) for link in links)


def _without_strange_links(sentence: str, known: Allowed) -> str:
    """The words around such links, and the title of a link that has one."""
    found = _Found(known)
    left = _LINK_IN_TEXT.sub(
        lambda match: match.group() if match["link"] in found else _left_of(match), sentence
    )
    whole = re.sub(r" ?\(\s*\)", "", left)  # brackets that held nothing but the link
    return re.sub(r"(?<=\S) {2,}(?=\S)", " ", whole).lstrip(" ")


def _left_of(link: re.Match[str]) -> str:
    """A title with the particle that hangs on it; of a bare address neither stays."""
    title = title_of(link["link"])
    return title + link.group().removeprefix(link["link"]) if title else ""


class _Found:
    """The addresses and hosts that tools brought."""

    def __init__(self, known: Allowed) -> None:
        self._addresses = known.addresses()
        self._hosts = {urlsplit(each).hostname for each in self._addresses if "://" in each}

    def __contains__(self, link: str) -> bool:
        bare = address_of(link)
        return bare in self._addresses or bare in self._hosts


def _gives_away(seen: _Seen) -> bool:
    found = (*seen.known.tool_texts, *seen.known.user_texts)
    return gives_away(seen.sentence, seen.before, seen.known.internals, found)


# In this order: the first one that a sentence breaks is its fault.
CHECKS: tuple[Check, ...] = (
    Check(fault=Fault.INTERNALS, breaks=_gives_away),
    Check(fault=Fault.PROMPT, breaks=lambda seen: bool(_PROMPT_LINE.search(seen.text))),
    Check(fault=Fault.LINK, breaks=lambda seen: _has_strange_link(seen.text, seen.known)),
    Check(fault=Fault.AMOUNT, breaks=lambda seen: _has_strange_sum(seen.text, seen.known)),
    Check(
        fault=Fault.SAVED,
        breaks=lambda seen: not seen.known.saved and says_it_was_kept(seen.text),
    ),
    Check(
        fault=Fault.FORGOTTEN,
        breaks=lambda seen: (
            not seen.known.forgotten and says_it_was_forgotten(seen.text, seen.known.said)
        ),
    ),
    Check(fault=Fault.SECRETS, breaks=lambda seen: asks_for_secrets(seen.text)),
    Check(fault=Fault.STYLE, breaks=lambda seen: bool(seen.known.unrecited.recited_in(seen.text))),
    Check(fault=Fault.HANDLE, breaks=lambda seen: bool(_HANDLE.search(seen.sentence))),
)
