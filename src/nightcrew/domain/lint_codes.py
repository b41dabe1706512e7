"""The stable numbers of lint rules: a family a number, so that a note or a filter stays true."""

from __future__ import annotations

from collections.abc import Mapping

_FAMILIES: Mapping[str, str] = {
    "C001": "unknown_key misplaced_key",
    "C002": "wrong_type unquoted_time empty_value unknown_value unknown_schema bad_id bad_date "
    "no_such_day bad_time bad_number bad_locale bad_file_name unknown_time_zone too_many "
    "repeated_entry one_of_two",
    "C003": "duplicate_key",
    "C004": "unknown_tool",
    "C005": "dangling_category dangling_playbook dangling_skill playbook_of_another_crew "
    "unknown_collection",
    "C006": "missing_key file_missing folder_missing id_is_not_file_name wrong_extension",
    "C007": "not_yaml several_documents alias tag bad_key too_deep not_utf8 hidden_character "
    "too_large empty_file unreadable merge_marks",
    "C008": "no_front_matter unknown_heading half_heading repeated_heading text_outside_list "
    "nested_item empty_item no_heading no_instruction empty_skill",
    "C009": "bad_anchor half_anchor duplicate_anchor missing_anchor",
    "C010": "guide_too_long",
    "C011": "guide_never_says_when skill_never_says_when",
    "C012": "favour_without_not_when",
    "C013": "override_equals_default",
    "C014": "same_text_in_many_crews said_twice",
    "C015": "too_long",
    "C016": "knowledge_unsaid",
    "C017": "trailing_space",
    "C018": "cut_by_comment curly_quotes",
    "C020": "always_against_never examples_disagree lean_against_guide",
    "C021": "unknown_ability markup code_words",
    "C022": "quotes_memory",
    "C023": "hour_in_follow_up",
    "C024": "house_rule_repeated",
    "C025": "always_sends",
    "C030": "quiet_all_day",
    "C031": "repeats_without_end",
    "C040": "unknown_placeholder half_placeholder",
    "C050": "no_story_covers",
    "C051": "unused_playbook unused_skill unused_category unused_collection unused_line",
    "C060": "search_favoured_in_care",
    "C061": "unreviewed",
    "C062": "review_old review_ahead",
    "C070": "safety_changed",
}
CODES: Mapping[str, str] = {
    kind: code for code, kinds in _FAMILIES.items() for kind in kinds.split()
}
OF_STORIES = "S001"  # what is wrong with a story has its own words and one number


def code_of(kind: str) -> str:
    """The number of a kind of problem."""
    return CODES.get(kind, OF_STORIES)
