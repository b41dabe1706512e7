"""What a body may hold: unknown keys are refused with the nearest known one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.preview import OneShotPreview, PreviewRequest, RecurringPreview
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
    WatchSpec,
    WhenNothing,
    ZoneMode,
)
from nightcrew.domain.turn import Said
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from nightcrew.usecases.run_dream import DreamMode
from nightcrew.web.names import ChangeNumber, Day, Instant, Language, Name, User

T = TypeVar("T")


class Body(BaseModel):
    """One JSON object; `now` is the product's time, with time travel only.

    freely: fields whose unreadable characters the product itself takes out. parts: fields that
    are objects of ours.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    freely: ClassVar[frozenset[str]] = frozenset()
    parts: ClassVar[Mapping[str, type[Any]]] = MappingProxyType({})

    now: Instant | None = None

    @model_validator(mode="before")
    @classmethod
    def _readable(cls, given: Any) -> Any:
        if isinstance(given, Mapping):
            _check_keys(given, cls.model_fields)
            for key, part in given.items():
                if key not in cls.freely:
                    _check_text(part, str(key))
                if key in cls.parts and isinstance(part, Mapping):
                    _check_keys(part, cls.parts[key].__dataclass_fields__, inside=f"{key}.")
        return given

    def taken_as(self, kind: type[T], **given: Any) -> T:
        """The same as a use case takes it; what is given stands before what the body says."""
        names: Collection[str] = kind.__dataclass_fields__.keys()  # type: ignore[attr-defined]
        return kind(**{name: getattr(self, name) for name in names if name not in given}, **given)


def _check_keys(given: Mapping[Any, Any], known: Collection[str], *, inside: str = "") -> None:
    unknown = next((str(key) for key in given if key not in known), None)
    if unknown is None:
        return
    near = get_close_matches(unknown, known, n=1, cutoff=0.5)
    raise BadInput(
        "unknown_field",
        "the body has a field we do not know",
        hint=f"did you mean {near[0]}?" if near else "one of " + ", ".join(sorted(known)),
        field=inside + unknown,
        details={"nearest": near},
    )


def _check_text(part: object, field: str) -> None:
    match part:
        case str() if "\x00" in part:
            raise BadInput(
                "text_unreadable",
                "the text holds a NUL character",
                hint="leave it out",
                field=field,
            )
        case Mapping():
            for key, each in part.items():
                _check_text(each, f"{field}.{key}")
        case list():
            for each in part:
                _check_text(each, field)


class TurnBody(Body):
    """A thing said to a crew."""

    freely = frozenset({"message"})

    user: User
    message: str
    conversation: Name | None = None
    turn_id: Name | None = None
    locale: Language | None = None
    timezone: str | None = None
    memory: Literal["on", "read", "off"] = "on"
    team: Name | None = None
    dry_run: bool = False

    def said(self, **given: Any) -> Said:
        """The same as the use case takes it."""
        return self.taken_as(Said, **given)


class AddMemoryBody(Body):
    """Something the user wants kept."""

    crew: Name
    scope: Scope
    kind: Kind
    text: str
    from_on: Day | None = None
    to_on: Day | None = None


class ChangeMemoryBody(Body):
    """A memory in other words; expected_version: refuse when it has changed since."""

    text: str
    expected_version: int | None = Field(default=None, ge=1)


class RestoreBody(Body):
    """Which value comes back; without a version the last one."""

    version: int | None = Field(default=None, ge=1)


class StartOverBody(Body):
    """Begin anew with one crew, or with all."""

    crew: Name | None = None


class PreferencesBody(Body):
    """What a user chooses; a field that is left out stays, null resets it."""

    name: object = None
    timezone: object = None
    locale: object = None
    quiet_hours: object = None
    daily_cap: object = None
    age_band: object = None
    consents: object = None

    def changed(self) -> dict[str, object]:
        """Only what was given."""
        given = self.model_fields_set - {"now"}
        return {name: getattr(self, name) for name in given}


class MakeFollowUpBody(Body):
    """A FollowUpSpec for a crew."""

    parts = MappingProxyType({"watch": WatchSpec})

    crew: Name
    kind: FollowUpKind
    intent: str
    local: str | None = None
    timezone: str | None = None
    zone_mode: ZoneMode = ZoneMode.FOLLOW_USER
    rule: str | None = None
    until: str | None = None
    purpose: Purpose = Purpose.CHECK_IN
    when_nothing: WhenNothing = WhenNothing.STAY_SILENT
    grace_minutes: int = 120
    allow_night: bool = False
    watch: WatchSpec | None = None

    def spec(self) -> FollowUpSpec:
        """The same as the use case takes it."""
        return self.taken_as(FollowUpSpec)


class ChangeFollowUpBody(Body):
    """One thing to do with a follow-up."""

    snooze_minutes: int | None = None
    skip_next: bool = False
    pause_until: Instant | None = None
    resume: bool = False
    end: bool = False

    def change(self) -> FollowUpChange:
        """The same as the use case takes it."""
        return self.taken_as(FollowUpChange)


class PreviewBody(Body):
    """When something would be said; `now` is a parameter here and needs no switch."""

    parts = MappingProxyType({"one_shot": OneShotPreview, "recurring": RecurringPreview})

    timezone: str
    now: Instant = Field()
    quiet_hours: str | dict[str, str | None] | None = None
    one_shot: OneShotPreview | None = None
    recurring: RecurringPreview | None = None
    count: int = 5

    def request(self) -> PreviewRequest:
        """The same as the domain takes it."""
        return self.taken_as(PreviewRequest)


class AckBody(Body):
    """What became of a message at the backend."""

    status: Literal["delivered", "failed", "read"]


class AcceptBody(Body):
    """Numbers of waiting changes, as the report has them; `c2` means the same as 2."""

    changes: list[ChangeNumber] = Field(max_length=200)


class RunBody(Body):
    """What a flow is run for; nothing given means all."""

    user: User | None = None
    crew: Name | None = None
    mode: DreamMode = "apply"


class TimeBody(Body):
    """A body that may only name the time."""
