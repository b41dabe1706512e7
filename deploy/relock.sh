#!/bin/sh
# Writes requirements.lock anew from pyproject.toml, and the lock of semgrep, which stands alone: pinned
# names, versions and hashes only.
set -eu
lock() {
  .venv/bin/python -m piptools compile --quiet --generate-hashes --allow-unsafe \
    --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header "$@"
}
lock --extra dev --output-file requirements.lock pyproject.toml
echo "semgrep==1.185.0" | lock --output-file deploy/semgrep.lock -
