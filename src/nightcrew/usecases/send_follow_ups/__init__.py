"""Follow-ups that fell due: through the gate, worded when they go, into the outbox once."""

from nightcrew.usecases.send_follow_ups.send import SendFollowUps

__all__ = ["SendFollowUps"]
