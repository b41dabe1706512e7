"""A run of stories as one HTML page that needs nothing beside itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from nightcrew.cli.story_pictures import bar, grid, strip
from nightcrew.domain.story import PlayedStep, StoryResult
from nightcrew.domain.story_coverage import CrewCoverage
from nightcrew.domain.story_expectations import Status

PAGE_SAYS: Mapping[str, tuple[str, str]] = {
    "title": ("Stories of the crews", "크루 이야기"),
    "grid": (
        "What is tried: used on the left, not used on the right of each tool",
        "무엇을 시험했나: 도구마다 왼쪽은 씀, 오른쪽은 쓰지 않음",
    ),
    "colours": (
        "green: passed, red: failed, orange: nobody tries it, grey: the crew never uses it",
        "초록: 통과, 빨강: 실패, 주황: 시험하는 이야기가 없음, 회색: 이 크루가 쓰지 않는 도구",
    ),
    "used": ("used", "씀"),
    "not_used": ("not used", "쓰지 않음"),
    "contrasts": ("The same words, opposite decisions", "같은 말, 반대되는 판단"),
    "stories": ("Every story", "모든 이야기"),
    "said": ("said", "한 말"),
    "reply": ("reply", "답"),
    "sent": ("sent by itself", "먼저 건넨 말"),
    "plays": (
        "{passed} of {times} plays passed, {need} needed",
        "{times}번 가운데 {passed}번 통과, {need}번 필요",
    ),
    "lines": ("lines with a story", "이야기가 맡은 줄"),
}
_STYLE = """
body{font:15px/1.6 system-ui,sans-serif;color:#2d3748}
body{max-width:820px;margin:2rem auto;padding:0 1rem}
details{border:1px solid #e2e8f0;border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer}.passed{color:#2f855a}.failed{color:#c53030}.skipped{color:#718096}
pre{white-space:pre-wrap;background:#f7fafc;padding:.6rem;border-radius:4px;font-size:13px}
svg{max-width:100%;height:auto}td,th{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPage:
    """What the page is written from. details: by story, the lines of what failed or was skipped."""

    results: Sequence[StoryResult]
    coverage: Sequence[CrewCoverage]
    details: Mapping[str, Sequence[str]]
    closing: Sequence[str]
    korean: bool

    def html(self) -> str:
        """The whole page."""
        lang = "ko" if self.korean else "en"
        contrasts = [result for result in self.results if result.story.contrast]
        body = [
            f"<h1>{self._say('title')}</h1>",
            bar(Counter(result.status for result in self.results), self._say("title")),
            *(f"<p>{escape(line)}</p>" for line in self.closing),
            f"<h2>{self._say('grid')}</h2><p>{self._say('colours')}</p>",
            grid(self.coverage, self.results, (self._say("used"), self._say("not_used"))),
            self._lines(),
            f"<h2>{self._say('contrasts')}</h2>" if contrasts else "",
            *(self._story(result) for result in contrasts),
            f"<h2>{self._say('stories')}</h2>",
            *(self._story(result) for result in self.results if not result.story.contrast),
        ]
        return (
            f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
            f"<title>{self._say('title')}</title><style>{_STYLE}</style></head>"
            f"<body>{''.join(body)}</body></html>\n"
        )

    def _lines(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(crew.crew)}</td><td>{crew.covered} / {len(crew.lines)}</td></tr>"
            for crew in self.coverage
        )
        return f"<details><summary>{self._say('lines')}</summary><table>{rows}</table></details>"

    def _story(self, result: StoryResult) -> str:
        story, status = result.story, result.status
        opened = " open" if status is Status.FAILED else ""
        details = "\n".join(self.details.get(story.id, ()))
        rule = story.rule
        plays = (
            f"<p>{self._say('plays', passed=result.passed_plays, times=rule.times, need=rule.need)}"
            "</p>"
            if rule.times > 1
            else ""
        )
        told = f"<pre>{escape(details)}</pre>" if details else ""
        rows = "".join(self._step(step) for step in result.steps)
        return (
            f'<details id="{escape(story.id)}"{opened}><summary><b class="{status.value}">'
            f"{status.value}</b> {escape(story.title)} <small>{escape(story.id)}</small></summary>"
            f"{plays}{strip(result)}{told}<table>{rows}</table></details>"
        )

    def _step(self, step: PlayedStep) -> str:
        used = [tool.value for tool, use in step.decisions.items() if use]
        told = {
            "said": step.words,
            "used": ", ".join(used),
            "reply": step.reply,
            "sent": "\n".join(step.messages),
        }
        return "".join(
            f"<tr><th>{self._say(name)}</th><td>{escape(text)}</td></tr>"
            for name, text in told.items()
            if text
        )

    def _say(self, key: str, **facts: object) -> str:
        return escape(PAGE_SAYS[key][self.korean].format(**facts))
