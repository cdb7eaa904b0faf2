#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The real window under a virtual display, clicked and typed at by xdotool through the UI map: a
# lesson to its end, a cell edited, every option switched, all undone, saved and opened again; what
# must not be lost (work); or an idle minute in which not one frame is drawn (rest, rest-in-edit).
# usage: window_test.sh PROGRAM work|rest|rest-in-edit [SECONDS OF REST]
set -euo pipefail
program=$1
scene=$2
idle=${3:-60}
# shellcheck source=tests/e2e/window.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/window.sh"

# Nothing touched, with and without a cell in edit: no frame, no processor time.
ticks() { awk '{ print $14 + $15 }' "/proc/$app/stat"; }
now() { echo "$(field window frames) frames, $(ticks) ticks"; }
stays_idle() {
  local before=''
  # First it comes to rest, however long that takes here.
  for _ in {1..60}; do
    [[ $(now) == "$before" ]] && break
    before=$(now)
    sleep 1
  done
  # On a busy machine what was begun may still end late, once; what a clock wakes comes every time.
  for _ in {1..3}; do
    before=$(now)
    sleep "$idle"
    if [[ $(now) == "$before" ]]; then
      echo "idle for $idle s: nothing drawn, no processor time"
      return
    fi
  done
  fail "an idle window went from $before to $(now)"
}
if [[ $scene != work ]]; then
  start
  if [[ $scene == rest-in-edit ]]; then
    to_numbers
    click stage/input/cell/0/0
    key F2
    wait_for stage/input/edit
  fi
  stays_idle
  exit
fi

start
wait_for welcome/title
lesson=$(grep -o '"id":"welcome/lesson/[^"]*' "$NORMSCOPE_UI_MAP" | head -n 1 | sed 's/"id":"//')
click "$lesson"
wait_for lesson/next
steps=$(field lesson/step text | sed 's/.* of //')
for ((step = 2; step <= steps; ++step)); do
  if ((step % 2 == 0)); then click lesson/next; else key Right; fi
  for _ in {1..600}; do
    [[ $(field lesson/step text) == *"step $step of $steps" ]] && break
    sleep 0.1
  done
  [[ $(field lesson/step text) == *"step $step of $steps" ]] || fail "step $step did not come"
done
wait_for lesson/go-on
wait_gone lesson/next
echo "lesson: stepped through all $steps steps"

# The steps of the operation, what a number is made from, and its formula down to the inputs.
steps_of_operation() {
  click stage/strip/mean
  expect stage/strip/mean selected true
  expect stage/step text "$1"
  key alt+Right
  expect stage/strip/centred selected true
  click stage/normalized/cell/0/3
  expect stage/normalized/cell/0/3 selected true
  expect stage/input/cell/0/0 mark source
  expect stage/input/cell/1/0 mark ''
  expect stage/mean/cell/0/0 mark source
  for _ in {1..600}; do
    [[ $(field stage/formula/link/1 text) == 5* ]] && break
    sleep 0.1
  done
  click stage/formula/link/1
  expect stage/mean/cell/0/0 selected true
  expect stage/normalized/cell/0/4 mark made
  key ctrl+u
  wait_for stage/unfold/0
  key Escape
  wait_gone stage/unfold/0
  key F11
  wait_gone menu/file
  key b
  wait_gone stage/input/cell/0/0
  key b
  wait_for stage/input/cell/0/0
  key Escape
  wait_for menu/file
}
# More often than there is anything to undo.
undo_all() {
  for _ in {1..60}; do
    xdotool key --clearmodifiers ctrl+z
    sleep 0.05
  done
}
undo_all
wait_for welcome/title
to_numbers
expect stage/mean/cell/0/0 text 5

steps_of_operation 'step 2 of 8'
echo "stage: steps, provenance, the formula's links, unfolding, presenting"

click stage/strip/normalized
click stage/input/cell/0/0
key F2
wait_for stage/input/edit
key ctrl+a
xdotool type --delay 25 '0.5*3'
key Return
expect stage/input/cell/0/0 text 1.5000
click inspector/eps/on
wait_gone stage/variance-plus-eps
click inspector/variance/1
expect inspector/variance/1 selected true
click inspector/gamma/on
wait_for stage/scaled/cell/0/0
click inspector/beta/on
wait_for stage/shifted/cell/0/0
read -r x y w h < <(place_of stage/input/cell/0/1 | sed 's/,/ /g')
at() { xdotool mousemove "$(awk -v a="$x" -v b="$w" -v c="$1" 'BEGIN { print int(a + b / 2 + c) }')" \
  "$(awk -v a="$y" -v b="$h" 'BEGIN { print int(a + b / 2) }')"; }
at 0
xdotool mousedown 1
for step in 10 20 30 40; do at "$step"; sleep 0.05; done
expect stage/input/cell/0/1 text 5.0500
key Escape
expect stage/input/cell/0/1 text 4.0000
xdotool mouseup 1
at 0
xdotool mousedown 1
for step in 10 20 30 40; do at "$step"; sleep 0.05; done
xdotool mouseup 1
expect stage/input/cell/0/1 text 5.0500
echo "edits: a cell by arithmetic, another dragged, eps, estimator, gamma, beta"

for digits in 9 4; do
  key ctrl+k
  wait_for find/field
  xdotool type --delay 25 "$digits dig"
  key Return
  wait_gone find/field
  expect stage/digits text "$digits digits"
done
echo "find: what is typed at once after Ctrl+K leads to an action"

key ctrl+s
type_path "$work/changed.json"
wait_gone dialog/path
[[ -s $work/changed.json ]] || fail "the session was not saved"

undo_all
expect stage/input/cell/0/0 text 2
expect stage/mean/cell/0/0 text 5
wait_gone stage/scaled
key ctrl+q
wait_for dialog/close/discard
click dialog/close/discard
wait_end() {
  for _ in {1..600}; do
    kill -0 "$app" 2>/dev/null || return 0
    sleep 0.1
  done
  fail "the program did not end"
}
wait_end
wait "$app" || fail "the program ended with status $?"

start "$work/changed.json"
expect stage/input/cell/0/0 text 1.5000
wait_for stage/shifted/cell/0/0
key ctrl+shift+s
type_path "$work/again.json"
wait_gone dialog/path
cmp "$work/changed.json" "$work/again.json" || fail "saved, opened and saved again, it differs"
echo "session: saved, opened and saved again to the same bytes"

# What takes the place of changes asks about them first; Escape leaves all as it was.
change() { click inspector/centring; }
expect_question() {
  wait_for dialog/close/save
  # The whole line: the question has quotes and commas.
  [[ $(line dialog/close/words) == *"$1"* ]] || fail "the question is '$(line dialog/close/words)'"
}
change
key ctrl+n
expect_question 'a new session begins'
key Escape
wait_gone dialog/close/save
expect stage/input/cell/0/0 text 1.5000
key ctrl+n
wait_for dialog/close/discard
click dialog/close/discard
wait_for welcome/title
to_numbers
expect stage/input/cell/0/0 text 2

change
click menu/help
click menu/help/start-page
click "$lesson"
expect_question 'before the lesson'
click dialog/close/cancel
wait_gone dialog/close/save
click menu/lesson
click "menu/lesson/open-${lesson#welcome/lesson/}"
expect_question 'before the lesson'
key Escape
wait_gone dialog/close/save
printf 'print(1)\n' >"$work/lecture.py"
key ctrl+o
type_path "$work/lecture.py"
expect_question 'lecture.py is opened'
key Escape
wait_gone dialog/close/save

# A file that fails leaves the changes, and undo.
echo 'no array' >"$work/broken.npy"
key ctrl+o
type_path "$work/broken.npy"
wait_for dialog/complaint
leave_path
to_numbers
expect inspector/centring checked false

# Enter saves, under a name that gets its ending, and then the file is opened: a session without one.
cp "$work/changed.json" "$work/sess1"
key ctrl+o
type_path "$work/sess1"
expect_question 'sess1 is opened'
key Return
type_path "$work/kept"
expect stage/input/cell/0/0 text 1.5000
wait_gone dialog/path
[[ -s $work/kept.json ]] || fail "the changes were not saved"

# A file of another session is not replaced unasked: Return is the safe answer.
kept=$(<"$work/kept.json")
key ctrl+shift+s
type_path "$work/kept"
wait_for dialog/replace/accept
key Return
wait_gone dialog/replace/accept
wait_for dialog/path
leave_path
[[ $(<"$work/kept.json") == "$kept" ]] || fail "a file was replaced unasked"

# An array under another name is one.
printf '0,1\n1,0\n' >"$work/numbers.csv"
"$program" compute softmax --input "$work/numbers.csv" --output "$work/numbers.npy"
mv "$work/numbers.npy" "$work/numbers.json"
key ctrl+o
type_path "$work/numbers.json"
expect stage/input/cell/0/0 text 0.2689
echo "nothing lost: new, lesson, notebook, failing and renamed files, save as"

# What a preset returns is seen, and goes with its kind.
click inspector/preset
click inspector/preset/8
expect inspector/returned text input
wait_gone stage/normalized
click inspector/kind
click inspector/kind/4
wait_for stage/normalized/cell/0/0
wait_gone inspector/returned
key ctrl+z
key ctrl+z
echo "options: what a preset returns goes with its kind"

# A file that cannot be opened is said in the window, for who clicked it on the desktop, and at the end.
kill "$app"
wait "$app" 2>/dev/null || true
rm -rf "$XDG_STATE_HOME"
start "$work/broken.npy"
wait_for status/trouble
[[ $(line status/trouble) == *broken.npy* ]] || fail "$(line status/trouble)"
to_numbers
expect stage/input/cell/0/0 text 2
key ctrl+q
wait_end
status=0
wait "$app" || status=$?
[[ $status == 1 && $(<"$work/err") == normscope:*broken.npy:* ]] || fail "it ended with status $status"
echo "start: a file that cannot be opened is said in the window"

echo "all passed"
