# SPDX-License-Identifier: MIT
"""What it costs that a Python of one's own records each call of torch: beside a function mode that does nothing and
beside no mode at all, in turns in one run, on the smallest tensors, where the cost shows most.

    /usr/bin/python3 tests/bench/recorded_calls.py
"""

import sys
import time
from pathlib import Path
from statistics import median

import torch
from torch.overrides import TorchFunctionMode

sys.path.append(str(Path(__file__).parents[2] / "app/notebook/python"))
from normscope_kernel.own.records import Records

CALLS = 5000
TURNS = 9


class Nothing(TorchFunctionMode):
    """Does nothing."""

    def __torch_function__(self, function, types, arguments=(), options=None):
        return function(*arguments, **(options or {}))


def microseconds(work):
    start = time.perf_counter()
    for _ in range(CALLS):
        work()
    return (time.perf_counter() - start) / CALLS * 1e6


def main():
    torch.set_num_threads(1)
    x = torch.randn(2, 3)
    layer = torch.nn.LayerNorm(3)
    records = Records()
    records.begin(1, __file__)
    records.begin_torch(torch)
    print(f"PyTorch {torch.__version__}, microseconds a call: no mode, bare mode, recorded; recorded / bare")
    for name, work in (("x + 1", lambda: x + 1), ("x.mean(-1, keepdim=True)", lambda: x.mean(-1, keepdim=True)),
                       ("nn.LayerNorm(3)(x)", lambda: layer(x)), ("x.shape", lambda: x.shape)):
        times = []
        for _ in range(TURNS):
            recorded = microseconds(work)
            with records.without_mode():
                none = microseconds(work)
                with Nothing():
                    bare = microseconds(work)
            times.append((none, bare, recorded))
        none, bare, recorded = (median(each) for each in zip(*times))
        print(f"{name:26} {none:6.2f} {bare:6.2f} {recorded:6.2f}   {recorded / bare:5.2f}")


if __name__ == "__main__":
    main()
