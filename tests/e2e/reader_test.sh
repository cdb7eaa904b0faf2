#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The window as a screen reader has it: the real program under a virtual display and a session bus of
# its own, read and worked by pyatspi alone (reader.py). usage: reader_test.sh PROGRAM
set -euo pipefail
program=$1
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
if ! command -v dbus-run-session >/dev/null || [[ ! -x /usr/libexec/at-spi-bus-launcher ]] ||
  ! /usr/bin/python3 -c 'import pyatspi' 2>/dev/null; then
  echo "skipped: this needs dbus-run-session, at-spi2-core and pyatspi (Debian: dbus-daemon, at-spi2-core, python3-pyatspi)" >&2
  exit 77
fi
# shellcheck source=tests/e2e/window.sh
source "$here/window.sh"
unset NORMSCOPE_UI_MAP # the tree is there for the reader alone
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
timeout 1500 dbus-run-session -- /usr/bin/python3 "$here/reader.py" "$program" "$work"
