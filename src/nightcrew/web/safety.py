"""For the operator: places of help, texts and how often AI is said; and counts by month."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, StrictInt

from nightcrew.domain.safety import Resource
from nightcrew.domain.safety_changes import LONGEST_INTERVAL, SHORTEST_INTERVAL, SafetyChange
from nightcrew.domain.safety_settings import HelpList
from nightcrew.web.access import AdminCall
from nightcrew.web.bodies import Body
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Cursor, Day, Limit

router = APIRouter(tags=["safety"], prefix="/v1/safety")
Minutes = Annotated[StrictInt, Field(ge=SHORTEST_INTERVAL, le=LONGEST_INTERVAL)]


class PlaceBody(BaseModel):
    """Where help is. phone: a number or a web address, as text. name: by language, ko and en."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    phone: str
    name: dict[str, str]
    hours: str = ""


class HelpListBody(BaseModel):
    """The places of help of a country, who answers for them, and when they were last checked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    owner: str
    reviewed_on: Day
    places: list[PlaceBody]

    def listed(self) -> HelpList:
        """The same as the domain takes it."""
        places = tuple(Resource(**each.model_dump()) for each in self.places)
        return HelpList(owner=self.owner, reviewed_on=self.reviewed_on, places=places)


class SafetyBody(Body):
    """What to set; what is left out stays, null gives back what ships.

    resources: by country (ISO 3166, or `default`). texts: `notice`, `interrupt`, `crisis` and
    `adults_only`, by language. interval_minutes: by age band.
    """

    resources: dict[str, HelpListBody | None] | None = None
    texts: dict[str, dict[str, str] | None] | None = None
    interval_minutes: dict[str, Minutes | None] | None = None

    def change(self) -> SafetyChange:
        """The same as the use case takes it."""
        given = {name: getattr(self, name) for name in self.model_fields_set - {"now"}}
        if given.get("resources"):
            given["resources"] = {
                country: None if each is None else each.listed()
                for country, each in given["resources"].items()
            }
        return SafetyChange(**given)


@router.get("")
async def read_safety(call: AdminCall) -> Response:
    """What holds for this tenant; `own` names what of it the tenant set."""
    return answer(await call.app.keep_safety.read(call.tenant))


@router.put("")
async def set_safety(body: SafetyBody, call: AdminCall) -> Response:
    """Merge: what is left out stays, null gives back what ships; turns see it within seconds."""
    call.at(body.now)
    return answer(await call.app.keep_safety.set(call.tenant, body.change()))


@router.get("/months")
async def list_months(call: AdminCall, cursor: Cursor = None, limit: Limit = 50) -> Response:
    """How many turns of each month were a concern or a crisis; nobody and no word is named."""
    return answer(await call.app.keep_safety.months(call.tenant, cursor=cursor, limit=limit))
