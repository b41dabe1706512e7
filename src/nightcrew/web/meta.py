"""What needs no key: alive, ready and figures."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from nightcrew.domain.activity import Activity
from nightcrew.web import metrics
from nightcrew.web.json_shape import answer
from nightcrew.web.readiness import look

router = APIRouter(tags=["operation"])


@router.get("/healthz")
async def healthz() -> Response:
    """The process is alive."""
    return answer({"status": "alive"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Ready or degraded with details; 503 only while no database takes writes."""
    state = request.app.state
    readiness = await look(state.app, state.figures.writing)
    return answer(readiness, 503 if readiness.status == "unready" else 200)


@router.get("/metrics")
async def read_metrics(request: Request) -> Response:
    """Figures as OpenMetrics text."""
    app, figures = request.app.state.app, request.app.state.figures
    readiness = await look(app, figures.writing)
    away = readiness.status == "unready"
    lines = {} if away else await metrics.evidence_by_state(app)
    lately = Activity() if away else await figures.lately.of(app)
    text = metrics.written(figures.of_all(), readiness, lines, lately)
    return PlainTextResponse(text, media_type=metrics.MEDIA_TYPE)
