"""Puts the workshop of crew text together."""

from __future__ import annotations

from nightcrew.adapters.crew_drafts import CrewDraftFiles
from nightcrew.adapters.crew_writer import CrewWriter
from nightcrew.app.crew_reload import CrewReload
from nightcrew.app.world import World
from nightcrew.usecases.edit_crews import EditCrews


def wire_editing(world: World, reload: CrewReload) -> EditCrews:
    """Crew text over these neighbours, without a stage."""
    files = world.crews.files
    return EditCrews(
        db=world.db,
        text=CrewWriter(files.crews, files.playbooks),
        drafts=CrewDraftFiles(),
        model=world.model,
        clock=world.clock,
        served=reload.look,
    )
