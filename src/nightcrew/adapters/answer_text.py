"""Finds the one JSON object in what a model wrote, and nothing else.

Known wrappers (thoughts, a code fence, prose) are taken off, then the object is parsed strictly.
Slips of the pen (a trailing comma, single quotes, a raw line break) are mended in a second pass;
what is cut off is never completed.
"""

from __future__ import annotations

import json
import math
import re

from nightcrew.domain.errors import ModelFailure

MAX_ANSWER_BYTES = 256 * 1024
MAX_DEPTH = 20

_THOUGHT = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^```\w*\s*(.*?)\s*```$", re.DOTALL)
_OBJECT_START = re.compile(r"""\{(?=\s*["'}])""")
_SLIP = re.compile(
    r'"(?:[^"\\]|\\.)*"'  # a proper string, left alone
    r"|'(?:[^'\\]|\\.)*'"  # a string in single quotes
    r"|,(?=\s*[}\]])"  # a trailing comma
    r"|\b(?:True|False|None)\b",
    re.DOTALL,
)
_QUOTED_INSIDE = re.compile(r'\\.|"', re.DOTALL)
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}
_REFUSAL = re.compile(
    r"\b(?:i|we)(?: can(?:no|')t| won't|(?:'m| am)(?: unable| not able) to)\b"
    r"|\bi'm sorry, but\b|\bas an ai\b"
    r"|(?:도와\s?드릴|제공할|제공해 드릴|답변할|답변드릴|응할|처리할) 수 (?:없|가 없)",
    re.IGNORECASE,
)


def answer_object(text: str) -> dict[str, object] | None:
    """Read the JSON object of an answer; None when the model said nothing (no text, or null).

    Raises: ModelFailure `bad_json` with a place and a cause, never with the text itself;
    `refused_by_model` when there is no object and the words are a refusal.
    """
    if len(text.encode("utf-8", "replace")) > MAX_ANSWER_BYTES:
        raise ModelFailure("bad_json", f"the answer is larger than {MAX_ANSWER_BYTES} bytes")
    plain = _unwrapped(text)
    if plain in {"", "null"}:
        return None
    found = _parsed(plain)
    if not isinstance(found, dict):
        raise ModelFailure("bad_json", "the answer is not a JSON object")
    return {key: _clean(value) for key, value in found.items()}


def is_refusal(text: str) -> bool:
    """Whether a model says, in its first words, that it will not do this."""
    return bool(_REFUSAL.search(text[:300].replace("’", "'")))


def _unwrapped(text: str) -> str:
    plain = _THOUGHT.sub("", text.removeprefix("\ufeff"), count=1)
    # some servers swallow the opening tag and leave only the closing one
    _, closed, after = plain.partition("</think>")
    if closed and not _OBJECT_START.match(plain.lstrip()):
        plain = after
    plain = plain.strip()
    fenced = _FENCE.match(plain)
    return fenced.group(1) if fenced else plain


def _parsed(plain: str) -> object:
    try:
        return _only_object(plain, strict=True)
    except ValueError as first:
        cause = _cause(first)
    except RecursionError:
        raise ModelFailure("bad_json", "the answer is nested too deeply") from None
    try:
        return _only_object(_SLIP.sub(_mended, plain), strict=False)
    except (ValueError, RecursionError):
        raise ModelFailure("bad_json", f"the answer is not readable JSON: {cause}") from None


def _only_object(plain: str, *, strict: bool) -> object:
    decoder = json.JSONDecoder(
        strict=strict,
        parse_constant=_no_constant,
        parse_float=_finite,
        object_pairs_hook=_unique_keys,
    )
    if plain.startswith("["):
        return decoder.decode(plain)
    start = _OBJECT_START.search(plain)
    if start is None:
        if is_refusal(plain):
            raise ModelFailure("refused_by_model", "the model refused to answer")
        raise ValueError("no JSON object in the answer")
    found, end = decoder.raw_decode(plain, start.start())
    if _OBJECT_START.search(plain, end):
        raise ValueError("more than one JSON object in the answer")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is out of range")
    return number


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _cause(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno} column {error.colno}"
    if str(error).startswith("Exceeds the limit"):
        return "a number is too long"
    return str(error)


def _mended(slip: re.Match[str]) -> str:
    token = slip.group()
    if token.startswith('"'):
        return token
    if token.startswith("'"):
        return '"' + _QUOTED_INSIDE.sub(_requoted, token[1:-1]) + '"'
    return _PYTHON_WORDS.get(token, "")


def _requoted(inside: re.Match[str]) -> str:
    return {'"': '\\"', "\\'": "'"}.get(inside.group(), inside.group())


def _clean(value: object, depth: int = 1) -> object:
    """Take out what PostgreSQL cannot store: NUL and lone surrogates."""
    if depth > MAX_DEPTH:
        raise ModelFailure("bad_json", "the answer is nested too deeply")
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "ignore").decode()
    if isinstance(value, list):
        return [_clean(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {key: _clean(item, depth + 1) for key, item in value.items()}
    return value
