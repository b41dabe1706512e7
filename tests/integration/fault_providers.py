"""Rows 16, 17 and 21 to 24 of the fault matrix: a model that will not, or that is not there."""

from __future__ import annotations

from tests.integration.fault_rows import (
    CANARY,
    COMPOSE,
    GOOD,
    JSON_PATHS,
    JUDGE,
    PATHS,
    PLAN,
    PROPOSE,
    REPLY,
    TRIES,
    VERIFY,
    Fault,
    fails_on,
    others,
)
from tests.stubs.openai_server import Says

TURNED_DOWN = f"I'm sorry, but I can't help with {CANARY}."
REFUSALS = [
    Fault(
        row=16,
        name="refused-in-words",
        cells=fails_on(JSON_PATHS, "refused_by_model", Says(text=TURNED_DOWN)),
        not_here={REPLY: "a refusal in words is a reply that can be read"},
    ),
    Fault(
        row=16,
        name="refusal-field",
        cells=fails_on(JSON_PATHS, "refused_by_model", Says(refusal=TURNED_DOWN)),
        not_here={REPLY: "a refusal in words is a reply that can be read"},
    ),
]
FILTERED = Fault(
    row=17,
    name="content-filter",
    cells=fails_on(PATHS, "refused_by_model", Says(text="", finish_reason="content_filter")),
    not_here={},
)
BROKEN = [
    Fault(
        row=21,
        name="reset",
        cells=fails_on(PATHS, "provider_timeout", Says(reset_after=0), TRIES),
        not_here={},
    ),
    Fault(
        row=21,
        name="reset-in-mid-answer",
        cells=fails_on(PATHS, "provider_timeout", Says(text=TURNED_DOWN, reset_after=1), TRIES),
        not_here={},
    ),
    Fault(
        row=21,
        name="reset-in-mid-stream",
        watched=True,
        cells=fails_on((REPLY,), "provider_timeout", Says(text=GOOD[REPLY], reset_after=1)),
        not_here=others("it is not streamed", REPLY),
    ),
    Fault(
        row=21,
        name="timeout",
        slow=True,
        cells=fails_on(
            (JUDGE, REPLY, PROPOSE, PLAN, COMPOSE),
            "provider_timeout",
            Says(text=TURNED_DOWN, wait_seconds=0.6),
            TRIES,
        ),
        not_here={VERIFY: "see 19-late"},
    ),
]
LIMITED = [
    Fault(
        row=22,
        name="limited",
        cells=fails_on(PATHS, "provider_down", Says(status=429), TRIES),
        not_here={},
    ),
    Fault(
        row=22,
        name="limited-for-an-hour",
        cells=fails_on(PATHS, "provider_down", Says(status=429, headers={"Retry-After": "86400"})),
        not_here={},
    ),
]
DENIED = [
    Fault(
        row=23,
        name=f"key-refused-{status}",
        cells=fails_on(PATHS, "provider_down", Says(status=status, error={"message": TURNED_DOWN})),
        not_here={},
    )
    for status in (401, 403)
]
OUTAGE = [
    Fault(
        row=24,
        name=f"outage-{status}",
        cells=fails_on(
            PATHS, "provider_down", Says(status=status, error={"message": TURNED_DOWN}), TRIES
        ),
        not_here={},
    )
    for status in (500, 503)
]
