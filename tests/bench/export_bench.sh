#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whole processes, in turns in one run: `normscope export` beside the same figure by Debian's
# python3-matplotlib (pictures of 100 dots an inch, its default). Prints the median of each and the ratio.
# usage: export_bench.sh PROGRAM [RUNS=5]
set -euo pipefail
program=$(realpath "$1")
runs=${2:-5}
/usr/bin/python3 -c 'import matplotlib, numpy' 2>/dev/null || {
  echo "skipped: this comparison needs python3-matplotlib" >&2
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

/usr/bin/python3 - <<'END'
import numpy
rng = numpy.random.RandomState(1)
numpy.save("small.npy", rng.randn(2, 6).astype("float32"))
numpy.save("large.npy", rng.randn(10000, 1000).astype("float32"))
END

# The distribution before and after a layer norm: bars, density and the marks of both. The density is
# made of a fine histogram, as ours is: matplotlib's own goes through all values for each point.
cat >figure.py <<'END'
import sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy

x = numpy.load(sys.argv[1])
y = (x - x.mean(-1, keepdims=True)) / numpy.sqrt(x.var(-1, keepdims=True) + 1e-5)
figure, axes = plt.subplots(2, 1, sharex=True, figsize=(160 / 25.4, 100 / 25.4))
for axis, values, title in ((axes[0], x, "Before"), (axes[1], y, "After")):
    values = values.ravel()
    mean, deviation = values.mean(), values.std()
    heights, edges = numpy.histogram(values, bins=min(100, max(5, int(values.size ** (1 / 3)))))
    axis.stairs(heights, edges, fill=True, alpha=0.5)
    h = 1.06 * deviation * values.size ** -0.2
    at = numpy.linspace(edges[0], edges[-1], 256)
    counts, places = numpy.histogram(values, bins=4096)
    centres = (places[1:] + places[:-1]) / 2
    density = (numpy.exp(-0.5 * ((at[:, None] - centres) / h) ** 2) * counts).sum(1)
    axis.plot(at, density / (h * (2 * numpy.pi) ** 0.5) * (edges[1] - edges[0]))
    for place in (mean - deviation, mean, mean + deviation):
        axis.axvline(place, linestyle="--")
    axis.set_title(title)
figure.savefig(sys.argv[2])
END

seconds() {
  local start end
  start=$(date +%s%N)
  "$@" >/dev/null
  end=$(date +%s%N)
  echo $((end - start))
}
median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }

compare() { # NAME INPUT EXTENSION
  local ours=() theirs=() run a b
  for ((run = 0; run < runs; ++run)); do
    ours+=("$(seconds "$program" export "$2" --figure distribution --dpi 100 --output "ours.$3")")
    theirs+=("$(seconds /usr/bin/python3 figure.py "$2" "theirs.$3")")
  done
  a=$(printf '%s\n' "${ours[@]}" | median)
  b=$(printf '%s\n' "${theirs[@]}" | median)
  LC_ALL=C awk -v name="$1" -v a="$a" -v b="$b" -v size="$(stat -c %s "ours.$3")" 'BEGIN {
    printf "%s: normscope %.0f ms, matplotlib %.0f ms, ratio 1/%.1f, file %.1f kB\n",
           name, a / 1e6, b / 1e6, b / a, size / 1000 }'
}
compare "2 x 6 to svg" small.npy svg
compare "2 x 6 to pdf" small.npy pdf
compare "2 x 6 to png" small.npy png
compare "10^7 values to svg" large.npy svg
