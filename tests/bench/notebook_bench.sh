#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whole processes, in turns in one run: `normscope run` beside Debian's python3 (with PyTorch where
# a script imports it). Prints the median of each and the ratio: of every tutorial of
# tests/data/notebooks, from the process's start to its last line, and of a million additions of
# ints, at module level and in a function, less what an empty script takes.
# usage: notebook_bench.sh PROGRAM [RUNS=5]
set -euo pipefail
program=$(realpath "$1")
runs=${2:-5}
scripts=$(realpath "$(dirname -- "$0")/../data/notebooks/tutorials")
/usr/bin/python3 -c 'import torch' 2>/dev/null || {
  echo "skipped: this comparison needs python3-torch" >&2
  exit 77
}
export LC_ALL=C OMP_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

: >empty.py
cat >module.py <<'END'
total = 0
for i in range(1000000):
    total = total + i
print(total)
END
cat >function.py <<'END'
def add(n):
    total = 0
    for i in range(n):
        total += i
    return total


print(add(1000000))
END

# A tutorial may end in an error on purpose: what it prints is compared, its status is not.
seconds() {
  local start end
  start=$(date +%s%N)
  "$@" >printed 2>/dev/null || true
  end=$(date +%s%N)
  echo $((end - start))
}
median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }

# Sets a and b to the medians of the two programs' nanoseconds for a script.
measure() {
  local ours=() theirs=() run
  for ((run = 0; run < runs; ++run)); do
    ours+=("$(seconds "$program" run "$1")")
    mv printed printed_by_us
    theirs+=("$(seconds /usr/bin/python3 "$1")")
    cmp -s printed printed_by_us || {
      echo "$1: the two print differently" >&2
      exit 1
    }
  done
  a=$(printf '%s\n' "${ours[@]}" | median)
  b=$(printf '%s\n' "${theirs[@]}" | median)
}

for script in "$scripts"/*.py; do
  measure "$script"
  awk -v name="$(basename "$script")" -v a="$a" -v b="$b" 'BEGIN {
    printf "%s: normscope %.0f ms, python3 %.0f ms, ratio 1/%.0f\n", name, a / 1e6, b / 1e6, b / a }'
  echo "$a $b" >>tutorials
done
awk '{ ratio = $2 / $1; ours += $1; theirs += $2; if (!least || ratio < least) least = ratio }
  END { printf "all tutorials: normscope %.2f s, python3 %.1f s, ratio 1/%.0f; least of one 1/%.0f\n",
               ours / 1e9, theirs / 1e9, theirs / ours, least }' tutorials

measure empty.py
empty_a=$a empty_b=$b
for script in module function; do
  measure "$script.py"
  awk -v name="$script" -v a=$((a - empty_a)) -v b=$((b - empty_b)) 'BEGIN {
    printf "a million additions, %s: normscope %.1f ms, python3 %.1f ms, ratio %.2f\n",
           name, a / 1e6, b / 1e6, a / b }'
done
