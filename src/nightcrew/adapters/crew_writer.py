"""The files of crew text as they are typed: read whole, and written all together or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from nightcrew.adapters.crew_bundle import CrewBinder
from nightcrew.adapters.crew_texts import PathId, known_path, path_id, shelf_of
from nightcrew.adapters.lint_files import CrewLint
from nightcrew.adapters.story_files import read_stories, story_text_problems
from nightcrew.adapters.strict_yaml import MOST_BYTES
from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.story import StoryShelf

_PATTERNS = (
    ("crews", "*.yaml"),
    ("crews", "categories/*.yaml"),
    ("crews", "scenarios/*.yaml"),
    ("playbooks", "*.md"),
    ("playbooks", "skills/*/SKILL.md"),
)


@dataclass(frozen=True, slots=True)
class CrewWriter:
    """The two folders of an installation, by path-id."""

    crews: Path
    playbooks: Path
    _binder: CrewBinder = field(default_factory=CrewBinder, init=False, repr=False, compare=False)

    def read(self) -> Mapping[str, str]:
        """Every file that can be read as text; others are left to lint."""
        return dict(self._readable())

    def shelf(self, texts: Mapping[str, str]) -> CrewShelf:
        """The crews these texts would make here. Raises: BadInput for a path-id."""
        return shelf_of(texts, (self.crews.name, self.playbooks.name), self._binder)

    def stories(self, shelf: CrewShelf) -> StoryShelf:
        """The stories as they are written now, over these crews."""
        return read_stories(self.crews, shelf)

    def story_problems(self, name: str, text: str, shelf: CrewShelf) -> tuple[Problem, ...]:
        """What is wrong with a file of stories, as it is typed. Raises: BadInput."""
        return story_text_problems(text.encode(), self.label(name), shelf)

    def findings(self, name: str, text: str, today: date) -> tuple[Problem, ...]:
        """What lint says of a file as it is typed. Raises: BadInput."""
        label = self.label(name)
        typed = {label: text.encode()}
        check = CrewLint(
            crews=self.crews, playbooks=self.playbooks, typed=typed, binder=self._binder
        )
        return check(today).of(label)

    def write(self, texts: Mapping[str, str]) -> None:
        """Put these texts in their files, each at once; when one fails, all are as before.

        Raises: BadInput for a path-id, OutsideFailure when a folder cannot be written.
        """
        paths = {self._path(path_id(name)): text for name, text in texts.items()}
        before = {path: path.read_bytes() if path.is_file() else None for path in paths}
        try:
            for path, text in paths.items():
                _put(path, text.encode())
        except OSError as error:
            _put_back(before)
            raise OutsideFailure(
                "crew_text_not_written",
                "the files of crew text cannot be written",
                hint="make the folders of NIGHTCREW_CREWS and NIGHTCREW_PLAYBOOKS writable",
            ) from error

    def label(self, name: str) -> str:
        """A path-id as problems and origins call the file here."""
        found = path_id(name)
        folder = self.crews if found.of_crews else self.playbooks
        return f"{folder.name}/{found.inside}"

    def _path(self, found: PathId) -> Path:
        return (self.crews if found.of_crews else self.playbooks) / found.inside

    def _readable(self) -> Iterator[tuple[str, str]]:
        folders = {"crews": self.crews, "playbooks": self.playbooks}
        for folder, pattern in _PATTERNS:
            for path in sorted(folders[folder].glob(pattern)):
                name = f"{folder}/{path.relative_to(folders[folder]).as_posix()}"
                text = _text(path) if known_path(name) and path.is_file() else None
                if text is not None:
                    yield name, text


def _text(path: Path) -> str | None:
    try:
        content = path.read_bytes()
        return content.decode("utf-8") if len(content) <= MOST_BYTES else None
    except (OSError, UnicodeDecodeError):
        # What cannot be read is told by the loader, with its place.
        return None


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for path, content in before.items():
        # The first failure is the one that is told.
        with suppress(OSError):
            if content is None:
                path.unlink(missing_ok=True)
            elif path.read_bytes() != content:
                _put(path, content)
