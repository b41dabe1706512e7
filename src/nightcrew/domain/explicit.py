"""Memories the user wrote: their words are kept, and only the user changes them."""

from __future__ import annotations

import re
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.figures import numbers
from nightcrew.domain.kept_words import claim_hashes
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.speech import own_words
from nightcrew.domain.time_words import absolute, settled_days
from nightcrew.domain.words import claim_words, same_form, wording_hash

_ENOUGH = 0.75  # of a proposed wording's words; the rest are endings and names for the user
_ASKS_TO_KEEP = re.compile(
    r"(?:꼭 |잘 )?(?:기억|메모|저장|기록|적어|외워|잊지)[가-힣]*"
    r"(?: ?(?:줘|둬|놔|줄래|주세요|두세요|말아|마)[가-힣]*)?"
    r"|\b(?:please )?(?:remember|memori[sz]e|save|note|write down|keep in mind|do(?: not|n['’]t)"
    r" forget)\b",
    re.IGNORECASE,
)
# The asking itself, in front of what is to be kept and behind it.
_ASKS_IN_FRONT = re.compile(
    r"^(?:(?:이건|이거|이것|꼭|제발|좀|잘|(?:우리\s)?팀에도?)\s)*(?:기억|메모|저장|기록|적어|외워|잊지)[가-힣]*"
    r"(?:\s?(?:줘|둬|놔|줄래|주세요|두세요|말아|마)[가-힣]*)?\s?[,.:;!~?]+\s*"
    r"|^(?:please |can you |could you |would you |i(?: want|['’]d like) you to )*"
    r"(?:remember|memori[sz]e|save|note|write down|keep in mind|bear in mind|make a note"
    r"|do(?: not|n['’]t) forget)(?: (?:that|this|down))?\b(?:\s*[:,]\s*|\s+)(?!to\b)",
    re.IGNORECASE,
)
_ASKS_BEHIND = re.compile(
    r"[,.!~]?(?:\s|^)*(?:(?:이거|이걸|이건|그거|그걸|꼭|좀|잘|다시|(?:우리\s)?팀에도?)\s)*"
    r"(?:기억|메모|저장|기록|적어|외워|잊지|까먹지)[가-힣]*"
    r"(?:\s?(?:줘|둬|놔|줄래|주세요|두세요|말아|마)[가-힣]*)?[\s.!?~]*$"
    r"|[,.;]?\s*(?:\b(?:so|and|please) )*\b(?:remember (?:that|it|this)"
    r"|keep (?:that|this|it) in mind|do(?: not|n['’]t) forget(?: it| that| this)?"
    r"|(?:save|note) (?:that|this|it)(?: down)?)[\s.!?]*$",
    re.IGNORECASE,
)
_NAMED_AS_A_THING = re.compile(
    r"(?:(?<=다)는|(?<!달)이?라는|(?<=[\d가-힣])인)\s?(?:거|것|걸|점|사실)[은는을를도]?$"
)
_POINTS_BACK = re.compile(
    r"(?:그거|그것|그걸|이거|이것|이걸|방금|아까|위에|(?<![가-힣])[그이] |말(?:한|해 ?준)|알려 ?준)"
    r"|\b(?:that|this|it|those|these|you (?:just )?(?:said|told|gave|mentioned))\b",
    re.IGNORECASE,
)


def wording_to_keep(proposed: str, said: str, before: str) -> str:
    """What to keep of a line that asks to be remembered; empty when it is not clear what.

    The proposed wording if its words stand in the user's own line, or in the crew's line before
    it to which the user points; else the line as it was said, without the asking. Quoted and pasted
    words count only when the user asks for them outside the quotes.
    """
    asks = _ASKS_TO_KEEP.search(own_words(said)) is not None
    own = said.strip() if asks else own_words(said)
    points = asks and _POINTS_BACK.search(own) is not None
    if _stands_in(proposed, f"{own} {before}" if points else own):
        return proposed.strip()
    content = _POINTS_BACK.sub(" ", _ASKS_TO_KEEP.sub(" ", own))
    return _without_the_asking(own) if claim_words(content) else ""


def _without_the_asking(line: str) -> str:
    asks_first = _ASKS_IN_FRONT.match(line) is not None
    rest = _ASKS_BEHIND.sub("", _ASKS_IN_FRONT.sub("", line))
    if rest == line:
        return line
    # The question was the asking: "Can you remember my sister is called June?"
    rest = rest.rstrip("? ") if asks_first else rest
    return _NAMED_AS_A_THING.sub("", rest.strip(" ,")).strip() or line


def _stands_in(proposed: str, text: str) -> bool:
    wanted = claim_words(proposed)
    return bool(wanted) and len(wanted & claim_words(text)) >= len(wanted) * _ENOUGH


def explicit_memory(
    text: str,
    *,
    new_id: UUID,
    user: UUID,
    crew: str,
    said_on: date,
    kind: Kind | None = None,
    scope: Scope = Scope.PRIVATE,
    from_on: date | None = None,
    to_on: date | None = None,
    cites: tuple[UUID, ...] = (),
) -> Memory:
    """A memory in the user's own words; relative dates are written out against `said_on`.

    It has days only if the words name some that are no habit: 매주 토요일, 토요일에는 have none.
    kind: when not given, a plan if the words name a day still to come, else a fact.
    """
    named = settled_days(text, said_on)
    start = from_on or (named[0] if named else None)
    end = to_on or (named[1] if named and from_on is None else None)
    coming = start is not None and (end or start) >= said_on
    return Memory(
        id=new_id,
        user=user,
        crew=crew,
        kind=kind or (Kind.PLAN if coming else Kind.FACT),
        scope=scope,
        subject="user",
        text=absolute(text, said_on),
        from_on=start if kind is not Kind.STYLE else None,
        to_on=end if kind is not Kind.STYLE else None,
        explicit=True,
        via=crew,
        learned_on=said_on,
        said_on=said_on,
        cites=cites,
    )


def tombstone_of(memory: Memory, *, new_id: UUID, key: bytes, at: datetime) -> Tombstone:
    """What is kept of a forgotten memory: its subject and keyed hashes of its words."""
    return Tombstone(
        id=new_id,
        memory_id=memory.id,
        crew=None if memory.scope is Scope.SHARED else memory.crew,
        kind=memory.kind,
        subject=memory.subject,
        claim_hashes=claim_hashes(without_passed_note(memory.text), key),
        wording_hash=wording_hash(without_passed_note(memory.text), key),
        created_at=at,
    )


def same_claim(one: str, other: str) -> bool:
    """Whether two texts of the user claim the same, in these or nearly these words."""
    if same_form(one) == same_form(other):
        return True
    words = claim_words(one)
    return bool(words) and words == claim_words(other) and numbers(one) == numbers(other)
