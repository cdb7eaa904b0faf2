#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Operations on arrays of 10^6 and 10^7 elements: `normscope run` beside Debian's python3 with
# PyTorch, in turns in one run. Prints a table with the medians over the turns and the ratio; a row
# whose digits differ ends in "digits differ", and then the script fails.
# usage: torch_operations.sh PROGRAM [TURNS=3]
set -euo pipefail
program=$(realpath "$1")
turns=${2:-3}
script=$(realpath "$(dirname -- "$0")/torch_operations.py")
/usr/bin/python3 -c 'import torch' 2>/dev/null || {
  echo "skipped: this comparison needs python3-torch" >&2
  exit 77
}
export LC_ALL=C OMP_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((turn = 0; turn < turns; ++turn)); do
  "$program" run "$script" >>"$work/ours"
  /usr/bin/python3 "$script" >>"$work/theirs"
done

awk -F'|' '
  function median(list, count, values, i, j, held) {
    split(list, values, " ")
    for (i = 2; i <= count; ++i)
      for (j = i; j > 1 && values[j] + 0 < values[j - 1] + 0; --j) {
        held = values[j]; values[j] = values[j - 1]; values[j - 1] = held
      }
    return values[int((count + 1) / 2)]
  }
  FNR == 1 { ++program }
  {
    times[program, $1, $2] = times[program, $1, $2] " " $3
    if (program == 1) {
      if (!(($1, $2) in sums)) rows[++count] = $1 SUBSEP $2
      sums[$1, $2] = $4
    } else if (sums[$1, $2] != $4) {
      differs[$1, $2] = 1
    }
  }
  END {
    print "| operation | elements | ours, ms | PyTorch, ms | ratio |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= count; ++i) {
      split(rows[i], row, SUBSEP)
      a = median(times[1, row[1], row[2]], turns)
      b = median(times[2, row[1], row[2]], turns)
      wrong = (row[1], row[2]) in differs
      failed = failed || wrong
      printf "| %s | 10^%d | %.2f | %.2f | %.2f |%s\n", row[1], length(row[2]) - 1, a * 1e3,
             b * 1e3, a / b, wrong ? " digits differ" : ""
    }
    exit failed
  }' turns="$turns" "$work/ours" "$work/theirs"
