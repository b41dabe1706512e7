"""What the judge answers before a reply is written: one need a tool, and the skill."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

MemoryAct = Literal["recall", "remember", "forget", "list"]
FollowUpAct = Literal["create", "cancel", "snooze", "list"]

JUDGE_UNAVAILABLE = "judge_unavailable"
UNKNOWN_SKILL = "unknown_skill"  # why, when a judge named a procedure that the crew has not
_TOOL_NEEDS = ("search", "price", "memory", "knowledge", "follow_up")
_LONGEST = {"why": 500, "query": 1_000}  # characters
END_OF_SKILL = "end"  # in place of a procedure's name: the open one is over


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchNeed:
    """Does answering well need the outside world, and with which question?"""

    use: bool = False
    query: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceItem:
    """The thing whose price is asked; km and amounts as the user said them."""

    maker: str | None = None
    model: str | None = None
    year: int | None = None
    km: int | None = None
    trim: str | None = None
    fuel: str | None = None
    accident: str | None = None
    offered: float | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceNeed:
    """Is a market price asked, and of what?"""

    use: bool = False
    item: PriceItem = field(default_factory=PriceItem)
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryNeed:
    """Does the user ask to recall, remember, forget or list?

    text: what to remember, in the user's own words. query: what to look for.
    """

    use: bool = False
    act: MemoryAct = "recall"
    query: str = ""
    text: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeNeed:
    """Does it need what the crew knows of its field?"""

    use: bool = False
    query: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpNeed:
    """Does the user ask to be spoken to later, or to stop that?"""

    use: bool = False
    act: FollowUpAct = "create"
    request: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillNeed:
    """Which procedure fits, or none; `end` closes the one that is open."""

    name: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The answer of `judge_needs`; every field has the neutral default of a judge that is away."""

    search: SearchNeed = field(default_factory=SearchNeed)
    price: PriceNeed = field(default_factory=PriceNeed)
    memory: MemoryNeed = field(default_factory=MemoryNeed)
    knowledge: KnowledgeNeed = field(default_factory=KnowledgeNeed)
    follow_up: FollowUpNeed = field(default_factory=FollowUpNeed)
    skill: SkillNeed = field(default_factory=SkillNeed)
    cites: tuple[str, ...] = ()


def kept_short(needs: Needs) -> Needs:
    """The same needs without the end of a reason or a question that never ends.

    They are stored, shown and streamed; a judge is asked for a sentence of either.
    """
    cut = {
        name: replace(need, **shorter)
        for name in (*_TOOL_NEEDS, "skill")
        if (shorter := _shorter(need := getattr(needs, name)))
    }
    return replace(needs, **cut) if cut else needs


def _shorter(need: object) -> dict[str, str]:
    said = {name: getattr(need, name, "") for name in _LONGEST}
    return {
        name: text[: _LONGEST[name]] for name, text in said.items() if len(text) > _LONGEST[name]
    }


def neutral(why: str) -> Needs:
    """Decisions of a judge that could not be asked: nothing is used, and the reason is kept."""
    return Needs(
        search=SearchNeed(why=why),
        price=PriceNeed(why=why),
        memory=MemoryNeed(why=why),
        knowledge=KnowledgeNeed(why=why),
        follow_up=FollowUpNeed(why=why),
        skill=SkillNeed(why=why),
    )
