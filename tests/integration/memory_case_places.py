"""The public memory cases, and where each that a test of its own holds is held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case_talk import read_cases

CASES: Mapping[int, Mapping[str, Any]] = {
    each["n"]: each for each in read_cases("memory_cases.json")
}
# Cases that tests of their own hold: where they are.
HELD_BY: Mapping[int, tuple[str, ...]] = {
    11: ("tests/integration/test_backfill_evidence.py::"
         "test_older_talk_that_is_brought_in_later_does_not_override_the_newer_word",),
    21: ("tests/integration/test_dream_acceptance.py::"
         "test_case_21_what_two_crews_were_told_is_one_shared_line_for_both",),
    22: ("tests/integration/test_convergence.py::"
         "test_thirty_days_of_restating_and_correcting_leave_one_line_a_fact",),
    29: ("tests/integration/test_erase_words.py::test_nothing_is_left_in_any_place",
         "tests/integration/test_erase_memories.py::"
         "test_an_erased_memory_leaves_only_keyed_hashes"),
    30: ("tests/integration/test_erase_leaves_nothing.py::"
         "test_nothing_of_an_erased_user_is_left_and_everyone_else_stays_byte_for_byte",),
    34: ("tests/integration/test_erase_memories.py::"
         "test_an_erased_memory_does_not_come_back_by_itself_and_may_be_written_again",),
    43: ("tests/integration/test_dream_acceptance.py::"
         "test_case_43_a_full_memory_forces_nothing_out_and_says_that_it_is_full",),
    79: ("tests/integration/test_recall_quality.py::"
         "test_every_english_question_finds_the_korean_line",),
    81: ("tests/integration/test_whose_rows.py::"
         "test_a_tenant_reads_all_its_own_rows_and_no_others",
         "tests/e2e/test_http_access.py::test_what_one_tenant_has_is_not_there_for_another"),
    83: ("tests/e2e/test_http_problems.py::test_a_body_that_cannot_be_used_names_its_field",),
    90: ("tests/integration/test_fault_matrix_waiting.py::"
         "test_a_cut_off_answer_is_asked_for_half_of_the_lines_and_the_rest_waits",),
    99: ("tests/integration/test_index_vectors.py::"
         "test_vectors_of_another_model_are_never_compared_and_all_are_made_anew",),
    110: ("tests/integration/test_follow_ups_go_out.py::"
          "test_an_unasked_message_waits_while_the_user_is_talking",),
}  # fmt: skip
# Cases that no test here can decide.
NO_TEST: Mapping[int, str] = {
    23: "one claim in three languages is a model's judgement; the embedder decides no duplicates",
    113: "no sign-up of our own; the zone is a preference, and the house's until it is known",
}
