"""Where one can go: a page is listed when the key behind the session may open it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from nightcrew.web.console.visits import Visit

# Path, word under `navigation`, and the scope its page needs (empty: any key).
PAGES = (
    ("/", "home", ""),
    ("/dreams", "dreams", "ops"),
    ("/chat", "chat", "turn"),
    ("/crews", "crews", "admin"),
    ("/teams", "teams", "admin"),
    ("/knowledge", "knowledge", "admin"),
    ("/prices", "prices", "admin"),
    ("/keys", "keys", "admin"),
    ("/health", "health", "ops"),
)
# Pages that belong to one of them and lie elsewhere.
BESIDES = {"crews": ("/crew-text", "/crew-text/check")}
# The same for the pages about one user, behind /people/<id>.
TABS = (
    ("memories", "memories", "memory"),
    ("follow-ups", "follow_ups", "memory"),
    ("dreams", "dreams", "ops"),
    ("chat", "chat", "turn"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One place to go; here: the page that is open."""

    path: str
    word: str
    here: bool


def of_visit(visit: Visit) -> tuple[Link, ...]:
    """The pages of the console that this key may open."""
    return tuple(
        Link(
            path=path,
            word=word,
            here=_is_here(visit.path, path) or visit.path in BESIDES.get(word, ()),
        )
        for path, word, scope in PAGES
        if (not scope or visit.may(scope)) and (word != "crews" or visit.edits_crews)
    )


def of_person(visit: Visit, user: UUID) -> tuple[Link, ...]:
    """The pages about one user that this key may open."""
    return tuple(
        Link(
            path=f"/people/{user}/{name}",
            word=word,
            here=_is_here(visit.path, f"/people/{user}/{name}"),
        )
        for name, word, scope in TABS
        if visit.may(scope)
    )


def _is_here(open_path: str, path: str) -> bool:
    return open_path == path or (path != "/" and open_path.startswith(f"{path}/"))
