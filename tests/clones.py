"""What a test calls to have a database of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from nightcrew.store.bootstrap import Access

CloneDatabase = Callable[[], AbstractContextManager[Access]]
