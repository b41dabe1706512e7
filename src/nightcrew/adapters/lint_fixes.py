"""Mends crew text where its meaning cannot change; order, comments and every other line stay."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.lint_lines import (
    anchored,
    headings_renamed,
    tabs_as_spaces,
    times_quoted,
    without_overrides,
    without_trailing_space,
)
from nightcrew.adapters.scalar_shape import Named
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import Problem

Read = Callable[[bytes], Sheet]
_BOM = "\ufeff"
_CANNOT_BE_READ = frozenset({"not_yaml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What was mended in one file: kinds of problems with their lines, `unquoted_time:14`."""

    file: str
    fixes: tuple[str, ...]

    def after(self, earlier: Mended | None) -> Mended:
        """Together with what was mended in the same file before."""
        return self if earlier is None else replace(self, fixes=(*earlier.fixes, *self.fixes))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """One kind of mending. gone: whether the keys it is told of may go."""

    kind: str
    edit: Callable[[list[str], Sequence[Problem], Sheet], list[str]]
    gone: bool = False


_STEPS = (
    _Step(kind="not_yaml", edit=lambda lines, _told, _sheet: tabs_as_spaces(lines)),
    _Step(kind="unquoted_time", edit=lambda lines, told, _sheet: times_quoted(lines, told)),
    _Step(kind="override_equals_default", gone=True,
          edit=lambda lines, told, _sheet: without_overrides(lines, told)),
    _Step(kind="unknown_heading", edit=lambda lines, told, _sheet: headings_renamed(lines, told)),
    _Step(kind="missing_anchor", edit=lambda lines, _told, sheet: anchored(lines, sheet)),
    _Step(kind="trailing_space", edit=lambda lines, _told, _sheet: without_trailing_space(lines)),
)  # fmt: skip


def mend(path: Path, file: str, problems: Sequence[Problem], read: Read) -> Mended | None:
    """Mend one file in place; None when nothing in it can be mended.

    read: how a content of this file reads. Raises: OSError when the file cannot be written.
    """
    kinds = {each.id for each in problems}
    if not kinds & {step.kind for step in _STEPS}:
        return None
    text = _plain(path.read_bytes())
    if text is None:
        return None
    crlf, mended, fixes = "\r\n" in text, text.replace("\r\n", "\n"), list[str]()
    for step in _STEPS:
        # Lines move when lines go; what stands further down is mended in the next pass.
        told = [each for each in problems if each.id == step.kind]
        if told and not (fixes and step.kind != "trailing_space"):
            better = _stepped(mended, step, told, read)
            if better != mended:
                fixes += [f"{each.id}:{each.line}" for each in told]
                mended = better
    if not fixes:
        return None
    _write(path, mended.replace("\n", "\r\n") if crlf else mended)
    return Mended(file=file, fixes=tuple(fixes))


def _plain(content: bytes) -> str | None:
    """The text, or None when places in it would not be those that problems tell."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    plain = not text.startswith(_BOM) and unicodedata.is_normalized("NFC", text)
    return text if plain else None


def _stepped(text: str, step: _Step, told: Sequence[Problem], read: Read) -> str:
    """The text after one kind of mending, or as it was when its meaning would change."""
    before = read(text.encode())
    better = "\n".join(step.edit(text.split("\n"), told, before))
    if better == text:
        return text
    after = read(better.encode())
    if any(wrong.id in _CANNOT_BE_READ for wrong in after.errors):
        return text
    if any(wrong.id in _CANNOT_BE_READ for wrong in before.errors):
        return better
    gone = {each.pointer for each in told} if step.gone else set()
    return better if _meaning(before, gone) == _meaning(after, gone) else text


def _meaning(sheet: Sheet, gone: set[str]) -> object:
    book = sheet.playbook
    lines = tuple(item.text for item in book.instructions) if book else ()
    skill = sheet.skill.body if sheet.skill else ""
    return _values(sheet.block, "", gone), lines, skill


def _values(value: object, pointer: str, gone: set[str]) -> object:
    """What stands in a block, without places, keys that may go and what they leave empty."""
    if isinstance(value, Block):
        below = {
            name: _values(value.value(name), f"{pointer}/{name}", gone)
            for name in value.places
            if f"{pointer}/{name}" not in gone
        }
        return {name: found for name, found in below.items() if found != {}}
    if isinstance(value, list):
        return [_values(item, pointer, gone) for item in value]
    return value.name if isinstance(value, Named) else value


def _write(path: Path, text: str) -> None:
    """Whole or not at all; a reader never sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
        draft.chmod(path.stat().st_mode & 0o777)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
