#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No crash takes more than the last second: the real window is killed while it has unsaved changes, or
# loses its display, and the next start offers them. Two windows never write one session, what
# another program writes is not written over unasked, and a clean end leaves nothing behind.
# usage: crash_test.sh PROGRAM
set -euo pipefail
program=$1
# shellcheck source=tests/e2e/window.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/window.sh"

kept=$XDG_STATE_HOME/normscope/sessions
locks=$XDG_STATE_HOME/normscope/locks
count_kept() { find "$kept" -name '*.session' 2>/dev/null | wc -l; }
# wait_kept N: within a minute so many sessions are kept.
wait_kept() {
  for _ in {1..600}; do
    [[ $(count_kept) == "$1" ]] && return
    sleep 0.1
  done
  fail "$(count_kept) sessions are kept, expected $1"
}
crash() {
  kill -KILL "$app"
  wait "$app" 2>/dev/null || true
}
quit() {
  key ctrl+q
  if [[ ${1:-} == discard ]]; then click dialog/close/discard; fi
  for _ in {1..600}; do
    kill -0 "$app" 2>/dev/null || break
    sleep 0.1
  done
  wait "$app" || fail "the program ended with status $?"
}
quit_by_signal() {
  kill -"$1" "$app"
  for _ in {1..600}; do
    kill -0 "$app" 2>/dev/null || break
    sleep 0.1
  done
  wait "$app" || fail "by $1 the program ended with status $?"
}
leaves_nothing() {
  [[ -z $(find "$kept" "$locks" -type f 2>/dev/null) ]] ||
    fail "left behind: $(find "$kept" "$locks" -type f)"
}
edit() {
  to_numbers
  click stage/input/cell/0/0
  key F2
  wait_for stage/input/edit
  key ctrl+a
  xdotool type --delay 25 "$1"
  key Return
  expect stage/input/cell/0/0 text "$2"
}

# An edit is kept within a second, and comes back after the program was killed.
start
edit 1.5 1.5000
sleep 1
crash
start
wait_for dialog/restore/words
[[ $(line dialog/restore/0/holds) == *LayerNorm* ]] || fail "$(line dialog/restore/0/holds)"
click dialog/restore/0/accept
expect stage/input/cell/0/0 text 1.5000
# Killed again and again, it stays one session with the newest numbers.
edit 2.5 2.5000
sleep 1
crash
start
wait_for dialog/restore/words
[[ -z $(line dialog/restore/1/name) ]] || fail "one session became two"
click dialog/restore/0/accept
expect stage/input/cell/0/0 text 2.5000
key ctrl+s
type_path "$work/s.json"
wait_gone dialog/path
wait_kept 0
quit
leaves_nothing
echo "crash: killed twice, restored twice, saved"

# Discarded changes are gone; a clean end without saving leaves nothing either.
start
edit 3 3
wait_kept 1
crash
start
wait_for dialog/restore/words
click dialog/restore/0/discard
expect dialog/restore/0/discard text Keep
click dialog/restore/later
wait_kept 0
edit 4.5 4.5000
wait_kept 1
quit discard
leaves_nothing
start
wait_for welcome/title
[[ -z $(line dialog/restore/words) ]] || fail "something is offered after a clean end"
quit
echo "clean ends: nothing is left, nothing is offered"

# A second window that opens the same session gets a copy.
start "$work/s.json"
first=$app
first_map=$NORMSCOPE_UI_MAP
export NORMSCOPE_UI_MAP=$work/second.jsonl
start "$work/s.json"
wait_for status/trouble
[[ $(line status/trouble) == *"s.json is open in another window of Normscope (process $first"* ]] ||
  fail "the second window says '$(line status/trouble)'"
key ctrl+s
wait_for dialog/path
leave_path
quit
app=$first
export NORMSCOPE_UI_MAP=$first_map
# The first one is killed: its lock ends with it.
crash
start "$work/s.json"
expect stage/input/cell/0/0 text 2.5000
[[ -z $(line status/trouble) ]] || fail "'$(line status/trouble)'"
echo "two windows: the second has a copy, and a killed one holds no lock"

# The file is changed by another program while it is open.
sed -i 's/"epsilon": [^,]*/"epsilon": 0.25/' "$work/s.json"
wait_for status/reload
key ctrl+s
wait_for dialog/replace/accept
key Escape
wait_gone dialog/replace/accept
wait_for dialog/path
leave_path
grep -q '"epsilon": 0.25' "$work/s.json" || fail "the other program's change was written over"
click status/reload
wait_gone status/reload
quit
leaves_nothing
echo "another program: noticed, asked, reloaded"

# The display goes away under the window: it says so, and its changes come back.
start
edit 5.5 5.5000
wait_kept 1
kill -KILL "$server"
wait "$server" 2>/dev/null || true
status=0
wait "$app" || status=$?
[[ $status == 1 ]] || fail "without its display the program ended with status $status"
grep -q 'the display is gone. Unsaved changes are kept' "$work/err" || fail "not a word of it"
start_server
start
wait_for dialog/restore/words
click dialog/restore/0/accept
expect stage/input/cell/0/0 text 5.5000
quit discard
leaves_nothing
echo "display: gone, restored"

# Signals end the window at once, in the middle of a cell: changes come back, the cells' folder goes.
export TMPDIR=$work/temporary
mkdir "$TMPDIR"
for signal in TERM HUP; do
  start
  edit 6.5 6.5000
  wait_kept 1
  quit_by_signal "$signal"
  start
  wait_for dialog/restore/words
  click dialog/restore/0/accept
  expect stage/input/cell/0/0 text 6.5000
  quit discard
  printf 'name = "%s"\nwhile True: pass\n' "$signal" >"$work/$signal.py"
  start "$work/$signal.py"
  click lesson/run
  for _ in {1..600}; do
    [[ -z $(find "$TMPDIR" -mindepth 1) ]] || break
    sleep 0.1
  done
  [[ -n $(find "$TMPDIR" -mindepth 1) ]] || fail "no cell ran"
  quit_by_signal "$signal"
  [[ -z $(find "$TMPDIR" -mindepth 1) ]] || fail "left behind: $(find "$TMPDIR" -mindepth 1)"
done
unset TMPDIR
leaves_nothing
echo "signals: ended, restored, no folder left"

# The window comes back as large as it was.
start
xdotool windowsize "$(xdotool search --pid "$app" | tail -n 1)" 900 700
for _ in {1..600}; do
  [[ $(line window) == *900*700* ]] && break
  sleep 0.1
done
quit
rm -f "$NORMSCOPE_UI_MAP"
"$program" 2>"$work/err" &
app=$!
wait_for welcome/title
eval "$(xdotool getwindowgeometry --shell "$(xdotool search --pid "$app" | tail -n 1)")"
[[ $WIDTH == 900 && $HEIGHT == 700 ]] || fail "the window is $WIDTH x $HEIGHT"
quit
echo "placement: as it was"

echo "all passed"
