#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a program under a virtual display of its own, with software rendering. usage: with_display.sh
# PROGRAM [ARGUMENTS]
set -euo pipefail
command -v Xvfb >/dev/null || {
  echo "skipped: this test needs Xvfb (Debian: xvfb)" >&2
  exit 77
}
# The server picks a free display and prints its number once it accepts clients.
exec {answer}< <(exec Xvfb -displayfd 1 -screen 0 1920x1200x24 -nolisten tcp -noreset 2>/dev/null)
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
read -r number <&"$answer" || {
  echo "failed: no virtual display came" >&2
  exit 1
}
DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1 "$@"
