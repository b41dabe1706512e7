"""Talk of others that a user shows: chats as they were exported, and first persons in quotes."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern

# A line of an exported chat: a day and an hour, then who speaks.
CHAT_LINE = LatePattern(
    r"^[^\S\n]*\[?\d{1,4}\s?[년./-]\s?\d{1,2}\s?[월./-][^\n:：]{0,16}\d{1,2}:\d{2}(?::\d{2})?"
    r"(?:\s?[ap]\.?m\.?)?(?:\]|,|\s?-)[^\n:：]{1,24}[:：].*$"
    r"|^[^\S\n]*\[[^\]\n]{1,24}\][^\S\n]?\[[^\]\n]{0,16}\d{1,2}:\d{2}[^\]\n]{0,8}\].*$",
    re.IGNORECASE | re.MULTILINE,
)
# "Tom: … Me: …": who speaks, at the start of a sentence.
_SPEAKER = LatePattern(
    r"(?:^|(?<=[.!?~\n]\s)|(?<=\n))[^\S\n]*(?P<who>[가-힣A-Za-z]{1,12})[^\S\n]?[:：](?=\s)",
    re.IGNORECASE,
)
_ONESELF = frozenset(("나", "저", "본인", "me", "i", "myself"))
_SENTENCE_END = LatePattern(r"[.!?~\n]|$")
_FIRST_PERSON = (
    r"(?:나는|난|내가|내|나|저는|전|제가|제|저|우리는|i|i['’](?:m|ve|d|ll)|my|we|ich|je|yo|ma|eu)"
    r"(?=\s)|j['’]|(?:私|僕|俺|わたし|我)"
)
# Somebody says "I" between quotation marks, of whatever script: the words are shown, not said.
SAYS_I = LatePattern(
    rf"[“”„‟«»‹›「『〈《〝＂\"]\s?(?:{_FIRST_PERSON})[^“”„‟«»‹›「」『』〈〉《》〝〟＂\"\n]{{2,}}"
    r"[“”«»‹›」』〉》〞〟＂\"]"
    rf"|(?<![\w])['‘‚]\s?(?:{_FIRST_PERSON})(?:[^'‘’\n]|['’](?=\w)){{2,}}['’](?![A-Za-z])",
    re.IGNORECASE,
)


def transcript(text: str) -> tuple[int, int] | None:
    """Where a chat that the user took part in stands in a text, by the names before its lines."""
    speakers = list(_SPEAKER.finditer(text))
    names = {match["who"].casefold() for match in speakers}
    if len(names) < 2 or not names & _ONESELF:  # a talk has two sides
        return None
    end = _SENTENCE_END.search(text, speakers[-1].end())
    return speakers[0].start(), end.end() if end else len(text)
