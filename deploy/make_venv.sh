#!/bin/sh
# Makes .venv from the lock: pinned versions and hashes, from whatever index pip is set up with.
set -eu

python="$1"

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  for other in python3.13 python3.12 python3.11; do
    if command -v "$other" >/dev/null 2>&1; then python="$other"; break; fi
  done
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "nightcrew needs Python 3.11 or later; set PYTHON=/path/to/python and run make again" >&2
  exit 2
fi

echo "setup: making .venv with $("$python" --version)"
"$python" -m venv .venv
echo "setup: installing the locked packages (about 650 MB, a minute or two)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
# A machine that keeps no bytecode of what it runs would read every file anew at each start: 0.8 s of CPU.
.venv/bin/python -m compileall -q src
echo "setup: done"
