# SPDX-License-Identifier: MIT
"""Prints the median seconds of an operation in PyTorch: OPERATION ROWS COLUMNS THREADS.

Of one thread they are its own on the processor, as in kernels_bench.cpp; small cases are called
many times between two looks at the clock.
"""
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
clock = time.thread_time if threads == 1 else time.perf_counter
repeats = max(1, 2**15 // (rows * columns))
seconds = []
deadline = time.perf_counter() + 1
with torch.no_grad():
    call()
    while len(seconds) < 5 or (time.perf_counter() < deadline and len(seconds) < 2000):
        start = clock()
        for _ in range(repeats):
            call()
        seconds.append((clock() - start) / repeats)
print(statistics.median(seconds))
