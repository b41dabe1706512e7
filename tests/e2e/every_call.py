"""One good call of every operation, over people who have something of each kind.

The calls stand in an order in which each still finds what it needs: what erases comes last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.e2e.door import CREW

USER = "u1"
ADMIN = "chief"
OTHER_CREW = "mindcare-sora"
HOOK = {"url": "https://hooks.example.com/nightcrew", "events": ["memory.changed"]}


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call of an operation. names: of what stands in the path, where it is not as in the path."""

    operation: str
    body: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    status: int = 200

    @property
    def method(self) -> str:
        return self.operation.split(" ", 1)[0]

    def given(self, known: Mapping[str, str]) -> dict[str, str]:
        """What stands in the path and in the body, from what was prepared."""
        return {**known, **{place: known[name] for place, name in self.names.items()}}

    def content(self, known: Mapping[str, str]) -> Any:
        """The body, with ids from what was prepared in place of `{name}`."""
        if not isinstance(self.body, dict):
            return self.body
        given = self.given(known)
        return {
            name: given[part[1:-1]] if isinstance(part, str) and part[:1] == "{" else part
            for name, part in self.body.items()
        }

    def path(self, known: Mapping[str, str]) -> str:
        """The address with ids from what was prepared."""
        given = self.given(known)
        return self.operation.split(" ", 1)[1].format_map(
            {name: quote(text, safe="") for name, text in given.items()}
        )


def a_call(operation: str, body: Any = None, **parts: Any) -> Call:
    """A call, shorter to write."""
    return Call(operation=operation, body=body, **parts)


PROMISE = {"crew": CREW, "kind": "one_shot", "intent": "짐 싸기", "local": "2026-12-20T10:00"}
MEMORY = {"crew": CREW, "scope": "private", "kind": "fact", "text": "창가 자리를 좋아한다."}
_SAID = {"user": USER, "message": "제주도에 가고 싶어요", "conversation": "c1", "turn_id": "t9"}
_CHAT = {
    "model": f"crew/{CREW}",
    "user": USER,
    "messages": [{"role": "user", "content": "안녕하세요"}],
    "metadata": {"conversation": "c2", "turn_id": "t10"},
}
_PREVIEW = {
    "timezone": "Asia/Seoul",
    "now": "2027-05-01T00:00:00Z",
    "quiet_hours": "22:00-08:00",
    "recurring": {"dtstart_local": "2027-05-01T07:00", "rule": "FREQ=DAILY"},
    "count": 2,
}
_LISTING = {
    "id": "a1", "model": "아반떼", "year": 2021, "km": 30000, "price": 16500000,
    "listed_on": "2026-11-20",
}  # fmt: skip
_BEFORE = {
    "crew": CREW,
    "turns": [
        {"id": "old-1", "at": "2026-10-01T03:00:00Z", "speaker": "user", "text": "딸이 있어요"}
    ],
}
_U = "/v1/users/{user}"
_DOCUMENT = {
    "title": "여권",
    "text": "여권은 유효 기간이 여섯 달 넘게 남아야 한다.",
    "url": "https://www.passport.go.kr/",
    "as_of": "2026-11-01",
    "reviewed_by": "care-team",
}
_SAFETY = {
    "resources": {
        "KR": {
            "owner": "care-team",
            "reviewed_on": "2026-11-20",
            "places": [
                {
                    "phone": "109",
                    "name": {"ko": "자살예방 상담전화", "en": "Suicide prevention line"},
                    "hours": "24h",
                }
            ],
        }
    },
    "texts": {"notice": {"ko": "저는 AI예요.", "en": "I am an AI."}},
    "interval_minutes": {"minor": 30},
}
TEAM = {
    "crews": [CREW],
    "members": [{"user": USER, "role": "member"}, {"user": ADMIN, "role": "admin"}],
}
CALLS: Sequence[Call] = (
    a_call("GET /healthz"),
    a_call("GET /readyz"),
    a_call("GET /metrics"),
    a_call("GET /v1/models"),
    a_call("POST /v1/crews/{crew}/turns", _SAID),
    a_call("GET /v1/turns/{turn_id}"),
    a_call("GET /v1/turns/{turn_id}/explain"),
    a_call("POST /v1/chat/completions", _CHAT),
    a_call(f"GET {_U}/preferences"),
    a_call(f"PUT {_U}/preferences", {"name": "누리", "quiet_hours": "22:00-08:00"}),
    a_call(f"GET {_U}/recall", query={"q": "고수", "crew": CREW}),
    a_call(f"GET {_U}/evidence", query={"limit": "2"}),
    a_call(f"POST {_U}/evidence", _BEFORE),
    a_call(f"GET {_U}/suggestions"),
    a_call(f"POST {_U}/suggestions/{{suggestion}}/{{decision}}"),
    a_call(f"GET {_U}/memories", query={"limit": "2"}),
    a_call(f"POST {_U}/memories", MEMORY, status=201),
    a_call(f"PATCH {_U}/memories/{{memory}}", {"text": "커피를 하루에 세 잔 마신다."}),
    a_call(f"GET {_U}/memories/{{memory}}/versions"),
    a_call(f"POST {_U}/memories/{{memory}}/forget"),
    a_call(f"POST {_U}/memories/{{memory}}/restore"),
    a_call(f"POST {_U}/memories/{{memory}}/versions/{{version}}/redact"),
    a_call(f"POST {_U}/memories/copy", {"from_crew": CREW, "to_crew": OTHER_CREW}),
    a_call(f"GET {_U}/export"),
    a_call(f"POST {_U}/import", {"format": "list", "crew": CREW, "text": "- 물을 많이 마신다"}),
    a_call("POST /v1/follow-ups/preview", _PREVIEW),
    a_call(f"GET {_U}/follow-ups"),
    a_call(f"POST {_U}/follow-ups", PROMISE),
    a_call(f"PATCH {_U}/follow-ups/{{follow_up}}", {"snooze_minutes": 30}),
    a_call(f"POST {_U}/follow-ups/{{follow_up}}/run"),
    a_call(f"GET {_U}/follow-ups/{{follow_up}}/occurrences"),
    a_call(f"DELETE {_U}/follow-ups/{{follow_up}}"),
    a_call("GET /v1/outbox"),
    a_call("POST /v1/outbox/{message}/ack", {"status": "delivered"}),
    a_call("GET /v1/dreams"),
    a_call("GET /v1/dreams/{dream}"),
    a_call("POST /v1/dreams/{dream}/accept", {"changes": [1]}, names={"dream": "review"}),
    a_call("POST /v1/dreams/{dream}/revert"),
    a_call("POST /v1/run/{flow}", {"user": USER}),
    a_call("POST /v1/webhooks", HOOK, status=201),
    a_call("GET /v1/webhooks"),
    a_call("GET /v1/webhooks/{webhook}"),
    a_call("POST /v1/webhooks/{webhook}/rotate"),
    a_call("POST /v1/webhooks/{webhook}/enable"),
    a_call("GET /v1/webhooks/{webhook}/deliveries"),
    a_call("DELETE /v1/webhooks/{webhook}"),
    a_call("POST /v1/price/listings", {"listings": [_LISTING]}),
    a_call("GET /v1/safety"),
    a_call("PUT /v1/safety", _SAFETY),
    a_call("GET /v1/safety/months"),
    a_call("POST /v1/knowledge/{collection}/documents", _DOCUMENT),
    a_call("POST /v1/knowledge/{collection}/research", {"topic": "여권"}),
    a_call("GET /v1/knowledge/{collection}/search", query={"q": "여권 유효 기간"}),
    a_call("GET /v1/knowledge/coverage"),
    a_call("GET /v1/knowledge/reviews"),
    a_call("POST /v1/knowledge/reviews/{item}/accept", {"by": "care-team"}),
    a_call(
        "POST /v1/knowledge/reviews/{item}/reject", {"by": "care-team"}, names={"item": "item_2"}
    ),
    a_call("GET /v1/teams/{team}"),
    a_call("GET /v1/teams/{team}/reviews"),
    a_call("POST /v1/teams/{team}/promote", {"user": USER, "dry_run": True}),
    a_call(
        "POST /v1/teams/{team}/reviews/{review}/approve",
        {"by": ADMIN, "hash": "{hash}"},
        names={"review": "team_review"},
    ),
    a_call(
        "POST /v1/teams/{team}/reviews/{review}/reject",
        {"by": ADMIN, "hash": "{hash}"},
        names={"review": "team_review_2", "hash": "hash_2"},
    ),
    a_call("PUT /v1/teams/{team}", TEAM),
    a_call(f"POST {_U}/start-over", {"crew": OTHER_CREW}),
    a_call(f"POST {_U}/memories/{{memory}}/erase"),
    a_call(f"POST {_U}/evidence/{{evidence}}/erase"),
    a_call(f"DELETE {_U}/conversations/{{conversation}}"),
    a_call(f"DELETE {_U}"),
)
