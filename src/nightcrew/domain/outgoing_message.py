"""The words of a message a crew sends first, as they may leave; silence is the way out."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.domain.outgoing import is_manipulative, is_silence, unannounced
from nightcrew.domain.reason import Silence
from nightcrew.domain.reply_checks import Allowed, check_reply
from nightcrew.domain.watch import WatchFound


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What may be sent; text is empty for silence, and reason says why then."""

    text: str = ""
    reason: Silence | None = None


def sendable(
    written: str, said: tuple[str, ...], found: WatchFound | None = None, *, priced: bool = False
) -> Message:
    """Check a message by the rules of a reply, and for what nobody asked to be sent.

    That a timer made it speak stays unsaid: such sentences are left out.

    said: words of the user and about them, whose amounts may be named. found: what a watch found,
    whose amounts and links may be. priced: the crew is about what things sell for.
    """
    if not written.strip() or is_silence(written):
        return Message(reason=Silence.SILENT)
    if is_manipulative(written):
        return Message(reason=Silence.MANIPULATIVE)
    known = Allowed(
        user_texts=said,
        tool_texts=found.lines if found else (),
        links=found.links if found else (),
        priced=priced,
    )
    checked = check_reply(unannounced(written.strip()), known)
    if found is not None and checked.withheld:
        # What is left of news without its figure or its place is no news.
        return Message(reason=Silence.WITHHELD)
    left = checked.text
    return Message(text=left, reason=None if left else Silence.WITHHELD)
