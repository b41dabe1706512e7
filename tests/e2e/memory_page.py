"""How tests read the page of what is remembered of a user."""

from __future__ import annotations

from nightcrew.domain.memory_view import MemoryView
from tests.console import Console, texts
from tests.desk import USER

GROUPS = ("fact", "plan", "style", "off")


def group(page: str, name: str) -> list[str]:
    """What the memories of a group say, in their order."""
    return texts(page, f"#group-{name} .memory .text")


def total(page: str) -> dict[str, int]:
    """How many the page counts in each group."""
    return {name: int(texts(page, f"#count-{name}")[0]) for name in GROUPS}


async def of(console: Console, words: str, status: str = "all") -> MemoryView:
    """The memory that holds these words."""
    found = await console.desk.memories.list(console.desk.tenant, USER, status=status)
    return next(each for each in found.items if words in each.text)


async def path_of(console: Console, words: str, act: str = "") -> str:
    """Where its page is, or one of its acts."""
    user, found = await console.user(), await of(console, words)
    return f"/people/{user}/memories/{found.id}" + (f"/{act}" if act else "")
