"""Where each key of a schema is allowed, in words, for a key written at the wrong level."""

from __future__ import annotations

import re

from nightcrew.adapters.shape_reading import Spot
from nightcrew.adapters.text_shape import ListOf, Record, Shape

_TOOL = re.compile(r"tool_guide\.\w+")


def spots_of(record: Record, *, file: str = "") -> dict[str, Spot]:
    """Key -> where the record allows it. file: named when it is another one."""
    found: dict[str, list[str]] = {}
    _walk(record, (), found)
    return {key: _spot(_gathered(paths), file) for key, paths in found.items()}


def _spot(paths: list[str], file: str) -> Spot:
    suffix_en, prefix_ko = (f" of {file}", f"{file}의 ") if file else ("", "")
    en = [f"under {path}" if path else "at the top level" for path in paths]
    ko = [f"{path} 아래" if path else "맨 위 단계" for path in paths]
    return Spot(en=" or ".join(en) + suffix_en, ko=prefix_ko + ", ".join(ko), ours=not file)


def _walk(shape: Shape, path: tuple[str, ...], found: dict[str, list[str]]) -> None:
    if isinstance(shape, ListOf):
        _walk(shape.item, path, found)
    if not isinstance(shape, Record):
        return
    for name, entry in shape.fields.items():
        found.setdefault(name, []).append(".".join(path))
        _walk(entry.shape, (*path, name), found)


def _gathered(paths: list[str]) -> list[str]:
    # What every tool has is told once, not five times.
    of_tool = {path: _TOOL.sub("tool_guide.<tool>", path) for path in paths}
    shared = [path for path in of_tool.values() if list(of_tool.values()).count(path) > 1]
    merged = [general if general in shared else path for path, general in of_tool.items()]
    return list(dict.fromkeys(merged))
