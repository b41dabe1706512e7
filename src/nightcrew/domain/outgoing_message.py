"""The words of a message a crew sends first, as they may leave; silence is the way out."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.domain.outgoing import is_manipulative, is_silence, unannounced
from nightcrew.domain.reason import Silence
from nightcrew.domain.reply_checks import Allowed, check_reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What may be sent; text is empty for silence, and reason says why then."""

    text: str = ""
    reason: Silence | None = None


def sendable(written: str, said: tuple[str, ...]) -> Message:
    """Check a message by the rules of a reply, and for what nobody asked to be sent.

    That a timer made it speak stays unsaid: such sentences are left out.

    said: words of the user and about them, whose amounts may be named.
    """
    if not written.strip() or is_silence(written):
        return Message(reason=Silence.SILENT)
    if is_manipulative(written):
        return Message(reason=Silence.MANIPULATIVE)
    left = check_reply(unannounced(written.strip()), Allowed(user_texts=said)).text
    return Message(text=left, reason=None if left else Silence.WITHHELD)
