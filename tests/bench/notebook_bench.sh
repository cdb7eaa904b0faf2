#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whole processes, in turns in one run: `normscope run` beside Debian's python3 (with PyTorch where
# a script imports it). Prints the median of each and the ratio: of every tutorial of
# tests/data/notebooks, from the process's start to its last line, of a million additions of ints,
# at module level and in a function, less what an empty script takes, and of the first picture of
# matplotlib: a process that imports it and draws one figure with two pixels for each of its own.
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

cat >figure.py <<'END'
import matplotlib.pyplot as plt
import numpy as np

x = np.linspace(-4, 4, 200)
for temperature in (0.5, 1, 2):
    plt.plot(x, 1 / (1 + np.exp(-x / temperature)), label=f"$T={temperature}$")
plt.xlabel("x")
plt.title("sigmoid")
plt.legend()
figure = plt.gcf()
END
# A notebook's cell whose pixels are wanted, as the window wants them.
{ echo 'from normscope_kernel import cells' && echo 'cells.picture_scale = 2.0' &&
  cat figure.py && echo 'plt.show()'; } >cell.py
/usr/bin/python3 - <<'END' >figure.ipynb
import json

cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
cell["source"] = open("cell.py", encoding="utf-8").read()
print(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}))
END
cat >>figure.py <<'END'
import io

figure.savefig(io.BytesIO(), format="rgba", dpi=200, bbox_inches="tight")
print(repr(figure))
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

# Sets a and b to the medians of the two programs' nanoseconds for a script, which may have another
# form for each.
measure() {
  local script=${2:-$1}
  local ours=() theirs=() run
  for ((run = 0; run < runs; ++run)); do
    ours+=("$(seconds "$program" run "$1")")
    mv printed printed_by_us
    theirs+=("$(seconds /usr/bin/python3 "$script")")
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

if MPLBACKEND=Agg /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then
  export MPLBACKEND=Agg
  "$program" run figure.ipynb >/dev/null && /usr/bin/python3 figure.py >/dev/null # the lists of fonts
  measure figure.ipynb figure.py
  awk -v a="$a" -v b="$b" 'BEGIN {
    printf "the first picture: normscope %.0f ms, python3 %.0f ms, ratio %.2f\n", a / 1e6, b / 1e6, a / b }'
fi
