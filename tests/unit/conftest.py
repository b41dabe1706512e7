"""What tests of crew text begin with; a file that needs another one makes its own by the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.lint_folder import LintFolder


@pytest.fixture
def folder(tmp_path: Path) -> LintFolder:
    """Crew text that is clean, to be spoiled."""
    return LintFolder(tmp_path)
