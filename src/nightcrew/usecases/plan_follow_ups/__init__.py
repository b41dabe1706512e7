"""After a talk fell quiet: should a crew speak again, and when? Silence is the default."""

from nightcrew.usecases.plan_follow_ups.plan import PlanFollowUps

__all__ = ["PlanFollowUps"]
