"""Patterns that are compiled when they are first used.

Measured reason: compiling all tables of words takes 0.4 s, for which a command that reads no talk
would wait like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

Found = re.Match[str] | None


class LatePattern:
    """Used like a pattern of `re`, whose methods it hands out; from the second use on it is one.

    pattern: as it is written. Raises: re.error by the first use, when it cannot be read.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return re.compile(self.pattern, self.flags)

    @cached_property
    def search(self) -> Callable[..., Found]:
        """The first place of a text that fits."""
        return self.compiled.search

    @cached_property
    def match(self) -> Callable[..., Found]:
        """What fits at the beginning of a text."""
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., Found]:
        """The whole text, when it fits."""
        return self.compiled.fullmatch

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        """Every place that fits, in reading order."""
        return self.compiled.finditer

    @cached_property
    def findall(self) -> Callable[..., list[Any]]:
        """The words of every place that fits."""
        return self.compiled.findall

    @cached_property
    def split(self) -> Callable[..., list[str | Any]]:
        """What stands between the places that fit."""
        return self.compiled.split

    @cached_property
    def sub(self) -> Callable[..., str]:
        """The text with something else in the places that fit."""
        return self.compiled.sub
