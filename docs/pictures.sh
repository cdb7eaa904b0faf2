#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the pictures of the guide again, with the real window under a virtual display. usage:
# docs/pictures.sh [PROGRAM] [FOLDER]
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/normscope}
folder=${2:-$root/docs/pictures}
# shellcheck source=tests/e2e/window.sh
source "$root/tests/e2e/window.sh"
window_size='1280 800'
mkdir -p "$folder"

# picture NAME: the window once it has drawn what was asked for, in 256 colours.
picture() {
  local frames=''
  until [[ $(field window frames) == "$frames" ]]; do
    frames=$(field window frames)
    sleep 1.5
  done
  import -window "$window" "$work/$1.png"
  convert "$work/$1.png" +dither -colors 256 -strip "PNG8:$folder/$1.png"
  echo "$folder/$1.png"
}
away() { xdotool mousemove 1270 60; }
# The program's end; what it kept of unsaved changes is not offered to the next one.
close() {
  kill "$app"
  wait "$app" || true
  rm -rf "$XDG_STATE_HOME"
}
# go_to STEP: on in a lesson, to this step of it.
go_to() {
  local step
  wait_for lesson/next
  for ((step = 2; step <= $1; ++step)); do
    until [[ $(field lesson/step text) == *" step $step of "* ]]; do click lesson/next; done
  done
}

start
away
picture start
close

# The readme's picture, too.
window_size='1440 900'
start
click "$(grep -o '"id":"welcome/lesson/[^"]*' "$NORMSCOPE_UI_MAP" | sed 's/"id":"//;2q;d')"
go_to 5
away
picture sheet
close

window_size='1280 800'
start
click welcome/numbers
wait_for stage/input/cell/0/0
click stage/normalized/cell/0/3
key ctrl+u
wait_for stage/unfold/0
away
picture unfold
key Escape
click stage/input/cell/0/0
key F2
wait_for stage/input/edit
key ctrl+a
xdotool type --delay 25 '0.5*3'
away
picture edit
key Escape
click menu/view
click menu/view/variants
away
picture variants
click menu/view
click menu/view/variants
click inspector/compare
click inspector/compare/7
key F3
away
picture compare
key ctrl+e
wait_for export/accept
away
picture export
close

start "$root/assets/lessons/03-spot-the-bug.md"
wait_for lesson/next
away
picture lesson
close

start "$root/tests/data/notebook_checks/lecture.ipynb"
wait_for lesson/run
click lesson/run
go_to 4
wait_for stage/notebook/compare
away
picture notebook
close

awk 'BEGIN { srand(7); for (i = 0; i < 200; ++i) { for (j = 0; j < 400; ++j)
  printf "%s%.4f", j ? "," : "", sin(i / 20) * cos(j / 30) + rand(); print "" } }' >"$work/wide.csv"
start "$work/wide.csv"
away
picture large
close
