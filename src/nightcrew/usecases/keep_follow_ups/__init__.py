"""What crews promised to say later, in the hands of the user it is for."""

from nightcrew.usecases.keep_follow_ups.keep import KeepFollowUps, MadeFollowUp
from nightcrew.usecases.keep_follow_ups.moves import FollowUpChange

__all__ = ["FollowUpChange", "KeepFollowUps", "MadeFollowUp"]
