"""What of a text anybody can read: signs that only a model or a terminal sees are taken out."""

from __future__ import annotations

import re

# Controls, zero-width and direction signs, tag characters and lone surrogates: no reader sees
# them and a model does. U+200C and U+200D stay, scripts and emoji are joined by them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def readable(text: str) -> str:
    """The text without signs nobody sees; white space and line breaks stay as they are."""
    return text if text.isprintable() else _UNSEEN.sub("", text)
