"""Stories: the whole App played on a frozen clock, in a throw-away database."""

from nightcrew.app.stories.opened import open_player
from nightcrew.app.stories.player import StoryPlayer
from nightcrew.app.stories.playing import play_all

__all__ = ["StoryPlayer", "open_player", "play_all"]
