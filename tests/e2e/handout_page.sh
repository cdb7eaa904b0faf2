#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: handout_page.sh NORMSCOPE LESSONS: the pages of all lessons in Debian's Chromium, where it is
# installed with its driver.
set -eu
for program in chromium chromedriver python3; do
  if ! command -v "$program" >/dev/null; then
    echo "skipped: there is no $program here (packages chromium, chromium-driver, python3)"
    exit 77
  fi
done
exec python3 "$(dirname "$0")/handout_page.py" "$1" "$(command -v chromedriver)" "$2"/*.md
