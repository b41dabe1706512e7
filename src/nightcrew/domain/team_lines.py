"""What a member's talk with a team's crew is shown of what the team knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from nightcrew.domain.explicit import same_claim
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.matching import scored
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.recall_policy import POLICY
from nightcrew.domain.team_change import TeamChange
from nightcrew.domain.team_digest import Digest, retold


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamKnown:
    """What a team knows: approved lines newest first, what it forgot, and the lines retold.

    claim_key: what its tombstones are hashed with. waiting: what the one who looks has proposed and
    nobody has decided on.
    """

    id: UUID
    name: str
    claim_key: bytes
    lines: tuple[Memory, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    digest: Digest | None = None
    waiting: tuple[TeamChange, ...] = ()

    def said(self, text: str) -> Memory | None:
        """The line that says just this, if there is one."""
        return next((line for line in self.lines if same_claim(line.text, text)), None)

    def waits(self, text: str) -> TeamChange | None:
        """The proposal that says just this, if there is one."""
        written = (each for each in self.waiting if each.memory is None)
        return next((each for each in written if same_claim(each.text, text)), None)

    def forgot(self, text: str) -> tuple[UUID, ...]:
        """The tombstones that forbid this."""
        claims = forgotten_claims(self.tombstones, self.claim_key)
        return tuple(
            claim.tombstone.id for claim in claims if restates(text, claim, self.claim_key)
        )

    def is_stale(self, today: date) -> bool:
        """Whether the digest does not retell the lines as they are; also when there is none."""
        return bool(self.lines) and not (self.digest and self.digest.is_fresh(self.lines, today))

    def standing(self, today: date) -> tuple[Memory, ...]:
        """What prompts tell of: the digest while it is fresh, else the lines as approved."""
        if self.digest is None or self.is_stale(today):
            return self.lines
        return retold(self.digest, self.lines)


def nearest(lines: Sequence[Memory], message: str, most: int = POLICY.whole) -> tuple[Memory, ...]:
    """All of a few lines; of many, those with the message's rarest words, then the newest."""
    if len(lines) <= most:
        return tuple(lines)
    texts = {place: f"{line.subject} {line.text}" for place, line in enumerate(lines)}
    scores = scored(message, texts)
    best = sorted(texts, key=lambda place: (-scores[place], place))[:most]
    return tuple(lines[place] for place in sorted(best))
