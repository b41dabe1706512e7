"""A small folder of crew text on disk; a test names only the text it is about."""

from __future__ import annotations

from pathlib import Path

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.crew import CrewShelf, Problem

HOUSE = """\
schema: house/v1
locale: ko-KR
timezone: Asia/Seoul
quiet_hours:
  follow_up: {from: "22:00", to: "08:00"}
  opener: {from: "22:00", to: "07:00"}
budgets: {per_user_per_day: 2, per_crew_per_day: 1, unanswered_then_silent: 2}
retention_days:
  raw_turns: 730
  versions: 365
  forgotten: 30
  dream_reports: 180
  outbox_text_after_ack: 7
  flow_runs: 30
  occurrences: 365
rules:
  ko: [조용히 반영한다]
  en: [let it show quietly]
tool_guide:
  search: {lean: neutral, guide: 집의 검색 지침, not_when: 집의 하지 않는 때}
  price: {guide: 집의 시세 지침}
"""
CATEGORY = """\
schema: category/v1
id: tea
tool_guide:
  search: {lean: avoid, guide: 갈래의 검색 지침}
  memory: {guide: 갈래의 기억 지침}
"""
CREW = """\
schema: crew/v1
id: tea-bora
name: 보라
category: tea
locale: ko-KR
persona:
  summary: 차를 우리는 사람.
  voice: 낮은 존댓말.
tool_guide:
  search:
    guide: 크루의 검색 지침
knowledge:
  none: 손맛이 지식이다.
playbook: tea-bora
skills: [pour-tea]
"""
PLAYBOOK = """\
---
schema: playbook/v1
crew: tea-bora
---
## 목표
- 한 잔을 끝까지 마시게 한다. {#one-cup}

## When they
- 잠이 안 온다고 하면 카페인 없는 차를 권한다.
"""
SKILL = """\
---
name: pour-tea
description: 차 우리는 법을 알려 준다. 우리는 법을 물을 때 쓴다.
---
1. 물을 식힌다.
"""


class CrewFolder:
    """Crews and playbooks below one folder, with the files to edit and a loader that stays."""

    def __init__(self, base: Path) -> None:
        self.crews = base / "crews"
        self.playbooks = base / "playbooks"
        self.files = CrewFiles(self.crews, self.playbooks)
        self.write("crews/house.yaml", HOUSE)
        self.write("crews/categories/tea.yaml", CATEGORY)
        self.write("crews/tea-bora.yaml", CREW)
        self.write("playbooks/tea-bora.md", PLAYBOOK)
        self.write("playbooks/skills/pour-tea/SKILL.md", SKILL)

    def write(self, name: str, text: str | bytes) -> None:
        path = self.crews.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.crews.parent / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def remove(self, name: str) -> None:
        (self.crews.parent / name).unlink()

    def load(self) -> CrewShelf:
        return self.files.load()

    def problem(self) -> Problem:
        problems = self.load().problems
        assert len(problems) == 1, problems
        return problems[0]
