#!/bin/sh
# Writes requirements.lock anew from pyproject.toml: pinned names, versions and hashes only.
set -eu
.venv/bin/python -m piptools compile --quiet --extra dev --generate-hashes --allow-unsafe \
  --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header \
  --output-file requirements.lock pyproject.toml
