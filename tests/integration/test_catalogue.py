"""What the database itself says about its tables, held against what `Table.info` promises.

Each rule is shown to hold, and to find a violation planted for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from nightcrew.store.bootstrap import OWNER_ROLE, RUNTIME_ROLE, Access
from tests.integration.catalogue_rules import (
    Connection,
    closed_tables,
    columns_with_statistics,
    columns_without_a_rule,
    doors_around_policies,
    keys_across_tenants,
    powers_of_the_runtime_role,
    tables_left_open,
    tables_without_a_tenant,
    unfounded_installation_tables,
    unique_across_tenants,
)


@pytest.fixture
def catalogue(access: Access) -> Iterator[Connection]:
    with psycopg.connect(access.owner_url, autocommit=True) as connection:
        yield connection


def test_every_table_of_a_tenant_is_closed_by_a_forced_policy(catalogue: Connection) -> None:
    assert tables_left_open(catalogue) == set()
    assert len(closed_tables(catalogue)) >= 15


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("create table visits (tenant_id uuid not null, id uuid not null)", "visits"),
        ("alter table memories disable row level security", "memories"),
        ("alter table memories no force row level security", "memories"),
        ("drop policy whose on memories", "memories"),
        ("alter policy whose on memories using (true)", "memories"),
        ("alter policy whose on memories with check (true)", "memories"),
        ("create policy open on memories using (true)", "memories"),
        ("create policy by_key on users for select using (true)", "users"),
        (
            "alter policy whose on evidence using"
            " (tenant_id = current_setting('app.tenant')::uuid)",
            "evidence",
        ),
    ],
)
def test_an_open_table_is_found(catalogue: Connection, planted: str, found: str) -> None:
    catalogue.execute(planted.encode())

    assert tables_left_open(catalogue) == {found}


def test_every_column_with_words_of_a_user_says_how_they_are_erased_and_how_long_kept(
    catalogue: Connection,
) -> None:
    assert columns_without_a_rule(catalogue) == set()


@pytest.mark.parametrize("kind", ["text", "text[]", "jsonb", "tsvector", "vector(3)"])
def test_a_column_with_words_and_no_rule_is_found(catalogue: Connection, kind: str) -> None:
    catalogue.execute(f"alter table memories add column diary {kind}".encode())

    assert columns_without_a_rule(catalogue) == {"memories.diary"}


def test_a_rule_without_a_way_to_erase_or_a_retention_is_found(catalogue: Connection) -> None:
    for half in ({"erase": "the row is deleted", "retention": ""}, {"retention": "raw_turns"}):
        promised = {"memories": {"user_text": {"text": half}, "plain_text": {"diary"}}}

        found = columns_without_a_rule(catalogue, promised)

        assert "memories.text" in found


def test_postgres_keeps_no_sample_of_words_of_a_user(catalogue: Connection) -> None:
    assert columns_with_statistics(catalogue) == set()

    catalogue.execute("alter table messages alter column text set statistics 100")

    assert columns_with_statistics(catalogue) == {"messages.text"}


def test_every_row_of_a_tenant_names_its_tenant(catalogue: Connection) -> None:
    assert tables_without_a_tenant(catalogue) == set()

    catalogue.execute("create table visits (tenant_id uuid, id uuid not null)")

    assert tables_without_a_tenant(catalogue) == {"visits"}


def test_a_table_of_the_installation_holds_no_tenants_rows_and_says_why(
    catalogue: Connection,
) -> None:
    assert unfounded_installation_tables(catalogue) == set()

    catalogue.execute("alter table flow_runs add column user_id uuid")

    assert unfounded_installation_tables(catalogue) == {"flow_runs"}


def test_a_row_can_only_point_at_rows_of_its_own_tenant(catalogue: Connection) -> None:
    assert keys_across_tenants(catalogue) == set()

    catalogue.execute("alter table memories add constraint alone unique (id)")
    catalogue.execute(
        "alter table suggestions add constraint loose"
        " foreign key (memory_id) references memories (id)"
    )

    assert keys_across_tenants(catalogue) == {"loose"}


def test_nothing_is_unique_across_tenants_which_would_tell_what_others_have(
    catalogue: Connection,
) -> None:
    assert unique_across_tenants(catalogue) == set()

    catalogue.execute("create unique index everywhere on users (external_id)")

    assert unique_across_tenants(catalogue) == {"everywhere"}


def test_the_runtime_role_has_no_power_over_policies(catalogue: Connection) -> None:
    assert powers_of_the_runtime_role(catalogue) == set()


@pytest.mark.parametrize(
    ("planted", "undone", "found"),
    [
        ("alter role {runtime} superuser", "alter role {runtime} nosuperuser", "rolsuper"),
        ("alter role {runtime} bypassrls", "alter role {runtime} nobypassrls", "rolbypassrls"),
        ("alter role {runtime} createrole", "alter role {runtime} nocreaterole", "rolcreaterole"),
        ("grant {owner} to {runtime}", "revoke {owner} from {runtime}", "member of the owner"),
        ("alter table users owner to {runtime}", "select 1", "owner of users"),
        ("grant truncate on users to {runtime}", "select 1", "truncate on users"),
    ],
)
def test_a_power_given_to_the_runtime_role_is_found(
    catalogue: Connection, planted: str, undone: str, found: str
) -> None:
    names = {"runtime": RUNTIME_ROLE, "owner": OWNER_ROLE}
    catalogue.execute(planted.format(**names).encode())
    try:
        assert found in powers_of_the_runtime_role(catalogue)
    finally:
        catalogue.execute(undone.format(**names).encode())


def test_no_function_or_view_reads_with_the_rights_of_its_owner(catalogue: Connection) -> None:
    assert doors_around_policies(catalogue) == set()

    catalogue.execute(
        "create function peek() returns bigint security definer language sql"
        " as 'select count(*) from memories'"
    )
    catalogue.execute("create view all_memories as select * from memories")
    catalogue.execute("create materialized view copied as select * from memories")
    catalogue.execute("create view own with (security_invoker) as select * from memories")

    assert doors_around_policies(catalogue) == {"peek", "all_memories", "copied"}
