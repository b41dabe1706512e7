"""What the model library loads with itself, and what only when it is asked for."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: in this one another test may have asked for it.
LOADED_ALONE = """
import sys
from nightcrew.adapters.litellm_library import load_litellm

load_litellm()
tokenizer = sys.modules["litellm.main"].encoding
print("litellm.litellm_core_utils.default_encoding" in sys.modules)
print(tokenizer.decode(tokenizer.encode("sea")))
print("litellm.litellm_core_utils.default_encoding" in sys.modules)
"""


def test_a_tokenizer_of_45_mb_is_loaded_by_the_first_call_that_counts_and_by_no_other() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED_ALONE], capture_output=True, text=True, check=True
    )

    assert ran.stdout.split() == ["False", "sea", "True"]
