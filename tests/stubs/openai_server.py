"""A stand-in for any OpenAI-compatible provider, scripted by prompt name, with every fault."""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

from tests.stubs.local_server import LocalServer, reset, send

PROMPT_TOKENS = 11
COMPLETION_TOKENS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One answer of the provider.

    text: what the model writes. pieces: the same as a stream, when the cuts matter. status: other
    than 200 is an error answer with `headers`. wait_seconds: silence before anything is sent.
    reset_after, end_after: the connection breaks, or ends without a last word, after so many pieces
    (0: at once, before a line is sent; an answer that is no stream breaks in its middle). raw: a
    body sent as it is. tokens: whether usage is told.
    meanwhile: what happens elsewhere while the model thinks. after_first: waited for when the first
    piece of a stream is sent.
    """

    text: str = ""
    pieces: tuple[str, ...] = ()
    finish_reason: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error: dict[str, Any] = field(default_factory=dict)
    wait_seconds: float = 0
    piece_seconds: float = 0
    reset_after: int | None = None
    end_after: int | None = None
    raw: bytes | None = None
    tokens: bool = True
    meanwhile: Callable[[], None] | None = None
    after_first: Callable[[], object] | None = None

    def cut(self) -> tuple[str, ...]:
        """The text in pieces."""
        size = 4 if len(self.text) < 400 else 400
        return self.pieces or tuple(
            self.text[at : at + size] for at in range(0, len(self.text), size)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came."""

    prompt: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def text(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])


class OpenaiServer:
    """Answers `/v1/chat/completions` from a script; the last answer of a prompt stays."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.hung_up = threading.Event()
        self._script: dict[str, deque[Says]] = defaultdict(deque)
        self._server = LocalServer(self._answer)

    @property
    def base_url(self) -> str:
        """What NIGHTCREW_MODEL_BASE_URL would be."""
        return f"{self._server.url}/v1"

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *parts: object) -> None:
        self._server.__exit__(*parts)

    def script(self, prompt: str, *answers: Says) -> None:
        """Say these, in order, when asked by the name of a prompt."""
        self._script[prompt] = deque(answers)

    def forget(self) -> None:
        """Drop the script and what was asked."""
        self._script.clear()
        self.asked.clear()
        self.hung_up.clear()

    def asked_for(self, prompt: str) -> list[Asked]:
        """The requests of one prompt, in order."""
        return [asked for asked in self.asked if asked.prompt == prompt]

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers.get("Content-Length", "0"))))
        headers = {name.lower(): value for name, value in request.headers.items()}
        prompt = headers.get("x-nightcrew-prompt", "")
        self.asked.append(Asked(prompt=prompt, body=body, headers=headers))
        answers = self._script[prompt]
        if not answers:
            _send_error(request, Says(status=400, error={"message": f"nothing scripted: {prompt}"}))
            return
        says = answers.popleft() if len(answers) > 1 else answers[0]
        if says.meanwhile is not None:
            says.meanwhile()
        time.sleep(says.wait_seconds)
        try:
            _say(request, says, body)
        except OSError:
            self.hung_up.set()
            raise


def _say(request: BaseHTTPRequestHandler, says: Says, body: dict[str, Any]) -> None:
    if says.reset_after == 0:
        reset(request)
    elif says.status != 200:
        _send_error(request, says)
    elif says.raw is not None:
        send(request, says.raw, headers=says.headers)
    elif body.get("stream"):
        _stream(request, says, body)
    else:
        whole = json.dumps(_whole(says, body)).encode()
        if says.reset_after:
            _break_off(request, whole)
        else:
            send(request, whole, headers=says.headers)


def _break_off(request: BaseHTTPRequestHandler, whole: bytes) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(whole)))
    request.end_headers()
    request.wfile.write(whole[: len(whole) // 2])
    reset(request)


def _send_error(request: BaseHTTPRequestHandler, says: Says) -> None:
    error = {"message": "scripted failure", "type": "error", "code": None} | says.error
    body = json.dumps({"error": error}).encode()
    send(request, body, status=says.status, headers=says.headers)


def _usage() -> dict[str, int]:
    return {
        "prompt_tokens": PROMPT_TOKENS,
        "completion_tokens": COMPLETION_TOKENS,
        "total_tokens": PROMPT_TOKENS + COMPLETION_TOKENS,
    }


def _whole(says: Says, body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": says.text, "refusal": says.refusal}
    whole: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": says.finish_reason}],
    }
    return whole | {"usage": _usage()} if says.tokens else whole


def _stream(request: BaseHTTPRequestHandler, says: Says, body: dict[str, Any]) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "text/event-stream")
    request.send_header("Connection", "close")
    request.end_headers()
    for number, piece in enumerate(says.cut()):
        if number == says.reset_after:
            reset(request)
            return
        if number == says.end_after:
            return
        _event(request, body, [_choice({"content": piece}, None)])
        if number == 0 and says.after_first is not None:
            says.after_first()
        time.sleep(says.piece_seconds)
    _event(request, body, [_choice({}, says.finish_reason)])
    if says.tokens and body.get("stream_options", {}).get("include_usage"):
        _event(request, body, [], usage=_usage())
    request.wfile.write(b"data: [DONE]\n\n")


def _choice(delta: dict[str, str], finish_reason: str | None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish_reason}


def _event(
    request: BaseHTTPRequestHandler,
    body: dict[str, Any],
    choices: list[dict[str, Any]],
    **more: object,
) -> None:
    event = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": body["model"],
        "choices": choices,
    } | more
    request.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
    request.wfile.flush()
