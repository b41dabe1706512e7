"""Looking back: what is known that bears on a message."""

from nightcrew.usecases.recall_past.known_vectors import KnownVectors
from nightcrew.usecases.recall_past.recalled import Recalled, RecalledLine, Strategy
from nightcrew.usecases.recall_past.recalling import RecallPast

__all__ = ["KnownVectors", "RecallPast", "Recalled", "RecalledLine", "Strategy"]
