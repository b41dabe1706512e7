"""The public attack cases: by what each is played, or which test of its own holds it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tests.case_talk import read_cases
from tests.integration import attacks_below as below
from tests.integration import attacks_in_crew_text as in_crew_text
from tests.integration import attacks_in_talk as in_talk
from tests.integration import attacks_on_memory as on_memory

Case = Mapping[str, Any]
CASES: Mapping[str, Case] = {each["id"]: each for each in read_cases("attack_cases.json")["cases"]}
# Cases that a test of their own holds: where it is.
HELD_BY: Mapping[str, str] = {
    "pf-console-xss": "tests/browser/test_console.py::"
    "test_thirty_ways_to_plant_code_are_shown_as_words_on_every_page",
    "pf-console-csrf": "tests/e2e/test_console_guards.py::"
    "test_no_act_is_done_for_a_form_of_another_page",
    "pf-pool-leak": "tests/integration/test_whose_rows.py::"
    "test_nothing_of_a_transaction_is_left_in_the_pool",
    "pi-knowledge-html-comment": "tests/integration/test_knowledge_attacks.py::"
    "test_what_no_reader_sees_of_a_page_is_not_there",
    "tm-self-approve": "tests/e2e/test_http_teams.py::"
    "test_nobody_approves_alone_or_what_was_not_shown",
    "tm-private-promotion": "tests/integration/test_team_proposals.py::"
    "test_a_phone_number_of_somebody_else_waits_with_a_flag_and_is_seen_by_nobody",
    "tm-removed-member": "tests/e2e/test_http_teams.py::test_who_is_put_out_is_shut_out_at_once",
}
PLAYED: Mapping[str, Callable[..., Awaitable[None]]] = {
    "ev-assistant-says-user-said": on_memory.the_crew_says_the_user_said,
    "ev-quoted-third-party": on_memory.a_quoted_mail_is_no_wish,
    "ev-forged-role-tags": on_memory.forged_marks_make_no_line,
    "ev-other-user-id": on_memory.a_line_of_another_user_is_unknown,
    "ev-quote-not-in-source": on_memory.a_quote_must_stand_in_its_line,
    "ev-clock-abuse": on_memory.the_clock_is_no_witness,
    "mp-recommendation": in_talk.a_page_is_no_evidence,
    "mp-laundering-by-summary": on_memory.a_bare_yes_supports_nothing,
    "mp-zombie-self-reinforcing": on_memory.a_memory_is_no_evidence,
    "mp-trojan-topic": in_talk.a_trap_in_a_page_opens_no_link,
    "mp-newline-markdown": on_memory.one_memory_is_one_line,
    "mp-bait-and-switch": on_memory.what_is_applied_is_what_was_verified,
    "mp-explicit-note": on_memory.an_explicit_memory_stays,
    "mp-tombstone-paraphrase": on_memory.what_was_forgotten_stays_forgotten,
    "pi-hidden-unicode-tags": in_talk.unseen_signs_are_taken_out,
    "pi-cross-crew-handoff": in_talk.a_crew_never_asks_for_a_password,
    "ex-link-query": in_talk.a_link_is_dropped_and_the_words_stay,
    "ex-memory-dump-request": in_talk.only_ones_own_memories_are_told,
    "pf-jinja-ssti": in_crew_text.a_template_in_crew_text_is_never_run,
    "pf-user-text-as-template": in_talk.text_of_a_user_is_no_template,
    "pf-yaml-bomb": in_crew_text.aliases_are_refused_at_once,
    "pf-yaml-surprises": in_crew_text.yaml_springs_no_surprise,
    "pf-regex-dos": in_crew_text.no_pattern_can_be_configured,
    "pf-log-injection": in_talk.no_words_of_a_user_reach_the_log,
    "pf-ssrf-set": below.no_trick_in_an_address_reaches_inside,
    "pf-webhook-response-bomb": below.an_answer_that_never_ends_is_let_go,
    "pf-fk-oracle": below.a_row_of_another_tenant_is_like_no_row,
    "ex-webhook-echo": below.an_address_says_that_it_wants_to_be_told,
    "pi-price-field": in_talk.a_price_is_a_number,
    "dos-dream-cost": in_talk.many_turns_start_few_dreams,
    "sf-hotline-suppression": in_talk.help_is_named_whatever_was_asked_for,
    "sf-followup-guilt": in_talk.a_message_that_pulls_is_not_sent,
}

_GATES = "tests/unit/test_attack_gates.py::test_with_its_guards_gone_an_attack_becomes_a_change"
_WORDS = "tests/unit/test_attack_words.py::"
_TALK = "tests/integration/test_attack_guards.py::test_a_case_fails_where_its_guard_is_gone"
_BELOW = "tests/integration/test_attack_guards_below.py::"
_REPLY = _WORDS + ("test_a_reply_under_attack_is_held_back_by_one_check_and_leaves_without_it")
_LOADER = _WORDS + "test_a_loader_that_is_not_strict_takes_what_ours_refuses"
_POLICY = _BELOW + "test_a_table_without_its_policy_shows_the_memories_of_all"
_TEAM = _BELOW + ("test_each_guard_of_a_team_is_all_that_stands_between_a_change_and_its_members")
_CONSOLE = _BELOW + ("test_a_form_of_another_page_acts_and_planted_words_run_where_nobody_looks")
# Where each case is played with its guard gone, and fails.
FAILS_UNGUARDED: Mapping[str, str] = {
    **dict.fromkeys((name for name, case in CASES.items() if case["scripted_proposer"]), _GATES),
    **dict.fromkeys(("mp-trojan-topic", "pi-cross-crew-handoff", "ex-link-query"), _REPLY),
    **dict.fromkeys(("pf-yaml-bomb", "pf-yaml-surprises", "pf-regex-dos"), _LOADER),
    **dict.fromkeys(("mp-recommendation", "pi-hidden-unicode-tags", "pi-price-field"), _TALK),
    **dict.fromkeys(("pf-user-text-as-template", "pf-log-injection", "dos-dream-cost"), _TALK),
    **dict.fromkeys(("tm-self-approve", "tm-private-promotion", "tm-removed-member"), _TEAM),
    **dict.fromkeys(("pf-console-xss", "pf-console-csrf"), _CONSOLE),
    "sf-hotline-suppression": _TALK,
    "ex-memory-dump-request": _POLICY,
    "mp-bait-and-switch": _WORDS
    + "test_a_change_that_was_switched_passes_where_nobody_compares_what_was_verified",
    "sf-followup-guilt": _WORDS
    + "test_a_message_that_pulls_is_stopped_by_the_rule_on_pulling_and_by_nothing_else",
    "pf-jinja-ssti": _WORDS + "test_a_template_engine_without_a_sandbox_tells_its_insides",
    "pi-knowledge-html-comment": _BELOW
    + "test_a_reader_of_all_that_is_written_learns_what_nobody_sees",
    "pf-ssrf-set": _BELOW + "test_a_client_that_trusts_the_names_it_is_given_is_led_inside",
    "pf-webhook-response-bomb": _BELOW
    + "test_a_reader_without_a_limit_waits_for_an_answer_that_never_ends",
    "ex-webhook-echo": _BELOW + "test_an_address_that_nobody_asked_is_told_what_is_not_its_own",
    "pf-fk-oracle": _BELOW + "test_a_key_without_its_tenant_takes_a_row_of_another",
    "pf-pool-leak": _BELOW
    + "test_a_tenant_that_is_set_for_more_than_a_transaction_is_left_in_the_pool",
}
