"""Addresses in a text, in every form in which a chat window would open them."""

from __future__ import annotations

import re

LINK = re.compile(
    r"(?:https?|ftp|file|javascript|data):\S+|\bwww\.\S+|!?\[[^\]]*\]\([^)]*\)"
    r"|(?<![\w@.-])(?:[a-z0-9-]{2,63}\.)+(?:com|net|org|io|kr|co|me|ai|app|dev|info|biz|xyz|ru|cn"
    r"|jp|us|uk|gg|to|ly|test|invalid|example)\b(?:/\S*)?",
    re.IGNORECASE,
)
