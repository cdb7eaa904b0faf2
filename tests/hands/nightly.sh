#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What takes a night: sanitizers over the tests, each call of the system that fails, hostile files
# within a bound of memory, random hands without a screen and at the real window, windows that are
# killed in use, fuzzing. usage: ./dev nightly [PART...]; a whole report is in build/nightly. The
# size of a part can be set in the environment, for a try.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
preset=${NORMSCOPE_PRESET:-release}
tests=$root/build/$preset/tests
reports=$root/build/nightly
all='asan tsan faults hostile hands window kills fuzz'
# The tests of what runs on several threads. Those of Mesa's drivers are not ours: no gpu is here.
threaded='^(base|compute|kernels|results|workspace|open_save|desktop|cells|notebook_client|application)$'

hostile='^(text|io|growth|long_texts|lessons|open_save|notebook_client|notebook_kernel|notebook_protocol|notebook_ipynb)$'

run_part() {
  case $1 in
    asan) NORMSCOPE_PRESET=asan "$root/dev" test ;;
    # This sanitizer keeps a signal until a call that it sees: an endless loop of Python makes none,
    # and cannot be stopped.
    tsan)
      GTEST_FILTER='-CellsTest.ARunningCellIs*' NORMSCOPE_PRESET=tsan \
        "$root/dev" test -R "$threaded"
      ;;
    fuzz) "$root/dev" fuzz "${NORMSCOPE_NIGHTLY_SECONDS:-600}" ;;
    *)
      # Builds the tests, and runs none.
      "$root/dev" test -N >/dev/null && run_program "$1"
      ;;
  esac
}

run_program() {
  local seed
  seed=$(date +%Y%m%d)
  case $1 in
    # The tests of a stranger's files and answers, in 4 GiB of addresses; then the files in full.
    hostile)
      (
        ulimit -v "$((4 << 20))"
        ctest --test-dir "$root/build/$preset" --output-on-failure -R "$hostile"
        "$tests/e2e/normscope_test_e2e" --gtest_filter='Ending*:Run*:Confinement*'
      )
      python3 "$root/tests/hands/hostile_files.py" "$root/build/$preset/normscope"
      ;;
    faults) "$tests/faults/normscope_faults" --stride "${NORMSCOPE_NIGHTLY_STRIDE:-1}" ;;
    hands)
      "$tests/hands/normscope_hands" --seed "$seed" \
        --actions "${NORMSCOPE_NIGHTLY_ACTIONS:-100000}" --curve "$reports/memory.txt" \
        --log "$reports/actions.txt"
      ;;
    window)
      "$root/tests/e2e/with_display.sh" "$tests/hands/normscope_hands" --seed "$seed" \
        --program "$root/build/$preset/normscope" --curve "$reports/window-memory.txt" \
        --actions "${NORMSCOPE_NIGHTLY_WINDOW:-100000}" --log "$reports/window-actions.txt"
      ;;
    kills)
      "$root/tests/e2e/with_display.sh" "$tests/hands/normscope_kills" --seed "$seed" \
        --program "$root/build/$preset/normscope" --kills "${NORMSCOPE_NIGHTLY_KILLS:-500}"
      ;;
  esac
}

# shellcheck disable=SC2086  # a list of words
(($#)) || set -- $all
for part in "$@"; do
  [[ " $all " == *" $part "* ]] || {
    echo "the night has no part '$part'; there are $all" >&2
    exit 2
  }
done

mkdir -p "$reports"
status=0
# Every part runs, also after one that failed.
for part in "$@"; do
  report=$reports/$part.log
  if (run_part "$part") >"$report" 2>&1; then
    printf '%s: %s\n' "$part" "$(tail -n 1 "$report")"
  else
    status=1
    tail -n 40 "$report"
    printf '%s: failed; the whole report is in %s\n' "$part" "$report"
  fi
done
exit "$status"
