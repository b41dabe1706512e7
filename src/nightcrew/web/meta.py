"""What needs no key: alive, ready, figures and the status page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from nightcrew.web import metrics
from nightcrew.web.json_shape import answer
from nightcrew.web.readiness import look
from nightcrew.web.status_page import page

router = APIRouter(tags=["operation"])


@router.get("/healthz")
async def healthz() -> Response:
    """The process is alive."""
    return answer({"status": "alive"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Ready or degraded with details; 503 only without a database."""
    readiness = await look(request.app.state.app)
    return answer(readiness, 503 if readiness.status == "unready" else 200)


@router.get("/metrics")
async def read_metrics(request: Request) -> Response:
    """Figures as OpenMetrics text."""
    app, figures = request.app.state.app, request.app.state.figures
    readiness = await look(app)
    away = readiness.status == "unready"
    lines = {} if away else await metrics.evidence_by_state(app)
    text = metrics.written(figures, readiness, lines)
    return PlainTextResponse(text, media_type=metrics.MEDIA_TYPE)


@router.get("/", include_in_schema=False)
async def status_page(request: Request) -> Response:
    """How this installation does, for a person."""
    app = request.app.state.app
    html, headers = page(await look(app), app.settings.lang)
    return HTMLResponse(html, headers=headers)
