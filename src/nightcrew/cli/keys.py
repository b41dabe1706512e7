"""Keys: made, listed, revoked; a key is shown once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Desk, Told, with_app
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.usecases.keep_tenant import NewKey

verbs = group("Keys to the API: made, listed, revoked.")
Tenant = Annotated[str, typer.Option("--tenant", help="Whose key; a missing tenant is made.")]
PerSecond = Annotated[
    int | None,
    typer.Option("--per-second", min=1, max=100_000, help="Requests a second of this key alone."),
]
ExpiresInDays = Annotated[
    int | None, typer.Option("--expires-in-days", min=1, max=3650, help="It ends by itself.")
]
ALL_SCOPES = "turn,memory,ops,admin"


@verbs.command("create")
def create(
    scopes: Annotated[str, typer.Option("--scopes", help="Some of " + ALL_SCOPES)],
    tenant: Tenant = "default",
    *,
    label: Annotated[str, typer.Option("--label", help="A word for the list.")] = "",
    per_second: PerSecond = None,
    expires_in_days: ExpiresInDays = None,
    as_json: AsJson = False,
) -> int:
    """Make a key and show it, this once."""

    async def act(desk: Desk) -> Told:
        wanted = [scope.strip() for scope in scopes.split(",") if scope.strip()]
        made = await desk.app.keep_tenant.make_key(
            tenant,
            wanted,
            label=label,
            per_second=per_second,
            expires_in=None if expires_in_days is None else timedelta(days=expires_in_days),
        )
        return Told(document=made, lines=[made.key, desk.words("key_shown_once", id=made.id)])

    return with_app(act, as_json=as_json)


@verbs.command("list")
def list_keys(tenant: Tenant = "default", as_json: AsJson = False) -> int:
    """List the keys of a tenant, without the keys themselves."""

    async def act(desk: Desk) -> Told:
        found = await desk.app.keep_tenant.keys(tenant)
        lines = [
            f"{key['id']}  {','.join(key['scopes'])}  {key['label']}"
            f"{'  ' + desk.words('revoked') if key['revoked_at'] else ''}"
            for key in found
        ]
        return Told(document={"items": found, "total": len(found)}, lines=lines)

    return with_app(act, as_json=as_json)


@verbs.command("revoke")
def revoke(
    key: Annotated[str, typer.Argument(help="The id of the key, as `keys list` shows it.")],
    tenant: Tenant = "default",
    as_json: AsJson = False,
) -> int:
    """End a key; it opens nothing any more."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import as_id

        await desk.app.keep_tenant.revoke(as_id(key, "key"), tenant)
        return Told(document={"id": key, "revoked": True}, lines=[desk.words("key_revoked")])

    return with_app(act, as_json=as_json)


@verbs.command("first", hidden=True)
def first(as_json: AsJson = False) -> int:
    """Make the first key of the tenant `default` and keep it in the data folder."""

    async def act(desk: Desk) -> Told:
        known = await desk.app.keep_tenant.keys()
        if any(key["revoked_at"] is None for key in known):
            return Told(document={"key": None})
        made = await desk.app.keep_tenant.make_key("default", ALL_SCOPES.split(","), label="first")
        path = keep_for_owner(desk.app.settings.data, made)
        return Told(document={"key": made.key, "path": path}, lines=[made.key])

    return with_app(act, as_json=as_json)


def keep_for_owner(data: Path, made: NewKey) -> str:
    """Write the key where only the owner of the folder can read it; says where."""
    path = data / "key"
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(made.key + "\n")
    return str(path)
