"""The pages of the console, in the order in which their paths are tried."""

from __future__ import annotations

from nightcrew.web.console import (
    api_keys,
    chat,
    crew_stories,
    crew_text,
    crew_tries,
    crew_versions,
    crews,
    dreams,
    follow_ups,
    health,
    home,
    knowledge,
    memories,
    memory_acts,
    prices,
    teams,
)

ROUTERS = (
    home.router,
    memories.router,
    memory_acts.router,
    dreams.router,
    follow_ups.router,
    chat.router,
    crews.router,
    crew_text.router,
    crew_tries.router,
    crew_versions.router,
    crew_stories.router,
    teams.router,
    knowledge.router,
    prices.router,
    api_keys.router,
    health.router,
)
