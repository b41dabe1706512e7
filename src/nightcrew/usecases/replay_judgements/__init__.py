"""Stored judgements asked again on the crew's text as it is now."""

from nightcrew.usecases.replay_judgements.replay import Replay, Replayed, ReplayJudgements, Unread

__all__ = ["Replay", "ReplayJudgements", "Replayed", "Unread"]
