"""The public attack cases on crew text: templates, aliases, surprises of YAML, patterns."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from nightcrew.store.database import Database
from tests.unit.crew_folder import CrewFolder

Case = Mapping[str, Any]


async def a_template_in_crew_text_is_never_run(
    db: Database, tenant: UUID, case: Case, tmp_path: Path
) -> None:
    del db, tenant
    folder = CrewFolder(tmp_path)
    folder.edit("playbooks/tea-bora.md", "잠이 안 온다고", f"{case['input']} 잠이 안 온다고")

    problems = folder.load().problems

    assert {problem.id for problem in problems} == {"unknown_placeholder"}
    assert {(problem.file, problem.line) for problem in problems} == {("playbooks/tea-bora.md", 9)}


async def aliases_are_refused_at_once(
    db: Database, tenant: UUID, case: Case, tmp_path: Path
) -> None:
    del db, tenant
    levels = [f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    bomb = "\n".join(["x:", "  a0: &a0 [x,x,x,x,x,x,x,x,x]", *levels])
    folder = CrewFolder(tmp_path)
    folder.edit("crews/tea-bora.yaml", "knowledge:", f"{bomb}\nknowledge:")

    begun = time.thread_time()
    kinds = {problem.id for problem in folder.load().problems}

    assert "alias" in kinds
    assert time.thread_time() - begun < 0.5
    assert case["input"].startswith("a0: &a0")


async def yaml_springs_no_surprise(db: Database, tenant: UUID, case: Case, tmp_path: Path) -> None:
    del db, tenant, case
    folder = CrewFolder(tmp_path)
    folder.edit("crews/tea-bora.yaml", "name: 보라", "name: NO\nname: 보라")
    folder.edit("crews/tea-bora.yaml", "낮은 존댓말.", "!!python/object/apply:os.system ['true']")

    problems = folder.load().problems

    assert {"duplicate_key", "tag"} <= {problem.id for problem in problems}
    assert all(problem.line and problem.column for problem in problems)


async def no_pattern_can_be_configured(
    db: Database, tenant: UUID, case: Case, tmp_path: Path
) -> None:
    del db, tenant
    trigger = case["input"].partition(" with ")[0]
    folder = CrewFolder(tmp_path)
    folder.edit("crews/tea-bora.yaml", "knowledge:", f"{trigger}\nknowledge:")

    assert folder.problem().id == "unknown_key"
