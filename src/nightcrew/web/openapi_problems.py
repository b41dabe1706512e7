"""Every refusal of the door by its code and status; a test holds the table to what is raised."""

from __future__ import annotations

from collections.abc import Mapping

WITH_KEY = (
    "unauthorized", "missing_scope", "rate_limited", "invalid_field", "missing_field",
    "time_travel_off", "database_conflict", "no_longer_there",
)  # fmt: skip
WITH_BODY = (
    "malformed_body", "malformed_json", "unknown_field", "text_unreadable", "body_too_large",
)  # fmt: skip
ALWAYS = ("address_too_long", "head_too_large", "unexpected", "database_unavailable")

# By the table of problems.py: what is not there is 404, unusable input 422, a rule's no 409.
_NOT_THERE = (
    "unknown_crew", "unknown_dream", "unknown_evidence", "unknown_flow", "unknown_follow_up",
    "unknown_memory", "unknown_message", "unknown_model", "unknown_review",
    "unknown_suggestion", "unknown_team", "unknown_turn", "unknown_version",
    "unknown_webhook", "document_gone", "unknown_item",
)  # fmt: skip
_UNUSABLE = (
    "address_not_allowed", "age_band_unreadable", "bad_secret", "bad_url",
    "consents_unreadable", "cursor_unreadable", "daily_cap_unreadable", "dates_out_of_order",
    "export_unreadable", "follow_up_unreadable", "invalid_field", "local_missing",
    "local_unreadable", "locale_unreadable", "malformed_json", "markdown_unreadable",
    "message_empty", "message_missing", "missing_field", "name_unreadable", "now_unreadable",
    "one_change_at_a_time", "part_of_a_merge", "past", "preview_unreadable", "question_empty",
    "quiet_hours_empty", "quiet_hours_unreadable", "rule_interval", "rule_never_fires",
    "rule_too_frequent", "rule_missing", "rule_unreadable", "same_crew", "timezone_unreadable",
    "snooze_minutes", "text_empty", "text_too_long", "text_unreadable", "time_travel_off",
    "time_zone_missing", "too_many_items", "too_many_turns", "turn_id_disagrees",
    "unknown_change", "unknown_event", "unknown_field", "unknown_time_zone", "unknown_value",
    "user_missing", "user_unreadable", "crew_not_in_team", "member_twice",
    "team_memories_are_proposed", "team_too_large", "bad_collection", "bad_topic",
    "document_empty", "document_too_large", "document_too_slow", "document_unreadable",
    "no_document", "no_reviewer", "no_title", "not_base64", "several_contents",
    "safety_unreadable",
)  # fmt: skip
_RULED_OUT = (
    "already_accepted", "already_decided", "already_gone", "already_reverted",
    "content_changed", "review_expired", "buried", "database_conflict", "dream_reverted",
    "follow_up_over", "head_version", "memory_changed", "memory_off", "no_longer_there",
    "not_in_review", "nothing_after_the_pause", "nothing_to_revert", "remembering_off",
    "store_full", "too_many_open", "too_many_webhooks", "webhook_unproved", "turn_id_reused",
    "turn_lost",
    "turn_running", "version_redacted", "document_moved", "no_fetching", "not_waiting",
    "search_misconfigured",
)  # fmt: skip

STATUS: Mapping[str, int] = {
    **dict.fromkeys(_NOT_THERE, 404),
    **dict.fromkeys(_UNUSABLE, 422),
    **dict.fromkeys(_RULED_OUT, 409),
    "unauthorized": 401,
    "missing_scope": 403,
    "refused_for_minors": 403,
    **dict.fromkeys(("not_a_member", "not_a_team_admin", "not_the_owner", "self_approval"), 403),
    "malformed_body": 400,
    "body_too_large": 413,
    "message_too_long": 413,
    "address_too_long": 414,
    "rate_limited": 429,
    "head_too_large": 431,
    "unexpected": 500,
    "database_unavailable": 503,
    "model_unavailable": 503,
    "document_unavailable": 503,
    "search_unavailable": 503,
    "timeout": 503,
    "unreachable": 503,
}

PROBLEM_SCHEMA = {
    "title": "Problem",
    "description": "Problem details (RFC 9457)",
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "retryable", "hint"],
    "properties": {
        "type": {"type": "string", "description": "urn:nightcrew:problem:<code>"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "retryable": {"type": "boolean"},
        "hint": {"type": "string", "description": "what to do next"},
        "field": {"type": "string", "description": "the part of the request that is wrong"},
        "safety": {"type": "object", "description": "where help is, when no reply can say it"},
    },
}
