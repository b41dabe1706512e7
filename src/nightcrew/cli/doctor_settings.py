"""What is wrong with how an installation is set up, told from its settings and files alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from nightcrew.settings import Settings

PREFIX = "NIGHTCREW_"
# NIGHTCREW_HOME: where workers of a Prefect pool find the checkout (deploy/prefect.yaml).
ELSEWHERE = frozenset({"NIGHTCREW_HOME"})
# Where litellm looks for a provider's key, by the first word of a model's name.
KEYS_OF_PROVIDERS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "claude": ("ANTHROPIC_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "gpt": ("OPENAI_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
    "xai": ("XAI_API_KEY",),
}
# Names that NIGHTCREW_SEARCH may hold beside addresses: litellm's, held to them by a test.
SEARCH_PROVIDERS = frozenset(
    {
        "agentcore", "apiserpent", "bing_grounding", "brave", "dataforseo", "deepseek",
        "duckduckgo", "exa_ai", "fastcrw", "firecrawl", "google_pse", "linkup", "nimble",
        "parallel_ai", "perplexity", "searchapi", "searxng", "serper", "tavily", "tinyfish",
        "xai", "you_com",
    }
)  # fmt: skip
KEYS_OF_SEARCH: Mapping[str, str] = {
    "brave": "BRAVE_API_KEY",
    "exa_ai": "EXA_API_KEY",
    "firecrawl": "FIRECRAWL_API_KEY",
    "google_pse": "GOOGLE_PSE_API_KEY",
    "linkup": "LINKUP_API_KEY",
    "searchapi": "SEARCHAPI_API_KEY",
    "serper": "SERPER_API_KEY",
    "tavily": "TAVILY_API_KEY",
}
NOT_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to know. hurts: something does not work; note: it works, but know it."""

    code: str
    weight: Literal["hurts", "note"]
    about: str = ""


def of_settings(settings: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Everything that settings and files tell without a database."""
    yield from _unknown_names([*environment, *_names_in(Path(".env"))])
    yield from _of_models(settings, environment)
    yield from _of_search(settings, environment)
    yield from _of_folders(settings)
    yield from _of_times(settings)
    yield from _open_files([Path(".env"), Path(settings.data) / "key"])


def _unknown_names(names: Iterable[str]) -> Iterator[Finding]:
    known = known_names()
    for name in sorted({each for each in names if each.startswith(PREFIX)} - known):
        near = get_close_matches(name, known, n=1, cutoff=0.6)
        about = f"{name} → {near[0]}" if near else name
        yield Finding(code="unknown_setting", weight="hurts", about=about)


def known_names() -> set[str]:
    """Every variable that sets something."""
    from nightcrew.settings import Settings

    fields = (set(Settings.model_fields) - {"answering_model"}) | {"model"}
    return {PREFIX + name.upper() for name in fields} | ELSEWHERE


def _names_in(file: Path) -> list[str]:
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line.removeprefix("export ").split("=", 1)[0].strip() for line in lines if "=" in line]


def _of_models(settings: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    models = settings.models()
    named = {name for name in models.values() if name}
    without = sorted(str(role) for role, name in models.items() if not name)
    if named and without:
        yield Finding(code="partly_rehearsal", weight="hurts", about=", ".join(without))
    if settings.model_api_key or settings.model_base_url:
        return
    for name in sorted(named):
        wanted = KEYS_OF_PROVIDERS.get(name.replace("-", "/").split("/", 1)[0], ())
        if wanted and not any(environment.get(each) for each in wanted):
            yield Finding(code="model_without_key", weight="hurts", about=f"{name} ({wanted[0]})")


def _of_search(settings: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    allowed = {each.strip().lower() for each in settings.allow_private_hosts.split(",")}
    for provider in filter(None, (each.strip().lower() for each in settings.search.split(","))):
        if not provider.startswith(("http://", "https://")):
            yield from _of_provider(provider, environment)
            continue
        host = urlsplit(provider).hostname or ""
        if host and _is_private(host) and host not in allowed:
            yield Finding(code="search_host_refused", weight="hurts", about=host)


def _of_provider(name: str, environment: Mapping[str, str]) -> Iterator[Finding]:
    if name not in SEARCH_PROVIDERS:
        near = get_close_matches(name, SEARCH_PROVIDERS, n=1, cutoff=0.6)
        about = f"{name} → {near[0]}" if near else name
        yield Finding(code="search_unknown", weight="hurts", about=about)
    elif name in KEYS_OF_SEARCH and not environment.get(KEYS_OF_SEARCH[name]):
        yield Finding(
            code="search_without_key", weight="hurts", about=f"{name} ({KEYS_OF_SEARCH[name]})"
        )


def _of_folders(settings: Settings) -> Iterator[Finding]:
    if not Path(settings.playbooks).is_dir():
        yield Finding(code="no_playbooks", weight="hurts", about=str(settings.playbooks))


def _is_private(host: str) -> bool:
    """Whether a host is one of our own network by its name or number."""
    from ipaddress import ip_address

    if "." not in host and ":" not in host:
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return host.endswith((".local", ".internal", ".localhost"))


def _of_times(settings: Settings) -> Iterator[Finding]:
    quiet, longest = settings.quiet_before_dream, settings.max_wait_before_dream
    if quiet > longest:
        yield Finding(code="quiet_longer_than_wait", weight="hurts", about=f"{quiet} > {longest}")


def _open_files(files: Iterable[Path]) -> Iterator[Finding]:
    if os.name != "posix":
        return
    for file in files:
        if file.is_file() and file.stat().st_mode & NOT_FOR_OTHERS:
            yield Finding(code="secrets_readable", weight="hurts", about=str(file))
