"""What Prefect may not do; it has to be said before Prefect is imported.

Prefect keeps parameters, states, logs, artifacts and events also after a run is deleted, so
nothing but ids and counts may reach it (reliability.md, fact 5).
"""

from __future__ import annotations

import os

QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_EPHEMERAL_ENABLED": "false",  # a missing address fails, no hidden server starts
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "PREFECT_LOGGING_LEVEL": "WARNING",
    "PREFECT_RESULTS_PERSIST_BY_DEFAULT": "false",
}


def keep_prefect_quiet() -> None:
    """Set what the operator has not set."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
