"""How much a reply prompt may hold, and what is left out of it first."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from nightcrew.domain.crew import Crew, Skill
from nightcrew.domain.crew_text import fill
from nightcrew.domain.lines import defused, one_line, show_talk
from nightcrew.domain.questions import FoundBlock, ReplyInputs
from nightcrew.domain.same import Same

REPLY_TOKENS = 8000  # default budget of one reply prompt, everything in it counted
FRAME_TOKENS = 1100  # the fixed words of reply.md.j2; a test holds the file to it
LAST_EXCHANGE = 2  # lines of talk without which the user's last line makes no sense
LINE_TOKENS = 3  # a dash in front of a line and the break behind it

_MARKS = (string.digits + string.punctuation + "\n\t").encode()


def estimate_tokens(text: str) -> int:
    """How many tokens a text takes at most: letters / 3 + marks + 0.68 x extra bytes + 1.

    marks: digits, punctuation, breaks. letters: all other characters. extra bytes: what UTF-8
    needs beyond one a character, 2 for a Korean syllable, which so counts 1.7.
    Source: measured against cl100k_base, o200k_base and the tokenizers of Claude 2 and DeepSeek on
    2,904 lines of Korean, English and Chinese: 1.2 to 3.2 times the true sum of each text, 1.2 to
    2.1 times in Korean; 3 of 11,616 single counts fall short, by 14 % at most.
    """
    encoded = text.encode("utf-8", "replace")
    marks = len(encoded) - len(encoded.translate(None, _MARKS))
    letters = len(text) - marks
    extra = len(encoded) - len(text)
    return -(-(100 * letters + 300 * marks + 204 * extra) // 300) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Lines of one sort, the most worth keeping first. keep: how many are never left out."""

    name: str
    lines: tuple[str, ...]
    keep: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """How many lines of each part stay and how many are left out, by name; tokens of what stays.

    tokens is over the limit only when what is never left out is.
    """

    kept: Mapping[str, int]
    left_out: Mapping[str, int] = field(default_factory=dict)
    tokens: int = 0


def fit(parts: Sequence[Part], limit: int) -> Fitted:
    """Leave lines out until the rest is within `limit` tokens.

    parts: what is left out first comes first; inside a part the last line goes first.
    """
    costs = {
        part.name: [estimate_tokens(line) + LINE_TOKENS for line in part.lines] for part in parts
    }
    tokens = sum(sum(lines) for lines in costs.values())
    kept = {part.name: len(part.lines) for part in parts}
    for part in parts:
        while tokens > limit and kept[part.name] > part.keep:
            kept[part.name] -= 1
            tokens -= costs[part.name][kept[part.name]]
    left_out = {part.name: len(part.lines) - kept[part.name] for part in parts}
    return Fitted(kept=kept, left_out=left_out, tokens=tokens)


def fit_reply(inputs: ReplyInputs, limit: int = REPLY_TOKENS) -> ReplyInputs:
    """The same inputs within `limit` tokens of prompt.

    Left out, in this order: raw evidence from its end (it comes best first), the oldest talk up
    to the last exchange, the oldest facts and plans, the last exchange. Never left out: the
    crew's rules and text, style, what tools found, what was done, the user's last line; should
    these alone be over the limit, they go as they are.
    """
    parts, room = _reply_parts(inputs), limit - _always(inputs)
    if _surely_fits(parts, room):
        return inputs
    fitted = fit(parts, room)
    talk = fitted.kept["talk"] + fitted.kept["last exchange"]
    newest = set(_newest_first(inputs)[: fitted.kept["memories"]])
    return replace(
        inputs,
        evidence=inputs.evidence[: fitted.kept["evidence"]],
        talk=inputs.talk[len(inputs.talk) - talk :],
        memories=tuple(shown for place, shown in enumerate(inputs.memories) if place in newest),
    )


def _surely_fits(parts: Sequence[Part], room: int) -> bool:
    """Nearly every prompt does; lines counted together cost a fifth of lines counted singly."""
    lines = [line for part in parts for line in part.lines]
    # A line counted singly is at most two tokens more than its share: rounding, and the one added.
    return estimate_tokens("".join(lines)) + (LINE_TOKENS + 2) * len(lines) <= room


def left_out(before: ReplyInputs, after: ReplyInputs) -> Mapping[str, int]:
    """How many lines `fit_reply` took out of each part; parts that are whole are not named."""
    counts = {
        name: len(getattr(before, name)) - len(getattr(after, name))
        for name in ("evidence", "talk", "memories")
    }
    return {name: count for name, count in counts.items() if count}


def _reply_parts(inputs: ReplyInputs) -> tuple[Part, ...]:
    newest_talk = show_talk(reversed(inputs.talk), inputs.moment.timezone)
    memories = [inputs.memories[place].line for place in _newest_first(inputs)]
    return (
        Part(name="evidence", lines=tuple(shown.line for shown in inputs.evidence)),
        Part(name="talk", lines=newest_talk[LAST_EXCHANGE:]),
        Part(name="memories", lines=tuple(memories)),
        Part(name="last exchange", lines=newest_talk[:LAST_EXCHANGE]),
    )


def _newest_first(inputs: ReplyInputs) -> list[int]:
    """Places of the memories, newest first; of one day the one shown earlier is kept longer."""
    places = range(len(inputs.memories))
    return sorted(places, key=lambda place: inputs.memories[place].memory.said_on, reverse=True)


def _always(inputs: ReplyInputs) -> int:
    texts = [one_line(line) for line in (inputs.user_name, *inputs.done)]
    texts += [shown.line for shown in inputs.style]
    texts += [text for block in inputs.found for text in _block_texts(block)]
    texts += [inputs.moment.local, inputs.moment.timezone, defused(inputs.said)]
    today = inputs.moment.now.date().isoformat()
    written = _written_for(Same(inputs.crew), Same(inputs.skill), inputs.user_name, today)
    return FRAME_TOKENS + written + _tokens(texts)


# What the crew's writers wrote takes half the time of a budget and is the same all day.
def forget_names() -> None:
    """Drop what was kept with users' names in it, as when a user is erased."""
    _written_for.cache_clear()


@lru_cache(maxsize=256)
def _written_for(crew: Same[Crew], skill: Same[Skill | None], user_name: str, today: str) -> int:
    prose = _crew_texts(crew.thing)
    prose += [skill.thing.name, skill.thing.body] if skill.thing else []
    filled = (
        fill(text, user_name=user_name, crew_name=crew.thing.name, today=today) for text in prose
    )
    return _tokens(defused(text) for text in filled)


def _crew_texts(crew: Crew) -> list[str]:
    instructions = crew.playbook.instructions if crew.playbook else ()
    return [
        crew.name,
        crew.persona.summary,
        crew.persona.voice,
        *crew.house.rules,
        *(instruction.text for instruction in instructions),
    ]


def _tokens(texts: Iterable[str]) -> int:
    return sum(estimate_tokens(text) + LINE_TOKENS for text in texts)


def _block_texts(block: FoundBlock) -> list[str]:
    frame = f'<data tool="{block.tool}" status="{block.status}"></data>'
    return [frame, *(one_line(line) for line in block.lines)]
