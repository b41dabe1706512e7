"""Gates on who spoke and how: only the user's own statements become memories."""

from __future__ import annotations

from collections.abc import Iterable

from nightcrew.domain.dream import Action
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.gate import Case, Gate, Refusal, handle_of, is_user_speech, said_on
from nightcrew.domain.gates_style import reacts, rests_on_reactions, withdraws
from nightcrew.domain.introductions import strange_name
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.memory_changes import says_older
from nightcrew.domain.memory_requests import asks_to_forget, tells_of_keeping, waives_keeping
from nightcrew.domain.merge_groups import holds, same_matter
from nightcrew.domain.reason import Reason
from nightcrew.domain.residue import clears_residue, rests_on_asking, supporting
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.speech import asks_once, is_bare_assent, quoted_words, spoken
from nightcrew.domain.stems_ko import without_particles
from nightcrew.domain.subjects import USER
from nightcrew.domain.told_as_done import coming_told_as_done, perhaps_told_as_so
from nightcrew.domain.wish_tables import (
    FORMERLY,
    TELLS_A_WISH,
    TELLS_OF_BEFORE,
    TELLS_OF_TALK,
    WISHES,
)
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import Scripts, claim_words, fold, script_of, tokens, topic_words

_SPOKEN_SHARE = 0.2  # of the letters of the cited words, for a script to count as spoken
_NAME_NOBODY = frozenset({"my", "his", "her", "our", "the", "he", "she", "they"})
_KEPT_SHARE = 0.3  # of a memory's letters; the rest may be names


def _user_speech(case: Case) -> Refusal | None:
    silent = _silent(case)
    if silent is not None:
        return silent
    if case.change.action is Action.REMOVE:
        return _removal(case)
    if _borrowed(case) and not reacts(case):  # what reactions show is told in words of ours
        return Refusal(reason=Reason.NOT_USER_SPEECH, detail="others said it, not the user")
    if _about_another(case):
        return Refusal(reason=Reason.NOT_USER_SPEECH, detail="the cited words tell of another")
    if _about_user(case) and strange_name(case.change.text, _known_words(case)):
        return Refusal(reason=Reason.NOT_USER_SPEECH, detail="nobody introduced themselves so")
    return None


def _silent(case: Case) -> Refusal | None:
    if not case.lines:
        return Refusal(reason=Reason.NO_CITATION, detail="no line is cited")
    if not case.own_texts:
        return Refusal(reason=Reason.NOT_USER_SPEECH, detail="no cited line is the user's own")
    if all(is_bare_assent(text) or not claim_words(text) for text in case.own_texts):
        return Refusal(reason=Reason.NO_CITATION, detail="the cited lines only agree")
    return None


def _removal(case: Case) -> Refusal | None:
    memory = case.change.memory
    if memory is None or case.heir is not None or clears_residue(memory, case.ground):
        return None
    if _has_replacement(case, memory):
        return None
    if says_older(memory, case.user_lines, case.ground):
        return Refusal(reason=Reason.NO_CITATION, detail="the memory is newer than what was said")
    if _speaks_of(case, memory) or withdraws(case):
        return None
    return Refusal(reason=Reason.NO_CITATION, detail="the cited lines do not speak of the memory")


def _speaks_of(case: Case, memory: Memory) -> bool:
    if case.ground.nightly and set(memory.cites) >= {line.id for line in case.user_lines}:
        return False
    spoken_of = _words(line.text for line in case.lines)
    return bool(spoken_of & topic_words(claim_words(f"{memory.text} {memory.subject}")))


def _has_replacement(case: Case, gone: Memory) -> bool:
    """At night: another row, no older and not touched by this dream, tells of the same thing."""
    if not case.ground.nightly:
        return False
    touched = {handle_of(other.memory or "") for other in case.proposal.changes}
    return any(
        same_matter(memory, gone) and holds(memory.text, gone)
        for handle, memory in case.ground.memories.items()
        if handle not in touched and memory.said_on >= gone.said_on
    )


def _borrowed(case: Case) -> bool:
    words = claim_words(case.change.text) - {NEGATION}
    if words & _words(case.own_texts):
        return False
    shown = [quoted_words(line.text) for line in case.user_lines]
    return any(map(claim_words, shown)) or bool(words & _words(_texts_of_others(case)))


def _texts_of_others(case: Case) -> list[str]:
    quoted = [quoted_words(line.text) for line in case.user_lines]
    return quoted + [line.text for line in _shown(case) if not is_user_speech(line)]


def _shown(case: Case) -> tuple[Evidence, ...]:
    return tuple(case.ground.evidence.values())


def _about_another(case: Case) -> bool:
    if not _about_user(case):
        return False
    support = supporting(case.change.text, case.own_texts) or [
        piece for text in case.own_texts for piece in spoken(text)
    ]
    return bool(support) and all(
        piece.another and not _names(case.change.text, piece.another) for piece in support
    )


def _about_user(case: Case) -> bool:
    return fold(case.change.subject).casefold() in {USER, "사용자", ""}


def _known_words(case: Case) -> tuple[str, ...]:
    return (*case.own_texts, *(row.text for row in case.rows))


def _names(text: str, another: str) -> bool:
    """Whether a text names somebody; Korean names stand inside words, others are words."""
    known = {without_particles(word) for word in tokens(another)} - _NAME_NOBODY
    folded, written = fold(text).casefold(), frozenset(tokens(text))
    return any(word in (written if word.isascii() else folded) for word in known if word)


def _question_residue(case: Case) -> Refusal | None:
    if _of_memory_itself(case):
        return Refusal(reason=Reason.QUESTION_RESIDUE, detail="it only asks to keep or to forget")
    if _asked_once(case):
        return Refusal(reason=Reason.QUESTION_RESIDUE, detail="it was asked for once")
    if _told_as_so(case):
        return Refusal(
            reason=Reason.QUESTION_RESIDUE, detail="a wish, a perhaps or another time is told as so"
        )
    if _tells_of_talk(case):
        return Refusal(reason=Reason.QUESTION_RESIDUE, detail="it tells that there was talk")
    if not _rests_on_asking(case):
        return None
    return Refusal(
        reason=Reason.QUESTION_RESIDUE, detail="it rests on a question, a wish or a supposition"
    )


def _of_memory_itself(case: Case) -> bool:
    """A note that something was to be kept or forgotten: what was forgotten would live on in it."""
    if case.change.action is Action.REMOVE:
        return False
    if case.own_texts and all(map(waives_keeping, case.own_texts)):
        return True
    resting = _resting(case)
    forgets = bool(resting) and all(asks_to_forget(text) for text in resting)
    return forgets or tells_of_keeping(case.change.text)


def _asked_once(case: Case) -> bool:
    """A way to be treated that rests only on requests for one thing, now."""
    if case.change.action is Action.REMOVE or case.change.kind is not Kind.STYLE:
        return False
    resting = _resting(case)
    return bool(resting) and all(asks_once(text) for text in resting)


def _resting(case: Case) -> list[str]:
    """The sentences of the user's own that share words with a change."""
    words = claim_words(case.change.text) - {NEGATION}
    said = [part.text for text in case.own_texts for part in sentences(text)]
    return [text for text in said if words & claim_words(text)]


def _told_as_so(case: Case) -> bool:
    """A wish, a perhaps, what was so once or is still to come, told as if it were so now."""
    text = case.change.text
    resting = [piece.text for piece in supporting(text, case.own_texts)]
    if case.change.action is Action.REMOVE or not resting:
        return False
    wished = not TELLS_A_WISH.search(text) and all(map(WISHES.search, resting))
    formerly = not TELLS_OF_BEFORE.search(text) and all(map(FORMERLY.search, resting))
    said = max((said_on(line) for line in case.user_lines), default=case.ground.today)
    unsettled = perhaps_told_as_so(text, resting) or coming_told_as_done(text, resting, said)
    return wished or formerly or unsettled


def _tells_of_talk(case: Case) -> bool:
    """A note that the user asked or greeted, where they said nothing of asking or greeting."""
    if case.change.action is Action.REMOVE or case.change.kind is Kind.STYLE:
        return False
    match = TELLS_OF_TALK.search(case.change.text)
    if match is None:
        return False
    verb = next(word for word in match.groups() if word)
    return verb.casefold() not in " ".join(case.own_texts).casefold()


def _rests_on_asking(case: Case) -> bool:
    change = case.change
    removal = change.action is Action.REMOVE
    if rests_on_reactions(case) or withdraws(case):
        return False  # a reaction often asks; the gate on styles counts the turns
    if removal and change.memory and clears_residue(change.memory, case.ground):
        return False
    wishes_count = removal or change.kind is Kind.STYLE
    return rests_on_asking(change.text, case.own_texts, wishes_count=wishes_count)


def _language(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE:
        return None
    said = " ".join(case.own_texts)
    rest = _without_said_words(case.change.text, said)
    if _fits(script_of(rest), script_of(said)):
        return None
    return Refusal(reason=Reason.WRONG_LANGUAGE, detail="not in the language the user spoke")


def _without_said_words(text: str, said: str) -> str:
    known = frozenset(tokens(said))
    return " ".join(token for token in tokens(text) if token not in known)


def _fits(text: Scripts, said: Scripts) -> bool:
    if not text.letters or not said.letters:
        return True
    spoken_too = said.share(text.main) >= _SPOKEN_SHARE
    return spoken_too or text.share(said.main) >= _KEPT_SHARE


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in claim_words(text)) - {NEGATION}


USER_SPEECH = Gate(name="user_speech", refuses=_user_speech)
QUESTION_RESIDUE = Gate(name="question_residue", refuses=_question_residue)
LANGUAGE = Gate(name="language", refuses=_language)
