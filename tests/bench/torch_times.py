# SPDX-License-Identifier: MIT
"""Prints the median seconds of an operation in PyTorch: OPERATION ROWS COLUMNS THREADS."""
import statistics
import sys
import time

import torch

operation, rows, columns, threads = sys.argv[1], *map(int, sys.argv[2:5])
torch.set_num_threads(threads)
x = torch.randn(rows, columns)
calls = {
    "layer_norm": lambda: torch.nn.functional.layer_norm(x, (columns,)),
    "softmax": lambda: torch.softmax(x, 1),
    "softmax_dim0": lambda: torch.softmax(x, 0),
}
call = calls[operation]
seconds = []
deadline = time.perf_counter() + 1
with torch.no_grad():
    call()
    while len(seconds) < 5 or (time.perf_counter() < deadline and len(seconds) < 2000):
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
print(statistics.median(seconds))
