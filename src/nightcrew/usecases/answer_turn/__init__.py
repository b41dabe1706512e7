"""One thing said and its reply: judge, tools, reply, record. No model is asked about memory."""

from nightcrew.usecases.answer_turn.parts import Completed, Decided, Delta, Started, TurnEvent
from nightcrew.usecases.answer_turn.turn import AnswerTurn

__all__ = ["AnswerTurn", "Completed", "Decided", "Delta", "Started", "TurnEvent"]
