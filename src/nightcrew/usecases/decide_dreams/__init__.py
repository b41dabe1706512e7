"""What people decide about a dream afterwards: accept changes one by one, or undo all of it."""

from nightcrew.usecases.decide_dreams.decide import DecideDreams

__all__ = ["DecideDreams"]
