"""Stories of a crew: which of its lines they stand for, and playing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import monotonic
from typing import Any

from fastapi import Request, Response

from nightcrew.app.stories import play_all
from nightcrew.domain.errors import BadInput, Refused
from nightcrew.domain.story import Story, StoryResult
from nightcrew.domain.story_coverage import coverage
from nightcrew.settings import Settings
from nightcrew.web.console.crews import head_of
from nightcrew.web.console.pages import console_router, page, part
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import NameInPath

router = console_router()
# Without a name of a model the rehearsal answers: a button of a page costs nothing.
NO_MODEL = dict.fromkeys(
    ("answering_model", "model_reply", "model_judge", "model_dream", "model_verify"), ""
)


@router.get("/crews/{crew}/stories")
async def stories_page(crew: NameInPath, visit: AdminVisit) -> Response:
    """A crew's stories and what they stand for."""
    return await _page(visit, crew, await _stories(visit, crew))


@router.post("/crews/{crew}/stories")
async def play(crew: NameInPath, visit: AdminVisit, request: Request) -> Response:
    """Play them now; one run at a time, for each starts a database of its own."""
    stories, began = await _stories(visit, crew), monotonic()
    if not stories:
        raise BadInput("no_stories", "this crew has no stories", hint="write one")
    playing = request.app.state.stories_playing
    if playing.locked():
        raise Refused("stories_running", "stories are being played", hint="try again later")
    async with playing:
        results = await play_all(_rehearsing(visit.app.settings), stories, _untold)
    told: dict[str, Any] = {
        "results": results,
        "ended": Counter(str(each.status) for each in results),
        "seconds": round(monotonic() - began, 1),
    }
    if visit.partial:
        return part(visit, "_story_results.html", **told)
    return await _page(visit, crew, stories, **told)


def _untold(story: Story) -> None:
    """Nobody watches."""


def _rehearsing(settings: Settings) -> Settings:
    return settings.model_copy(update=NO_MODEL)


async def _stories(visit: Visit, crew: str) -> Sequence[Story]:
    """Those in which the crew has a part."""
    shelf = visit.app.crews.shelf()
    found = await visit.app.edit_crews.stories(visit.tenant, shelf)
    return [each for each in found.stories if any(own.crew == crew for own in each.parts)]


async def _page(visit: Visit, crew_id: str, stories: Sequence[Story], **told: Any) -> Response:
    head = head_of(visit, crew_id)
    tried = coverage({crew_id: head.crew}, stories)[0] if head.crew else None
    results: Sequence[StoryResult] = ()
    parts: dict[str, Any] = {"results": results, "ended": Counter[str](), "seconds": 0.0, **told}
    return page(
        visit,
        "crew_stories.html",
        title=head.name,
        head=head,
        stories=stories,
        tried=tried,
        **parts,
    )
