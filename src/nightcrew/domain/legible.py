"""Text as rules read it: what no language has need not be looked at letter by letter."""

from __future__ import annotations

import re

# A longer run without a space is a key held down or a file; patterns try each of its letters.
_NO_WORD = re.compile(r"\S{100}(?=\S)")
_NO_GAP = re.compile(r"\s{20,}")


def legible(text: str) -> str:
    """A text with a space in endless runs of letters and none of its gaps endless; mostly itself.

    For reading only: what is stored and shown stays as it was written.
    """
    return without_gaps(_NO_WORD.sub(r"\g<0> ", text))


def without_gaps(text: str) -> str:
    """A text with one space, or one line break, in place of an endless gap."""
    return _NO_GAP.sub(_gap, text)


def _gap(gap: re.Match[str]) -> str:
    return "\n" if "\n" in gap.group() else " "
