"""A folder of crew text that lints clean; a test breaks one thing in it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from nightcrew.adapters.lint_files import CrewLint, Linted
from nightcrew.domain.crew import Problem
from tests.unit.crew_folder import CREW, HOUSE, PLAYBOOK, CrewFolder

TODAY = date(2026, 11, 30)
REVIEW = 'reviewed_by: tea-team\nreviewed_at: "2026-11-20"\n'
CLEAN_CATEGORY = f"""\
schema: category/v1
id: tea
{REVIEW}tool_guide:
  search:
    lean: avoid
    guide: 찻집의 여는 시간을 물으면 찾아보고 말한다.
    not_when: 차를 마시며 하루를 이야기할 때.
  price:
    guide: 중고차 값을 물으면 시세를 본다.
  memory:
    guide: 못 마시는 차를 남긴다.
  follow_up:
    guide: 다도 모임 날짜가 나오면 전날 낮에 한 번 알린다.
    repeats: ask
  knowledge:
    guide: 우리는 순서를 물으면 자료에서 찾는다.
"""
CLEAN_CREW = CREW.replace("name: 보라\n", f"name: 보라\n{REVIEW}").replace(
    "guide: 크루의 검색 지침", "guide: 찻잎을 어디서 파느냐고 물으면 찾아본다."
)
CLEAN_PLAYBOOK = PLAYBOOK.replace("crew: tea-bora\n", f"crew: tea-bora\n{REVIEW}").replace(
    "권한다.", "권한다. {#late-cup}"
)
CLEAN_HOUSE = (
    HOUSE.replace("locale: ko-KR", f"{REVIEW}locale: ko-KR", 1)
    .replace("집의 검색 지침", "오늘 달라지는 사실을 물으면 찾는다")
    .replace("집의 시세 지침", "값을 물으면 시세를 본다")
)


class LintFolder(CrewFolder):
    """The folder and its lint."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.write("crews/house.yaml", CLEAN_HOUSE)
        self.write("crews/categories/tea.yaml", CLEAN_CATEGORY)
        self.write("crews/tea-bora.yaml", CLEAN_CREW)
        self.write("playbooks/tea-bora.md", CLEAN_PLAYBOOK)

    def text(self, name: str) -> str:
        return (self.crews.parent / name).read_bytes().decode()

    def lint(self) -> Linted:
        return CrewLint(crews=self.crews, playbooks=self.playbooks)(TODAY)

    def fix(self) -> Linted:
        return CrewLint(crews=self.crews, playbooks=self.playbooks).fix(TODAY)

    def finding(self) -> Problem:
        problems = self.lint().problems
        assert len(problems) == 1, [(each.id, each.place, each.message) for each in problems]
        return problems[0]

    def second_crew(self, name: str, *, guide: str) -> None:
        crew = CLEAN_CREW.replace("tea-bora", name).replace(
            "찻잎을 어디서 파느냐고 물으면 찾아본다.", guide
        )
        self.write(f"crews/{name}.yaml", crew)
        self.write(f"playbooks/{name}.md", CLEAN_PLAYBOOK.replace("tea-bora", name).replace(
            "카페인", f"{name} 카페인").replace("한 잔을", f"{name} 한 잔을"))  # fmt: skip
