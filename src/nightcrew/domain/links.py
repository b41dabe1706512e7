"""Addresses in a text, in every form in which a chat window would open them."""

from __future__ import annotations

import re

# Words of an address, with brackets in pairs: what closes a bracket before it is not its own.
_PAIRED = r"\((?:[^\s()]|\([^\s()]*\))*\)"
_ADDRESS = rf"(?:[^\s()]|{_PAIRED})"
_SCHEME = r"(?:https?|ftp|file|javascript|data):"
_TITLE = r"(?:[^\[\]]|\[[^\[\]]*\])*"
_ENDINGS = (
    r"com|net|org|io|kr|co|me|ai|app|dev|info|biz|xyz|ru|cn|jp|us|uk|gg|to|ly|test|invalid|example"
)

# What stands behind the title: with brackets and a title of its own, or cut off in the middle.
_BEHIND = rf"(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\(\s*<?(?:{_SCHEME}|www\.)\S*)"

_INSIDE = re.compile(rf"\]\(\s*<?({_ADDRESS}*)")
MARKDOWN_LINK = re.compile(rf"!?\[({_TITLE})\]{_BEHIND}", re.IGNORECASE)
LINK = re.compile(
    rf"!?\[{_TITLE}\]{_BEHIND}"
    rf"|{_SCHEME}{_ADDRESS}+|\bwww\.{_ADDRESS}+"
    rf"|(?<![\w@.-])(?:[a-z0-9-]{{2,63}}\.)+(?:{_ENDINGS})\b(?:/{_ADDRESS}*)?",
    re.IGNORECASE,
)


def title_of(link: str) -> str:
    """The words of a Markdown link; empty for an image and for a bare address."""
    titled = MARKDOWN_LINK.match(link)
    return titled[1] if titled and not link.startswith("!") else ""


def address_of(link: str) -> str:
    """Where a link leads, without what ends a sentence or a bracket behind it."""
    inside = _INSIDE.search(link)
    return (inside[1] if inside else link).rstrip(".,;:!?)]}>'\"”’…。").rstrip("/")
