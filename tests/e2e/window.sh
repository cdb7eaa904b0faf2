# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The real window under a virtual display of its own, driven by xdotool through the UI map: functions
# for scripts that source this file with $program set. It makes a folder $work, which goes with the
# script, and exits with status 77 where a tool is missing.
: "${program:?}"
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || {
    echo "skipped: this needs $tool (Debian: xvfb, xdotool)" >&2
    exit 77
  }
done

work=$(mktemp -d)
# A program that was told to end still writes for a moment: the folder goes after it.
cleanup() {
  local process
  for process in ${app:-} ${server:-}; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap cleanup EXIT

# The server picks a display that is free, and says which; where two begin at once one of them can
# lose it again, and the next try takes another. It must not begin anew when its last client goes:
# for a moment it would take no other.
start_server() {
  for _ in {1..5}; do
    : >"$work/display"
    Xvfb -displayfd 3 -screen 0 2600x1900x24 -nolisten tcp -noreset 3>"$work/display" >/dev/null 2>&1 &
    server=$!
    for _ in {1..600}; do
      DISPLAY=:$(<"$work/display")
      export DISPLAY
      if [[ $DISPLAY != : ]] && xdotool getdisplaygeometry >/dev/null 2>&1; then return; fi
      kill -0 "$server" 2>/dev/null || break
      sleep 0.1
    done
    kill "$server" 2>/dev/null || true
  done
  echo "failed: no virtual display came" >&2
  exit 1
}
start_server
# What the user chose and answered is neither read nor changed.
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
export NORMSCOPE_UI_MAP=$work/map.jsonl NORMSCOPE_SCALE=1 LIBGL_ALWAYS_SOFTWARE=1

fail() {
  printf 'failed: %s\n' "$*" >&2
  [[ -f $work/err ]] && cat "$work/err" >&2
  exit 1
}

# start [FILE]: the program with its window, as large as $window_size.
window_size='1500 1850'
start() {
  rm -f "$NORMSCOPE_UI_MAP"
  "$program" "$@" 2>"$work/err" &
  app=$!
  window=''
  for _ in {1..600}; do
    window=$(xdotool search --pid "$app" 2>/dev/null | tail -n 1 || true)
    [[ -n $window && -s $NORMSCOPE_UI_MAP ]] && break
    sleep 0.1
  done
  [[ -n $window ]] || fail "no window came"
  # shellcheck disable=SC2086  # two numbers
  xdotool windowmove "$window" 0 0 windowsize "$window" $window_size windowfocus "$window"
  wait_for menu/file
}
# Leaves the start page, where it is open, for the numbers.
to_numbers() {
  [[ -z $(line welcome/numbers) ]] || click welcome/numbers
  wait_for stage/input/cell/0/0
}

# The line of a widget, or nothing.
line() { grep -F "\"id\":\"$1\"," "$NORMSCOPE_UI_MAP" 2>/dev/null | head -n 1 || true; }
field() { line "$1" | sed -n "s/.*\"$2\":\"\\{0,1\\}\\([^\",}]*\\).*/\\1/p"; }

wait_for() {
  for _ in {1..600}; do
    [[ -n $(line "$1") ]] && return
    sleep 0.1
  done
  fail "no widget $1 came"
}
wait_gone() {
  for _ in {1..600}; do
    [[ -z $(line "$1") ]] && return
    sleep 0.1
  done
  fail "the widget $1 stayed"
}
# expect ID FIELD VALUE: within a minute the field of the widget has this value.
expect() {
  for _ in {1..600}; do
    [[ $(field "$1" "$2") == "$3" ]] && return
    sleep 0.1
  done
  fail "$1 has $2 '$(field "$1" "$2")', expected '$3'"
}

# Where a widget is, once it is in sight and has stood still for a moment.
place_of() {
  local before='' now
  for _ in {1..600}; do
    now=$(line "$1")
    if [[ $now == *'"visible":true'* && $now =~ \"rect\":\[([^]]*)\] ]]; then
      now=${BASH_REMATCH[1]}
    else
      now=''
    fi
    if [[ -n $now && $now == "$before" ]]; then
      echo "$now"
      return
    fi
    before=$now
    sleep 0.1
  done
  fail "the widget $1 is not in sight"
}

# The pointer goes there again where the widget has moved by the frame that follows: a dialog has its
# place a frame after its contents, and on a busy machine a frame takes long.
point_at() {
  local rect frames x y w h
  for _ in {1..5}; do
    rect=$(place_of "$1")
    frames=$(field window frames)
    IFS=, read -r x y w h <<<"$rect"
    LC_ALL=C xdotool mousemove "$(awk "BEGIN { printf \"%d\", $x + $w / 2 }")" \
      "$(awk "BEGIN { printf \"%d\", $y + $h / 2 }")"
    for _ in {1..10}; do
      sleep 0.1
      [[ $(field window frames) != "$frames" ]] && break
    done
    [[ $(line "$1") == *"\"rect\":[$rect]"* ]] && break
  done
}
# click ID: returns when a frame has seen the click, so that the pointer does not leave before.
click() {
  local frames
  point_at "$1"
  frames=$(field window frames)
  xdotool click 1
  for _ in {1..50}; do
    sleep 0.1
    [[ $(field window frames) != "$frames" ]] && break
  done
  sleep 0.15
}
key() {
  xdotool key --clearmodifiers "$@"
  sleep 0.2
}

# Types a path into the dialog and looks at it before Return, as a person does: on a busy machine the
# field may not have been ready for the first keys.
type_path() {
  wait_for dialog/path
  for _ in {1..10}; do
    key ctrl+a
    xdotool type --delay 15 "$1"
    for _ in {1..30}; do
      if [[ $(field dialog/path text) == "$1" ]]; then
        key Return
        return
      fi
      sleep 0.1
    done
  done
  fail "the path typed became '$(field dialog/path text)', expected '$1'"
}

# Escape leaves the field, and then the dialog; on a busy machine two at once may arrive as one.
leave_path() {
  for _ in {1..60}; do
    key Escape
    for _ in {1..10}; do
      [[ -z $(line dialog/path) ]] && return
      sleep 0.1
    done
  done
  fail "the dialog stayed"
}
