"""The OpenAI look-alike: a crew is a model, the last user message is the turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.turn import Said, Turn
from nightcrew.usecases.answer_turn import Completed, Delta, TurnEvent
from nightcrew.web.access import TurnCall
from nightcrew.web.event_stream import begin, data_line, stream_response
from nightcrew.web.json_shape import answer, plain
from nightcrew.web.names import Instant, Name, User
from nightcrew.web.problems import problem_of
from nightcrew.web.turns import IdempotencyKey, one_turn_id, pair_of

router = APIRouter(tags=["look-alike"], prefix="/v1")
PREFIX = "crew/"


class Metadata(BaseModel):
    """What the look-alike's own fields have no place for."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    conversation: Name | None = None
    turn_id: Name | None = None
    memory: Literal["on", "read", "off"] = "on"


class Message(BaseModel):
    """One message; content is text or a list of parts."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    role: str
    content: str | list[dict[str, Any]] | None = None

    def text(self) -> str:
        """The text of all parts."""
        if isinstance(self.content, list):
            parts = (part.get("text") for part in self.content if part.get("type") == "text")
            return "\n".join(part for part in parts if isinstance(part, str))
        return self.content or ""


class StreamOptions(BaseModel):
    """What else a stream tells."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    include_usage: bool = False


class ChatBody(BaseModel):
    """A chat completion request; what a crew decides for itself (temperature, tools) is ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    model: str
    user: User
    messages: list[Message]
    stream: bool = False
    stream_options: StreamOptions | None = None
    metadata: Metadata | None = None
    now: Instant | None = None
    dry_run: bool = False


class Shape(BaseModel):
    """What every chunk and answer of one completion shares."""

    model_config = ConfigDict(frozen=True)
    model: str
    made: datetime
    with_usage: bool = False

    def chunk(
        self, turn: str, delta: dict[str, Any], finish: Literal["stop"] | None, **beside: Any
    ) -> str:
        """One piece of a streamed completion; beside: what is ours in it."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = self.head("chat.completion.chunk", turn)
        return data_line({**head, "choices": [choice], **beside})

    def head(self, kind: str, turn: str) -> dict[str, Any]:
        """What stands in front."""
        created = int(self.made.timestamp())
        return {
            "id": f"chatcmpl-{turn}",
            "object": kind,
            "created": created,
            "model": self.model,
        }


@router.get("/models")
async def models(call: TurnCall) -> Response:
    """The crews as models."""
    listed = [
        {"id": f"{PREFIX}{crew}", "object": "model", "created": 0, "owned_by": "nightcrew"}
        for crew in sorted(call.app.crews.names())
    ]
    return answer({"object": "list", "data": listed})


@router.post("/chat/completions")
async def complete_chat(
    body: ChatBody, call: TurnCall, idempotency_key: IdempotencyKey = None
) -> Response:
    """Answer the last user message; earlier and system messages are ignored."""
    now = call.at(body.now)
    said = _said(body, now, idempotency_key)
    pair = await pair_of(call, body.user, _crew(body.model))
    shape = Shape(
        model=body.model,
        made=now or call.app.world.clock.now(),
        with_usage=bool(body.stream_options and body.stream_options.include_usage),
    )
    if not body.stream:
        turn = await call.app.answer_turn(pair, said)
        call.figures.note(turn)
        return answer(_completion(shape, turn))
    events = await begin(call.app.answer_turn.stream(pair, said), call.figures)
    return stream_response(events, Chunks(shape).written, _failed)


def _crew(model: str) -> str:
    if not model.startswith(PREFIX):
        raise NotFound(
            "unknown_model",
            "there is no model by this name",
            hint="name a crew: crew/<id>; GET /v1/models lists them",
        )
    return model.removeprefix(PREFIX)


def _said(body: ChatBody, now: datetime | None, idempotency_key: str | None) -> Said:
    spoken = [message for message in body.messages if message.role == "user"]
    if not spoken:
        raise BadInput(
            "message_missing",
            "no message is the user's",
            hint="the last message with role user is the turn",
            field="messages",
        )
    metadata = body.metadata or Metadata()
    return Said(
        message=spoken[-1].text(),
        turn_id=one_turn_id(metadata.turn_id, idempotency_key),
        conversation=metadata.conversation,
        memory=metadata.memory,
        now=now,
        dry_run=body.dry_run,
    )


def _completion(shape: Shape, turn: Turn) -> dict[str, Any]:
    message = {"role": "assistant", "content": turn.reply, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {
        **shape.head("chat.completion", turn.turn_id),
        "choices": [choice],
        "usage": _usage(turn),
        "metadata": _metadata(turn),
        **_safety(turn),
    }


def _usage(turn: Turn) -> dict[str, int]:
    asked, told = (int(turn.usage[name]) for name in ("prompt_tokens", "completion_tokens"))
    return {"prompt_tokens": asked, "completion_tokens": told, "total_tokens": asked + told}


def _safety(turn: Turn) -> dict[str, Any]:
    """What the backend has to show; OpenAI's shape has no place for it, so it stands beside."""
    safe = turn.safety.level == "none" and turn.safety.notice is None
    return {} if safe else {"safety": plain(turn.safety)}


def _metadata(turn: Turn) -> dict[str, str]:
    return {"conversation": turn.conversation, "turn_id": turn.turn_id}


class Chunks:
    """Turns the events of one turn into chunks; a replayed turn has no events but the last."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._turn_id = ""
        self._said = False

    def written(self, event: TurnEvent) -> str:
        """The chunks of one event."""
        if isinstance(event, Completed):
            return self._ended(event.turn)
        if isinstance(event, Delta):
            return self._piece(event.text)
        started = getattr(event, "turn_id", None)
        if started is None:
            return ""
        self._turn_id = started
        return self._shape.chunk(started, {"role": "assistant", "content": ""}, None)

    def _piece(self, text: str) -> str:
        self._said = True
        return self._shape.chunk(self._turn_id, {"content": text}, None)

    def _ended(self, turn: Turn) -> str:
        whole = {"role": "assistant", "content": turn.reply}
        lines = "" if self._said else self._shape.chunk(turn.turn_id, whole, None)
        lines += self._shape.chunk(turn.turn_id, {}, "stop", **_safety(turn))
        if self._shape.with_usage:
            head = self._shape.head("chat.completion.chunk", turn.turn_id)
            lines += data_line({**head, "choices": [], "usage": _usage(turn)})
        return lines + "data: [DONE]\n\n"


def _failed(error: Exception) -> str:
    problem = problem_of(error)
    told = {**problem, "message": problem["detail"]}
    return data_line({"error": told})
