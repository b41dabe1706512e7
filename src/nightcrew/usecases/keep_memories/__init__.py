"""Everything that is remembered about a user, in that user's own hands."""

from nightcrew.usecases.keep_memories.acts import AddedMemory, NewMemory, StartedOver
from nightcrew.usecases.keep_memories.keep import KeepMemories

__all__ = ["AddedMemory", "KeepMemories", "NewMemory", "StartedOver"]
