#!/bin/sh
# SPDX-License-Identifier: MIT
# What an unpacked archive in /opt/normscope must do on a system that has nothing of ours.
set -eu
cd "$(mktemp -d)"
normscope=/opt/normscope/normscope
"$normscope" --version
printf '1,2,3,4\n' >x.csv
"$normscope" compute layer-norm --input x.csv | grep -q '^-1.34163'
"$normscope" export x.csv --figure stage --output stage.svg
printf 'import torch\nprint(torch.nn.functional.layer_norm(torch.tensor([1., 2., 3., 4.]), (4,)))\n' >x.py
"$normscope" run --trust x.py | grep -q 'tensor(\[-1.3416, -0.4472,  0.4472,  1.3416\])'
"$normscope" run x.py >confined 2>&1 || grep -q 'cannot confine' confined
"$normscope" lessons check | tail -n 1
