"""`reply` and `compose_follow_up` of the rehearsal: short plain text that fits the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from nightcrew.adapters.rehearsal.manners import form_of
from nightcrew.adapters.rehearsal.marks import marks_in
from nightcrew.adapters.rehearsal.matching import bare_words, overlap
from nightcrew.adapters.rehearsal.sentences import clauses
from nightcrew.adapters.rehearsal.table import pattern, table, words_for
from nightcrew.adapters.rehearsal.topic import topic_of_intent
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.questions import (
    ComposeInputs,
    FoundBlock,
    OpenTalkInputs,
    ReplyInputs,
    ShownMemory,
    TalkLine,
)  # fmt: skip
from nightcrew.domain.recital import asks_back
from nightcrew.domain.short_answers import WrittenFollowUp
from nightcrew.domain.speech import is_question
from nightcrew.domain.time_words import resolve
from nightcrew.domain.turn_words import done
from nightcrew.domain.words import script_of
from nightcrew.domain.zones import to_local, zone

_HOLES = {
    name: f"\x00{name}\x00"
    for name in (
        "text", "count", "when", "intent", "reason", "places", "words", "opens", "before", "day",
        "until",
    )
}  # fmt: skip
SEVERAL_WORDS = 3
SURELY_MEANT = 2  # words of a question that a memory shares
_OF_RECALLING = ("기억", "remember", "recall")
_MARKED = re.compile(r"\x00(\w+)\x00")
_SHAPES = {"when": r"|.*?\d\d:\d\d", "count": r"\d+"}  # a time ends with its clock


def say(inputs: ReplyInputs) -> Iterator[str]:
    """The reply, sentence by sentence; each is whole in itself."""
    korean = _korean(inputs.said, inputs.moment.locale)
    yield words_for("rehearsal", korean=korean) + " "
    sentences = list(_sentences(inputs, korean=korean))
    for place, sentence in enumerate(sentences):
        yield sentence if place == len(sentences) - 1 else f"{sentence}\n"


def _sentences(inputs: ReplyInputs, *, korean: bool) -> Iterator[str]:
    told = [each for each in (_act(sentence, korean=korean) for sentence in inputs.done) if each]
    yield from told
    blocks = [
        block for block in inputs.found if not (told and block.tool in ("memory", "follow_up"))
    ]
    found = [line for block in blocks for line in _block(block, inputs, korean=korean)]
    yield from found
    if not told and not found:
        yield form_of(inputs.style).small(_manner(inputs), korean=korean)


def _act(sentence: str, *, korean: bool) -> str:
    """One act as it is told to the user: the product's own sentence, recognised by its form."""
    for code in table("acts"):
        for locale in ("ko-KR", "en-US"):
            form = done(code, locale, **_HOLES)
            found = re.fullmatch(_MARKED.sub(_shape, _escaped(form)), sentence, re.DOTALL)
            if found:
                return words_for("acts", code, korean=korean).format(**found.groupdict())
    return sentence


def _shape(hole: re.Match[str]) -> str:
    return f"(?P<{hole[1]}>{_SHAPES.get(hole[1], '.*')})"


def _escaped(form: str) -> str:
    return re.sub(r"[^\w\s\x00]", lambda found: re.escape(found.group()), form)


def _block(block: FoundBlock, inputs: ReplyInputs, *, korean: bool) -> Iterator[str]:
    if block.tool == "memory" and not block.lines:
        yield _recalled(inputs, korean=korean) or words_for("not_found", "memory", korean=korean)
    elif block.lines and block.status == "insufficient":
        yield from block.lines[:1]  # what to ask back
    elif block.lines:
        form = form_of(inputs.style)
        most = None if block.tool in ("memory", "follow_up") else form.lines
        yield words_for("found", block.tool, korean=korean)
        yield from (form.told(line) for line in block.lines[:most])
    elif block.tool == "knowledge" and (
        known := _recalled(inputs, korean=korean, least=SURELY_MEANT)
    ):
        yield known
    elif block.tool != "follow_up" or "unremind" in _marks(inputs):
        # to have looked in vain is not to have been unable to look
        in_vain = block.tool == "search" and block.status == "empty"
        yield words_for("not_found", "search_empty" if in_vain else block.tool, korean=korean)


def _recalled(inputs: ReplyInputs, *, korean: bool, least: int = 1) -> str:
    """What was asked back, with its day: the memory or the line that shares most words.

    least: how many; empty when none shares as many.
    """
    # what was said is compared, not that it was said: 못 먹는다고 했지 → 못 먹는다
    wanted = bare_words(re.sub(r"(?<=[다라])고\s?(?:했|그랬|말)\S*", "", inputs.said))
    wanted = frozenset(word for word in wanted if not word.startswith(_OF_RECALLING))
    memories = [
        (overlap(wanted, bare_words(each.memory.text)), _dated_memory(each))
        for each in inputs.memories
    ]
    lines = [
        (overlap(wanted, bare_words(text)), f"“{text}” ({day.isoformat()})")
        for text, day in _told_before(inputs)
    ]
    shared, text = max([*memories, *lines], key=lambda row: row[0], default=(0, ""))
    if shared < least:
        return ""
    return f"{words_for('found', 'memory', korean=korean)} {text}"


def _dated_memory(shown: ShownMemory) -> str:
    return f"{shown.memory.text} ({shown.memory.said_on.isoformat()})"


def _told_before(inputs: ReplyInputs) -> Iterator[tuple[str, date]]:
    """What the user told, in this talk and before it; a question tells nothing."""
    here = inputs.moment.timezone
    told = [(each.speaker, each.text, _today(each.said_at, here)) for each in inputs.talk]
    for shown in inputs.evidence:
        said = shown.evidence
        told.append((said.speaker, said.text, _today(said.said_at, said.timezone)))
    for speaker, text, day in told:
        asks = is_question(text) or asks_back(text)
        if speaker == Speaker.USER and text.strip() and not asks:
            yield text, day


def _manner(inputs: ReplyInputs) -> str:
    if inputs.skill is not None:
        return "skill"
    kinds = [
        clause.kind
        for clause in clauses(inputs.said, _today(inputs.moment.now, inputs.moment.timezone))
    ]
    for kind in ("style", "greeting", "thanks"):
        if kind in kinds:
            return kind
    if "feeling" in _marks(inputs) and "request" not in kinds:
        return "feeling"
    return next((kind for kind in ("question", "request") if kind in kinds), "other")


def _marks(inputs: ReplyInputs) -> frozenset[str]:
    return marks_in(inputs.said, _today(inputs.moment.now, inputs.moment.timezone))


def _today(now: datetime, timezone: str) -> date:
    return to_local(now, zone(timezone)).date()


def _korean(text: str, locale: str) -> bool:
    script = script_of(text)
    return script.main == "hangul" if script.letters else locale.startswith("ko")


def compose(inputs: OpenTalkInputs) -> WrittenFollowUp:
    """The words of a follow-up at the moment it goes, or silence when its reason is gone."""
    korean = _korean(inputs.intent, inputs.moment.locale)
    gone = _not_so_yet(inputs) or _reason_gone(inputs)
    if gone:
        return WrittenFollowUp(why=words_for("compose_why", gone, korean=korean))
    if not inputs.intent.strip() and inputs.when_nothing != "send":
        return WrittenFollowUp(why=words_for("compose_why", "nothing", korean=korean))
    text = f"{words_for('rehearsal', korean=korean)} {_message(inputs, korean=korean)}"
    return WrittenFollowUp(
        send=True, text=text, why=words_for("compose_why", "sent", korean=korean)
    )


def _not_so_yet(inputs: OpenTalkInputs) -> str:
    """Whether what a watch found leaves its condition open: its words stand in no line of it.

    Of three or more one may be told in another form: 취소표 나오면, 취소표가 나왔다.
    """
    if not isinstance(inputs, ComposeInputs) or not inputs.condition or inputs.met or inputs.over:
        return ""
    wanted = bare_words(inputs.condition)
    lines = [line for block in inputs.found for line in block.lines]
    open_ = min((len(wanted - bare_words(line)) for line in lines), default=len(wanted))
    return "not_so_yet" if open_ > (len(wanted) >= SEVERAL_WORDS) else ""


def _found_text(inputs: OpenTalkInputs, *, korean: bool) -> str:
    """What a watch has to tell; empty for all other follow-ups."""
    if not isinstance(inputs, ComposeInputs) or not inputs.condition:
        return ""
    if inputs.over:
        form = words_for("messages", "not_found_in_time", korean=korean)
        return form.format(topic=inputs.intent)
    line = next((line for block in inputs.found for line in block.lines), "")
    return words_for("messages", "found", korean=korean).format(line=line)


def _reason_gone(inputs: OpenTalkInputs) -> str:
    wanted = bare_words(inputs.intent)
    users = [line for line in inputs.talk if line.speaker == "user"]
    if any(_calls_off(line, wanted) for line in users):
        return "gone"
    if any(_did_it(line, wanted, inputs) for line in users):
        return "done"
    if any(
        _is_off(each) and overlap(bare_words(each.memory.text), wanted) for each in inputs.memories
    ):
        return "gone"
    if inputs.purpose == "check_in" and not inputs.asked_for and _better(users):
        return "settled"
    rest = any(pattern("needs", "later_away").search(line.text) for line in users[-3:])
    return "settled" if rest and not inputs.asked_for else ""


def _calls_off(line: TalkLine, wanted: frozenset[str]) -> bool:
    return any(
        clause.kind == "cancellation" and overlap(bare_words(clause.text), wanted)
        for clause in clauses(line.text, line.said_at.date())
    )


def _did_it(line: TalkLine, wanted: frozenset[str], inputs: OpenTalkInputs) -> bool:
    """Whether the user has told today that the matter is done."""
    if _today(line.said_at, inputs.moment.timezone) != _day_of(inputs):
        return False
    # What is passed on ends in an ending of its own: 먹으라고 and 먹었어 are both of 먹다.
    wanted = frozenset(word.removesuffix("으") for word in wanted)
    told = (each for each in clauses(line.text, _day_of(inputs)) if each.kind != "question")
    return any(
        pattern("did_it").search(each.text)
        and overlap(bare_words(each.text), wanted) * 2 > len(wanted)
        for each in told
    )


def _is_off(shown: ShownMemory) -> bool:
    return bool(pattern("kinds", "cancellation", "cues").search(shown.memory.text))


def _better(users: Sequence[TalkLine]) -> bool:
    return bool(users) and bool(pattern("relief").search(users[-1].text))


def _message(inputs: OpenTalkInputs, *, korean: bool) -> str:
    if found := _found_text(inputs, korean=korean):
        return found
    for what in ("after_night", "after_illness", "after_a_while"):
        if inputs.intent.strip() in (
            words_for("plans", what, korean=each) for each in (True, False)
        ):
            return words_for("messages", what, korean=korean)
    told = re.fullmatch(r"(.*?)(으라|라|자|냐)고", inputs.intent.strip())
    if told and inputs.asked_for:
        return words_for("passed_on", told[2], korean=True).format(what=told[1])
    form = words_for("messages", _form(inputs), korean=korean)
    return form.format(topic=topic_of_intent(inputs.intent, _day_of(inputs), korean=korean))


def _day_of(inputs: OpenTalkInputs) -> date:
    return _today(inputs.moment.now, inputs.moment.timezone)


def _form(inputs: OpenTalkInputs) -> str:
    if pattern("request", "afterwards").search(inputs.intent):
        return "how_was"
    if inputs.asked_for:
        return "asked"
    today = _day_of(inputs)
    spans = resolve(inputs.intent, today)
    if not spans or spans[0].from_on > today + timedelta(days=1):
        return "coming"
    if spans[0].from_on > today:
        return "tomorrow"
    return "today" if spans[0].to_on >= today else "how_was"
