#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files larger than the memory that the program may have; an interrupt; and shards under GNU parallel
# by the line of docs/large-files.md.
# usage: large_files.sh PROGRAM LARGE_FILES.md
set -euo pipefail
program=$(realpath "$1")
page=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "failed: $*" >&2
  exit 1
}

# 640 MB of zeros in rows of 64, without room on the disk, and at the end a row of other numbers.
rows=2500000
header="{'descr': '<f4', 'fortran_order': False, 'shape': ($rows, 64), }"
printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" >x.npy
truncate -s $((128 + rows * 256)) x.npy
seq -s, 1 64 >row.csv
"$program" compute layer-norm --input row.csv --output row.npy
tail -c 256 row.npy | dd of=x.npy bs=256 seek=$((rows * 256 + 128 - 256)) oflag=seek_bytes conv=notrunc status=none
"$program" compute layer-norm --input row.npy --output last.npy

# A quarter of the file.
(
  ulimit -v 160000
  "$program" compute layer-norm --input x.npy --output y.npy --rstd-output rstd.npy
)
cmp <(tail -c 256 y.npy) <(tail -c 256 last.npy) || fail "the last row"
cmp <(head -c -256 x.npy) <(head -c -256 y.npy) || fail "rows of zeros"
[[ $(stat -c %s rstd.npy) == $((128 + rows * 4)) ]] || fail "the size of rstd"
rm y.npy rstd.npy

# An interrupt while parts are written. A run that ended before it came is tried again.
mkdir out
status=0
for ((attempt = 0; attempt < 20 && status == 0; ++attempt)); do
  rm -f out/y.npy
  # Shells start background programs that ignore interrupts; env takes that back.
  env --default-signal=INT "$program" compute layer-norm --input x.npy --output out/y.npy 2>said &
  running=$!
  while [[ -z $(ls -A out) ]] && kill -0 "$running" 2>/dev/null; do sleep 0.01; done
  kill -INT "$running" 2>/dev/null || true
  wait "$running" && status=0 || status=$?
done
[[ $status == 130 ]] || fail "the status of an interrupt: $status"
grep -q "interrupted; no output is written" said || fail "what an interrupt says: $(cat said)"
[[ -z $(ls -A out) ]] || fail "an interrupt left $(ls -A out)"

if ! parallel --version 2>/dev/null | grep -q "GNU parallel"; then
  echo "not tried: shards under GNU parallel, which is not installed"
  exit 0
fi
mkdir shards
for shard in 1 2 3; do
  seq -s, "$shard" 3 50 >shard.csv
  "$program" compute softmax --input shard.csv --output "shards/$shard.npy"
done
line=$(grep '^parallel normscope ' "$page")
PATH="$(dirname "$program"):$PATH" bash -c "$line"
for shard in 1 2 3; do
  "$program" compute layer-norm --input "shards/$shard.npy" --output whole.npy
  cmp whole.npy "out/$shard.npy" || fail "shard $shard"
done
