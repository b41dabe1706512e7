"""What an operator may set, read once at the door from NIGHTCREW_* and `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from nightcrew.domain.limits import FASTEST
from nightcrew.ports import Role


class Settings(BaseSettings):
    """Frozen; nothing below `app` may read it. Seconds unless named otherwise."""

    model_config = SettingsConfigDict(
        env_prefix="NIGHTCREW_",
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
    )

    database_url: str = Field(default="", repr=False)
    data: Path = Path(".nightcrew")
    crews: Path = Path("crews")
    playbooks: Path = Path("playbooks")
    answering_model: str = Field(
        default="", validation_alias=AliasChoices("NIGHTCREW_MODEL", "answering_model")
    )
    model_reply: str = ""
    model_judge: str = ""
    model_dream: str = ""
    model_verify: str = ""
    model_base_url: str = ""
    model_api_key: str = Field(default="", repr=False)
    embedder: str = ""
    search: str = ""
    search_allow: str = ""
    search_deny: str = ""
    allow_private_hosts: str = ""
    time_travel: bool = False
    quiet_before_dream: int = Field(default=120, ge=0)
    max_wait_before_dream: int = Field(default=900, ge=0)
    tick_seconds: int = Field(default=120, ge=1)
    requests_per_second: int = Field(default=200, ge=1, le=FASTEST)
    workers: int = Field(default=1, ge=1, le=64)
    lang: Literal["en", "ko"] = "en"

    @property
    def postgres_folder(self) -> Path:
        """Where the embedded database lies; all who start it must mean the same one."""
        return self.data / "postgres"

    def model_of(self, role: Role) -> str:
        """The configured model of a role; empty means the rehearsal model."""
        own: str = getattr(self, f"model_{role}")
        return own or self.answering_model

    def models(self) -> dict[Role, str]:
        """The model of every role."""
        return {role: self.model_of(role) for role in Role}
