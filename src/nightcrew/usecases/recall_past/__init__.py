"""Looking back: what is known that bears on a message."""

from nightcrew.domain.recall_policy import Strategy
from nightcrew.usecases.recall_past.recalled import Recalled, RecalledLine
from nightcrew.usecases.recall_past.recalling import RecallPast

__all__ = ["RecallPast", "Recalled", "RecalledLine", "Strategy"]
