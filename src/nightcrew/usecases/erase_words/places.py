"""The places words are taken from, in the order in which one needs the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from uuid import UUID

from nightcrew.domain.erasing import wordless_answer
from nightcrew.domain.version import brought_back
from nightcrew.store import (
    conversations,
    erasing,
    erasing_promises,
    erasing_teams,
    memories,
    memory_history,
    pairs,
    recall,
)
from nightcrew.store.memories import Act
from nightcrew.usecases.erase_words.going import Going, Sight

Counts = Mapping[str, int]
Place = Callable[[Sight, Going], Awaitable[Counts]]


async def the_index(sight: Sight, going: Going) -> Counts:
    """Vectors and lexemes of the lines, and of those after them, which carry some of the words."""
    done = await recall.drop_index(sight.connection, sight.tenant, list(going.left))
    return {"evidence_index": done}


async def the_memories(sight: Sight, going: Going) -> Counts:
    """Memories with their history; of those that stay, the values that rest on nothing now."""
    connection, tenant = sight.connection, sight.tenant
    redacted = 0
    for memory in going.heads:
        await _back_to(sight, memory, going.heads[memory])
    for memory, versions in going.versions.items():
        redacted += await erasing.redact_versions(
            connection, tenant, memory, sorted(versions), sight.at
        )
    counts = await erasing.delete_memories(connection, tenant, going.memories)
    return Counter({"memory_versions": redacted}) + Counter(counts)


async def _back_to(sight: Sight, memory_id: UUID, version: int) -> None:
    """Make an older value the current one, on or off as the memory is."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    memory = await memories.one(connection, tenant, user, memory_id)
    history = await memory_history.versions(connection, tenant, user, memory_id)
    wanted = next(each for each in history if each.version == version)
    back = None if memory is None else brought_back(memory, wanted)
    if memory is None or back is None:
        return
    kept = replace(back, status=memory.status)
    act = Act(actor="user", cause="erased", at=sight.at, restored_from=version)
    await memories.revise(connection, sight.pair(memory.crew), kept, act)


async def the_talk(sight: Sight, going: Going) -> Counts:
    """Raw lines: cut, or without any word and marked."""
    connection, tenant = sight.connection, sight.tenant
    whole = [line for line, text in going.left.items() if not text]
    cut = {line: text for line, text in going.left.items() if text}
    counts = Counter(await erasing.blank_lines(connection, tenant, whole, sight.at))
    counts["messages"] += await erasing.cut_lines(connection, tenant, cut)
    return counts


async def the_outbox(sight: Sight, going: Going) -> Counts:
    """What crews said first: as its line in the talk says it now."""
    done = await erasing_promises.follow_lines(
        sight.connection, sight.tenant, list(going.left), sight.at
    )
    return {"outbox": done}


async def the_turns(sight: Sight, going: Going) -> Counts:
    """Answers, judgements and the hash of what was asked."""
    done = 0
    for each in await erasing.answers(sight.connection, sight.tenant, list(going.turns)):
        answer = each["answer"] and wordless_answer(each["answer"], each["reply"])
        done += await erasing.blank_turn(sight.connection, sight.tenant, each["id"], answer)
    return {"turns": done}


async def the_conversations(sight: Sight, going: Going) -> Counts:
    """Conversations as such, with the names that the backend gave them and their turns."""
    return await erasing.delete_talks(sight.connection, sight.tenant, going.talks)


async def the_dreams(sight: Sight, going: Going) -> Counts:
    """What dreams proposed, and what the next one would be told of it."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    return {
        "dream_changes": await erasing.blank_changes(connection, tenant, going.changes),
        "pair_states": await erasing.drop_refused(connection, tenant, user, going.crews),
    }


async def the_teams(sight: Sight, going: Going) -> Counts:
    """What was offered to teams, and what they know by these words alone."""
    return await erasing_teams.take_words(
        sight.connection,
        sight.tenant,
        sight.person.id,
        memories=going.memories,
        lines=going.left.keys(),
    )


async def the_suggestions(sight: Sight, going: Going) -> Counts:
    """What was suggested."""
    done = await erasing.delete_suggestions(sight.connection, sight.tenant, going.suggestions)
    return {"suggestions": done}


async def the_follow_ups(sight: Sight, going: Going) -> Counts:
    """What crews meant to say."""
    return await erasing_promises.end_follow_ups(
        sight.connection, sight.tenant, going.follow_ups, sight.at
    )


async def the_tombstones(sight: Sight, going: Going) -> Counts:
    """Hashes without a subject are all that is left, so that it does not come back."""
    connection, tenant = sight.connection, sight.tenant
    blanked = await erasing.blank_subjects(connection, tenant, going.memories)
    for tombstone in going.buried:
        await memories.bury(connection, sight.pair(tombstone.crew or ""), tombstone)
    return {"tombstones": blanked}


async def the_next_dream(sight: Sight, going: Going) -> Counts:
    """Let dreams of these crews look again at what is left; nothing is counted."""
    for crew in going.crews:
        await pairs.find_next_pending(sight.connection, sight.pair(crew))
        await conversations.note_change(sight.connection, sight.pair(crew), sight.at)
    return {}


PLACES: tuple[Place, ...] = (
    the_index,
    the_memories,
    the_talk,
    the_outbox,
    the_turns,
    the_conversations,
    the_dreams,
    the_teams,
    the_suggestions,
    the_follow_ups,
    the_tombstones,
    the_next_dream,
)
