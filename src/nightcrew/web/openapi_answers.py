"""What each operation answers and which refusals of its own it knows, for /openapi.json.

A test goes through every operation: one without a row here fails it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nightcrew.domain.follow_up_times import FollowUpView, OccurrenceView
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.page import Page
from nightcrew.domain.person import Preferences
from nightcrew.domain.preview import Preview
from nightcrew.domain.price.sifting import LoadReport
from nightcrew.domain.safety_settings import SafetyView
from nightcrew.domain.taking_in import TakenIn
from nightcrew.domain.team import Promotion
from nightcrew.domain.team_change import TeamReview
from nightcrew.domain.turn import Turn
from nightcrew.store.delivery_records import DeliveryStatus
from nightcrew.store.safety_settings import SafetyMonth
from nightcrew.usecases.backfill_evidence import Backfilled
from nightcrew.usecases.copy_memories import CopiedMemories
from nightcrew.usecases.keep_follow_ups.keep import MadeFollowUp
from nightcrew.usecases.keep_memories.acts import StartedOver
from nightcrew.usecases.keep_suggestions import SuggestionView
from nightcrew.usecases.keep_teams import TeamView
from nightcrew.usecases.load_knowledge import Loaded
from nightcrew.usecases.read_evidence import EvidenceView
from nightcrew.usecases.recall_past.recalled import Recalled
from nightcrew.usecases.search_knowledge import Coverage
from nightcrew.web import openapi_more_shapes as more
from nightcrew.web import openapi_shapes as shapes
from nightcrew.web.readiness import Readiness

EVENTS, MARKDOWN, FIGURES = "text/event-stream", "text/markdown", "application/openmetrics-text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """shape: of the JSON answer. statuses: it comes with. codes: refusals of its own.

    other: media types it may be asked for in JSON's place. at: codes with another status here than
    elsewhere.
    """

    shape: Any
    statuses: tuple[int, ...] = (200,)
    codes: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    at: Mapping[str, int] = field(default_factory=dict)


def _says(
    shape: Any,
    *codes: str,
    statuses: tuple[int, ...] = (200,),
    other: tuple[str, ...] = (),
    at: Mapping[str, int] | None = None,
) -> Answers:
    return Answers(shape=shape, codes=codes, statuses=statuses, other=other, at=at or {})


_TURN_CODES = (
    "model_unavailable", "message_empty", "message_too_long", "refused_for_minors",
    "turn_id_reused", "turn_id_disagrees", "turn_running", "turn_lost", "time_zone_missing",
    "unknown_time_zone", "unknown_crew", "user_missing", "user_unreadable",
    "unknown_team", "not_a_member", "crew_not_in_team",
)  # fmt: skip
_USER = ("user_missing", "user_unreadable")
_TEAM_DECISION = (
    *_USER, "unknown_team", "unknown_review", "not_a_member", "not_a_team_admin", "self_approval",
    "already_decided", "review_expired", "content_changed",
)  # fmt: skip
_TEXT = ("text_empty", "text_too_long")
_SPEC = (
    "unknown_time_zone", "rule_too_frequent", "rule_interval", "rule_never_fires",
    "rule_unreadable", "quiet_hours_empty", "past", "local_unreadable", "time_zone_missing",
    "follow_up_unreadable", "local_missing", "rule_missing",
)  # fmt: skip
_USERS = "/v1/users/{user}"
_COLLECTION = ("bad_collection",)
_REVIEWED = ("unknown_item", "not_waiting", "no_reviewer")

ANSWERS: Mapping[str, Answers] = {
    "GET /healthz": _says(shapes.Alive),
    "GET /readyz": _says(Readiness, statuses=(200, 503)),
    "GET /metrics": _says(None, other=(FIGURES,)),
    "POST /v1/crews/{crew}/turns": _says(Turn, *_TURN_CODES, other=(EVENTS,)),
    "GET /v1/turns/{turn_id}": _says(Turn | shapes.UnfinishedTurn, "unknown_turn"),
    "GET /v1/turns/{turn_id}/explain": _says(shapes.Explained, "unknown_turn"),
    "GET /v1/models": _says(more.Models),
    "POST /v1/chat/completions": _says(
        more.Completion, *_TURN_CODES, "unknown_model", "message_missing", other=(EVENTS,)
    ),
    f"GET {_USERS}/preferences": _says(Preferences, *_USER),
    f"PUT {_USERS}/preferences": _says(
        Preferences, *_USER, "unknown_time_zone", "quiet_hours_empty", "name_unreadable",
        "timezone_unreadable", "locale_unreadable", "quiet_hours_unreadable",
        "daily_cap_unreadable", "age_band_unreadable", "consents_unreadable",
    ),
    f"GET {_USERS}/recall": _says(Recalled, *_USER, "unknown_crew", "question_empty"),
    f"GET {_USERS}/evidence": _says(
        Page[EvidenceView], *_USER, "unknown_crew", "cursor_unreadable"
    ),
    f"POST {_USERS}/evidence": _says(
        Backfilled, *_USER, "unknown_crew", "too_many_turns", "remembering_off"
    ),
    f"GET {_USERS}/suggestions": _says(Page[SuggestionView], *_USER, "cursor_unreadable"),
    f"POST {_USERS}/suggestions/{{suggestion}}/{{decision}}": _says(
        MemoryView | SuggestionView, *_USER, "unknown_suggestion", "already_accepted",
        "memory_off", "memory_changed",
    ),
    f"GET {_USERS}/memories": _says(Page[MemoryView], *_USER, "unknown_crew", "cursor_unreadable"),
    f"POST {_USERS}/memories": _says(
        shapes.AddedMemory, *_USER, *_TEXT, "unknown_crew", "dates_out_of_order",
        "team_memories_are_proposed",
        "remembering_off", "store_full", statuses=(200, 201),
    ),
    f"PATCH {_USERS}/memories/{{memory}}": _says(
        MemoryView, *_USER, *_TEXT, "unknown_memory", "memory_changed", "memory_off"
    ),
    f"POST {_USERS}/memories/{{memory}}/forget": _says(MemoryView, *_USER, "unknown_memory"),
    f"POST {_USERS}/memories/{{memory}}/restore": _says(
        MemoryView, *_USER, "unknown_memory", "unknown_version", "version_redacted", "store_full"
    ),
    f"GET {_USERS}/memories/{{memory}}/versions": _says(
        Page[shapes.VersionShown], *_USER, "unknown_memory", "cursor_unreadable"
    ),
    f"POST {_USERS}/start-over": _says(StartedOver, *_USER, "unknown_crew"),
    f"POST {_USERS}/memories/{{memory}}/erase": _says(shapes.Receipted, *_USER, "unknown_memory"),
    f"POST {_USERS}/memories/{{memory}}/versions/{{version}}/redact": _says(
        shapes.VersionShown, *_USER, "unknown_memory", "unknown_version", "head_version"
    ),
    f"POST {_USERS}/evidence/{{evidence}}/erase": _says(
        shapes.Receipted, *_USER, "unknown_evidence"
    ),
    f"DELETE {_USERS}/conversations/{{conversation}}": _says(shapes.Receipted, *_USER),
    f"DELETE {_USERS}": _says(shapes.Receipted, *_USER),
    f"POST {_USERS}/memories/copy": _says(
        CopiedMemories, *_USER, "unknown_crew", "same_crew", "remembering_off"
    ),
    f"GET {_USERS}/export": _says(shapes.WholeExport, *_USER, "unknown_crew", other=(MARKDOWN,)),
    f"POST {_USERS}/import": _says(
        TakenIn, *_USER, "unknown_crew", "markdown_unreadable", "export_unreadable",
        "too_many_items", "remembering_off",
    ),
    "POST /v1/follow-ups/preview": _says(Preview, "preview_unreadable", "now_unreadable"),
    f"GET {_USERS}/follow-ups": _says(Page[FollowUpView], *_USER, "cursor_unreadable"),
    f"POST {_USERS}/follow-ups": _says(
        MadeFollowUp, *_USER, *_SPEC, "unknown_crew", "unknown_value", "buried", "too_many_open",
        "refused_for_minors",
    ),
    f"PATCH {_USERS}/follow-ups/{{follow_up}}": _says(
        FollowUpView, *_USER, "unknown_follow_up", "one_change_at_a_time", "past",
        "snooze_minutes", "follow_up_over", "nothing_after_the_pause",
    ),
    f"DELETE {_USERS}/follow-ups/{{follow_up}}": _says(
        FollowUpView, *_USER, "unknown_follow_up"
    ),
    f"GET {_USERS}/follow-ups/{{follow_up}}/occurrences": _says(
        Page[OccurrenceView], *_USER, "unknown_follow_up", "cursor_unreadable"
    ),
    f"POST {_USERS}/follow-ups/{{follow_up}}/run": _says(
        OccurrenceView, *_USER, "unknown_follow_up", "follow_up_over"
    ),
    "GET /v1/outbox": _says(shapes.Messages, "cursor_unreadable"),
    "POST /v1/outbox/{message}/ack": _says(shapes.Acknowledged, "unknown_message"),
    "GET /v1/dreams": _says(
        Page[shapes.DreamTold], *_USER, "unknown_crew", "cursor_unreadable"
    ),
    "GET /v1/dreams/{dream}": _says(shapes.DreamTold, "unknown_dream"),
    "POST /v1/dreams/{dream}/accept": _says(
        shapes.DreamTold, "unknown_dream", "unknown_change", "part_of_a_merge", "not_in_review",
        "dream_reverted",
    ),
    "POST /v1/dreams/{dream}/revert": _says(
        shapes.DreamTold, "unknown_dream", "already_reverted", "nothing_to_revert"
    ),
    "POST /v1/run/{flow}": _says(
        shapes.FlowRan, *_USER, "unknown_flow", "unknown_crew",
    ),
    "POST /v1/webhooks": _says(
        shapes.WebhookMade, "unknown_event", "bad_secret", "bad_url", "address_not_allowed",
        "too_many_webhooks", statuses=(201,),
    ),
    "GET /v1/webhooks": _says(Page[shapes.WebhookTold], "cursor_unreadable"),
    "GET /v1/webhooks/{webhook}": _says(shapes.WebhookTold, "unknown_webhook"),
    "DELETE /v1/webhooks/{webhook}": _says(shapes.Deleted, "unknown_webhook"),
    "POST /v1/webhooks/{webhook}/rotate": _says(
        shapes.WebhookMade, "unknown_webhook", "bad_secret"
    ),
    "POST /v1/webhooks/{webhook}/enable": _says(
        shapes.WebhookTold, "unknown_webhook", "webhook_unproved"
    ),
    "GET /v1/webhooks/{webhook}/deliveries": _says(
        Page[DeliveryStatus], "unknown_webhook", "cursor_unreadable"
    ),
    "POST /v1/price/listings": _says(LoadReport),
    "POST /v1/knowledge/{collection}/documents": _says(
        Loaded, *_COLLECTION, "several_contents", "not_base64", "no_document", "no_title",
        "no_reviewer", "document_empty", "document_too_large", "document_too_slow",
        "document_unreadable", "document_gone", "document_moved", "document_unavailable",
        "no_fetching", "bad_url", "address_not_allowed", "unreachable", "timeout",
        at={"bad_url": 409, "address_not_allowed": 409},
    ),
    "POST /v1/knowledge/{collection}/research": _says(
        more.TopicResearched, *_COLLECTION, "bad_topic", "search_misconfigured",
        "search_unavailable", "model_unavailable",
    ),
    "GET /v1/knowledge/{collection}/search": _says(
        more.KnowledgeFound, *_COLLECTION, "question_empty"
    ),
    "GET /v1/knowledge/coverage": _says(Coverage),
    "GET /v1/knowledge/reviews": _says(
        Page[more.KnowledgeTold], *_COLLECTION, "cursor_unreadable"
    ),
    "POST /v1/knowledge/reviews/{item}/accept": _says(more.KnowledgeTold, *_REVIEWED),
    "POST /v1/knowledge/reviews/{item}/reject": _says(more.KnowledgeTold, *_REVIEWED),
    "GET /v1/safety": _says(SafetyView),
    "PUT /v1/safety": _says(SafetyView, "safety_unreadable"),
    "GET /v1/safety/months": _says(Page[SafetyMonth], "cursor_unreadable"),
    "GET /v1/teams/{team}": _says(TeamView, "unknown_team"),
    "PUT /v1/teams/{team}": _says(
        TeamView, *_USER, "unknown_crew", "member_twice", "team_too_large"
    ),
    "GET /v1/teams/{team}/reviews": _says(
        Page[TeamReview], "unknown_team", "cursor_unreadable"
    ),
    "POST /v1/teams/{team}/reviews/{review}/approve": _says(
        TeamReview, *_TEAM_DECISION, "already_gone"
    ),
    "POST /v1/teams/{team}/reviews/{review}/reject": _says(TeamReview, *_TEAM_DECISION),
    "POST /v1/teams/{team}/promote": _says(
        Promotion, *_USER, "unknown_team", "unknown_crew", "unknown_memory", "not_a_member",
        "not_the_owner",
    ),
}  # fmt: skip
