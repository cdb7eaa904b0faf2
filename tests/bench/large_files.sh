#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `compute layer-norm` of a file of four times the memory that the program may have, beside copies of
# the file that reach the disk as well, in turns: cp and sync, whose numbers stay in the kernel, and
# dd, through whose memory they go as through ours; the medians and their ratios.
# usage: large_files.sh PROGRAM [FOLDER=.] [TURNS=5]
set -euo pipefail
program=$(realpath "$1")
turns=${3:-5}
work=$(mktemp -d -p "${2:-.}")
trap 'rm -rf "$work"' EXIT
cd "$work"

# A gigabyte of numbers that are no zeros, in rows of 768.
rows=349525
header="{'descr': '<f4', 'fortran_order': False, 'shape': ($rows, 768), }"
printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" >x.npy
seq -f '%.0f' -s, 1 768 >row.csv
"$program" compute layer-norm --input row.csv --output row.npy
tail -c 3072 row.npy >rows
while (($(stat -c %s rows) < 3072 * 4096)); do cat rows rows >twice && mv twice rows; done
while (($(stat -c %s x.npy) < 128 + rows * 3072)); do cat rows >>x.npy; done
truncate -s $((128 + rows * 3072)) x.npy
sync x.npy

seconds() { # of a command: on standard output
  local begin
  begin=$(date +%s%N)
  "$@"
  echo "scale=3; ($(date +%s%N) - $begin) / 1000000000" | bc
}
copied() { cp --reflink=never x.npy copy.npy && sync copy.npy; }
through() { dd if=x.npy of=through.npy bs=4M conv=fsync status=none; }
computed() { (ulimit -v 262144 && "$program" compute layer-norm --input x.npy --output y.npy); }
median() { sort -n | sed -n "$(((turns + 1) / 2))p"; }

copied && through && computed
for ((turn = 0; turn < turns; ++turn)); do
  for way in copied through computed; do
    rm -f copy.npy through.npy y.npy
    sync
    seconds "$way" >>"times-$way"
  done
done
our=$(median <times-computed)
for way in copied through; do
  other=$(median <"times-$way")
  echo "$way $other s, layer norm $our s: $(echo "scale=2; $other / $our" | bc)"
done
