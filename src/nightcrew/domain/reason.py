"""Why something was refused or left unsaid: one list, stored and shown."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why one proposed change was not applied."""

    BAD_ACTION = "bad_action"
    UNKNOWN_MEMORY = "unknown_memory"
    UNKNOWN_EVIDENCE = "unknown_evidence"
    NOT_USER_SPEECH = "not_user_speech"
    EXPLICIT_MEMORY = "explicit_memory"
    BURIED = "buried"
    NO_CITATION = "no_citation"
    QUOTE_NOT_FOUND = "quote_not_found"
    DATE_NOT_IN_EVIDENCE = "date_not_in_evidence"
    QUESTION_RESIDUE = "question_residue"
    ONE_REACTION = "one_reaction"
    TOO_LONG = "too_long"
    RELATIVE_DATE = "relative_date"
    WRONG_LANGUAGE = "wrong_language"
    DUPLICATE = "duplicate"
    CONFLICTING_CHANGES = "conflicting_changes"
    CLAIM_DROPPED = "claim_dropped"
    GROUP_REFUSED = "group_refused"
    DEGENERATE = "degenerate"
    QUARANTINED = "quarantined"
    TOO_MANY_CHANGES = "too_many_changes"
    TOO_MANY_REMOVALS = "too_many_removals"
    UNVERIFIED = "unverified"
    CHANGED_AFTER_VERIFY = "changed_after_verify"
    STALE = "stale"
    NOT_ACCEPTED = "not_accepted"
    REVERTED = "reverted"
    CHANGED_SINCE = "changed_since"
    VERSION_REDACTED = "version_redacted"
    WAITS_FOR_TEAM = "waits_for_team"


class DreamOutcome(StrEnum):
    """How one dream ended."""

    APPLIED = "applied"
    NOTHING_TO_DO = "nothing_to_do"
    BAD_JSON = "bad_json"
    TRUNCATED = "truncated"
    REFUSED_BY_MODEL = "refused_by_model"
    PROVIDER_TIMEOUT = "provider_timeout"
    PROVIDER_DOWN = "provider_down"
    STALE = "stale"
    BUSY = "busy"
    STORE_FULL = "store_full"
    REVIEW = "review"
    DRY_RUN = "dry_run"


class Silence(StrEnum):
    """Why a follow-up said nothing, or not yet."""

    SILENT = "silent"
    QUIET_HOURS = "quiet_hours"
    DEFERRED = "deferred"
    MISSED = "missed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    BLOCKED_CONSENT = "blocked_consent"
    DAILY_CAP = "daily_cap"
    UNANSWERED = "unanswered"
    BURIED = "buried"
    USER_ACTIVE = "user_active"
    CRISIS = "crisis"
    REFUSED_FOR_MINORS = "refused_for_minors"
    MANIPULATIVE = "manipulative_followup"
    WITHHELD = "withheld"
    UNKNOWN_ZONE = "unknown_zone"
    MODEL_UNAVAILABLE = "model_unavailable"


class ToolStatus(StrEnum):
    """What became of one of the five tools in a turn."""

    NOT_USED = "not_used"
    OK = "ok"
    EMPTY = "empty"
    INSUFFICIENT = "insufficient"
    NOTHING_FOUND = "nothing_found"
    UNAVAILABLE = "unavailable"
    MISCONFIGURED = "misconfigured"
    RATE_LIMITED = "rate_limited"
    REFUSED = "refused"
