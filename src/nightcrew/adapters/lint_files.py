"""The whole lint of two folders: what readers tell, what rules find, and what can be mended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from nightcrew.adapters.crew_bundle import CrewBinder
from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.lint_fixes import Mended, mend
from nightcrew.adapters.lint_sheets import Around, lint_text
from nightcrew.adapters.story_checks import BROKEN
from nightcrew.adapters.story_files import FOLDER, read_stories
from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.lint import findings

KNOWLEDGE = "knowledge"
_REACH = ("/house.yaml", "/categories/", "/skills/")  # crews and playbooks next to each other


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """What one pass found: errors first, and of each the files that most crews are made of.

    shelf: the crews as they would serve.

    mended: what `fix` changed before, file by file.
    """

    shelf: CrewShelf
    problems: tuple[Problem, ...]
    mended: tuple[Mended, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps text from serving."""
        return tuple(each for each in self.problems if each.severity == "error")

    def of(self, file: str) -> tuple[Problem, ...]:
        """What stands against one file, by its name as problems tell it (`crews/x.yaml`)."""
        return tuple(each for each in self.problems if each.file == file)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewLint:
    """Checks all crew text of two folders; no model is asked, nothing is written but by `fix`.

    typed: text that is looked at in place of a file's, by the file's name (`crews/x.yaml`), such
    as what stands in an editor and is not saved yet. binder: knows what was bound before.
    """

    crews: Path
    playbooks: Path
    typed: Mapping[str, bytes] = field(default_factory=dict)
    binder: CrewBinder = field(default_factory=CrewBinder, repr=False)

    def __call__(self, today: date) -> Linted:
        """Every problem in one pass. today: reviews are counted back from it."""
        files = CrewFiles(self.crews, self.playbooks, typed=self.typed, binder=self.binder)
        shelf = files.load()
        told = read_stories(self.crews, shelf) if (self.crews / FOLDER).is_dir() else None
        around = Around(
            shelf=shelf,
            stories=told,
            collections=self._collections(),
            today=today,
            collection_folder=f"{self.playbooks.name}/{KNOWLEDGE}",
        )
        found = [
            *shelf.problems,
            # What is wrong with a crew is told once, where it stands, and not by every story.
            *(each for each in (told.problems if told else ()) if each.id != BROKEN),
            *files.spaces(),
            *findings(lint_text(files.sheets(), around)),
        ]
        return Linted(shelf=shelf, problems=tuple(sorted(dict.fromkeys(found), key=_weight)))

    def fix(self, today: date) -> Linted:
        """Mend what can be mended without changing what the text means, and look again."""
        mended: dict[str, Mended] = {}
        while True:
            linted = self(today)
            files = CrewFiles(self.crews, self.playbooks)
            files.load()
            changed = [
                done
                for file, path in files.paths().items()
                if (done := mend(path, file, linted.of(file), partial(files.read, file)))
            ]
            if not changed:
                return Linted(
                    shelf=linted.shelf, problems=linted.problems, mended=tuple(mended.values())
                )
            for done in changed:
                mended[done.file] = done.after(mended.get(done.file))

    def _collections(self) -> frozenset[str] | None:
        folder = self.playbooks / KNOWLEDGE
        return frozenset(path.stem for path in folder.glob("*.md")) if folder.is_dir() else None


def _weight(each: Problem) -> tuple[bool, int, str, int, int]:
    """What keeps text from serving comes first, then what reaches furthest."""
    inside = f"/{each.file}"
    reach = next((n for n, part in enumerate(_REACH) if part in inside), len(_REACH))
    return (each.severity != "error", reach, each.file, each.line, each.column)
