"""A quiet pair's evidence becomes memory changes: propose, screen, verify, apply."""

from nightcrew.usecases.run_dream.dream import DreamMode, RunDream

__all__ = ["DreamMode", "RunDream"]
