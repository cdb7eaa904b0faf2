#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The completion for bash offers what --help lists, for every command; values; and files by kind.
# usage: completion_test.sh PROGRAM COMPLETION
set -euo pipefail
program=$1
library=/usr/share/bash-completion/bash_completion
[[ -f $library ]] || {
  echo "skipped: this test needs bash-completion" >&2
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set +eu
# shellcheck source=/dev/null
source "$library"
# shellcheck source=/dev/null
source "$2" || exit 1
set -u

failures=0
checks=0
# offers WANTED WORD...: the words that complete the last WORD are these, sorted, one blank between.
offers() {
  local wanted=$1
  shift
  COMP_WORDS=("$program" "$@")
  COMP_CWORD=$#
  COMP_LINE="${COMP_WORDS[*]}"
  COMP_POINT=${#COMP_LINE}
  COMPREPLY=()
  _normscope
  local offered
  offered=$(printf '%s\n' "${COMPREPLY[@]}" | sort | xargs)
  wanted=$(tr ' ' '\n' <<<"$wanted" | sort | xargs)
  checks=$((checks + 1))
  if [[ $offered != "$wanted" ]]; then
    printf 'failed: "%s" is completed by "%s", expected "%s"\n' "$*" "$offered" "$wanted" >&2
    failures=$((failures + 1))
  fi
}

# The options of every command, down to the last: as the help text shows them.
every_command() {
  local help options inner
  help=$("$program" "$@" --help)
  options=$(sed -n '/^Options:/,/^$/s/^  \(-[a-z],\)\?\(--[a-z-]*\).*/\2/p' <<<"$help")
  [[ $options == *--help* ]] || failures=$((failures + 1))
  offers "$options" "$@" --
  while read -r inner; do
    if [[ -n $inner ]]; then every_command "$@" "$inner"; fi
  done < <(sed -n '/^Subcommands:/,/^$/s/^  \([a-z0-9-]\{1,\}\).*/\1/p' <<<"$help")
}
every_command
commands=$checks
((commands > 15)) || failures=$((failures + 1))

cd "$work" || exit 1
touch x.npy notes.txt lecture.ipynb script.py lesson.md session.json figure.svg other.o
printf '0,1\n1,0\n' >x.csv
offers 'layer-norm' compute la
offers 'list check try' lessons ''
offers 'compute compare' help comp
offers 'layer-norm' help compute la
offers 'auto cpu gpu reference' compute softmax --device ''
offers 'biased' compute layer-norm --variance b
offers 'max-subtracted naive online' compute softmax --algorithm ''
offers 'two-pass one-pass welford max-subtracted naive online' verify x.csv --algorithm ''
offers 'softmax' export x.csv --operation so
offers '' compute layer-norm --eps ''
offers 'x.npy x.csv notes.txt' compute layer-norm --input ''
offers 'lecture.ipynb script.py lesson.md' run ''
offers 'lesson.md' lessons check ''
offers 'figure.svg x.csv' export x.csv --output ''
offers "$("$program" export x.csv --list | awk '{ print $1 }' | xargs)" export x.csv --figure ''
offers 'distribution' export x.csv --figure dist
offers 'x.npy x.csv notes.txt lecture.ipynb script.py lesson.md session.json figure.svg' verify ''

((failures == 0)) || exit 1
echo "$commands commands, $((checks - commands)) values and files: all as in --help"
