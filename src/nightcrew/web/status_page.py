"""The page at `/`: how this installation does, in Korean or English, with nobody's words on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from nightcrew.web.json_shape import instant
from nightcrew.web.readiness import Readiness

STATIC = Path(__file__).parent / "static"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "ready": "Ready",
        "degraded": "Works, but some crew text is broken",
        "unready": "The database is away",
        "database": "Database",
        "reachable": "reachable",
        "away": "away",
        "models": "Models",
        "rehearsal": "A rehearsal: roles named rehearsal are answered by a stand-in, no model.",
        "same_model": "The model that dreams also verifies its own dreams.",
        "time_travel": "Time travel is on: requests may set the clock.",
        "crews": "Crews",
        "crew": "Crew",
        "state": "State",
        "ok": "ok",
        "stale": "serves its last good text",
        "broken": "does not serve",
        "problems": "To mend",
        "flows": "Flows",
        "flow": "Flow",
        "last_run": "Last run",
        "counts": "Counts",
        "no_runs": "No flow has run yet.",
        "seconds_ago": "s ago",
        "how": "How to talk to a crew",
        "key": "Make a key, then post a turn:",
        "more": "Every path: /openapi.json. Health: /healthz, /readyz, /metrics.",
        "hello": "Hello",
    },
    "ko": {
        "ready": "준비됨",
        "degraded": "일하고 있지만 고칠 크루 글이 있습니다",
        "unready": "데이터베이스에 닿지 않습니다",
        "database": "데이터베이스",
        "reachable": "연결됨",
        "away": "연결 안 됨",
        "models": "모델",
        "rehearsal": "리허설입니다. rehearsal이라고 적힌 역할은 모델 없이 대역이 답합니다.",
        "same_model": "꿈을 꾸는 모델이 제 꿈을 스스로 검증하고 있습니다.",
        "time_travel": "시간 여행이 켜져 있습니다. 요청이 시각을 정할 수 있습니다.",
        "crews": "크루",
        "crew": "크루",
        "state": "상태",
        "ok": "정상",
        "stale": "마지막으로 성한 글로 일하는 중",
        "broken": "일하지 않음",
        "problems": "고칠 곳",
        "flows": "플로",
        "flow": "플로",
        "last_run": "마지막 실행",
        "counts": "건수",
        "no_runs": "아직 실행된 플로가 없습니다.",
        "seconds_ago": "초 전",
        "how": "크루와 이야기하는 법",
        "key": "키를 만든 다음 말을 겁니다.",
        "more": "모든 경로: /openapi.json. 상태: /healthz, /readyz, /metrics.",
        "hello": "안녕",
    },
}

_PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_PAGES.filters["instant"] = instant


def page(readiness: Readiness, language: Literal["en", "ko"]) -> tuple[str, dict[str, str]]:
    """The page and the headers it is sent with."""
    serving = [crew.id for crew in readiness.crews if crew.status != "broken"]
    html = _PAGES.get_template("status.html").render(
        language=language,
        words=WORDS[language],
        readiness=readiness,
        example_crew=serving[0] if serving else "CREW",
        korean=language == "ko",
    )
    return html, dict(HEADERS)
