# SPDX-License-Identifier: MIT
"""Times operations on large arrays; runs under python3 with PyTorch and under `normscope run`.

Prints one line an operation and number of elements: its name, the elements, the median of the
seconds that the process computed (not those in which others had the processor), and a checksum of
the result's digits. torch_operations.sh puts the lines of both programs side by side.
"""
import array
import statistics
import time
import zlib

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
SECONDS = 0.4  # for each line
COLUMNS = 1000  # of a matrix; so many channels of batch norm


def matrix(elements):
    return torch.randn(elements // COLUMNS, COLUMNS)


def attention(elements):
    """Scores of 8 heads and the mask that hides what comes later."""
    length = 350 if elements < 10**7 else 1118
    mask = torch.triu(torch.ones(length, length), diagonal=1).bool()
    return torch.randn(8, length, length), mask


def with_classes(elements):
    return matrix(elements), torch.arange(elements // COLUMNS) % COLUMNS


# What is timed, and what is made for it once: the twelve that lectures use most, then others.
CASES = [
    ("exp", lambda x: torch.exp(x), matrix),
    ("x + y", lambda x, y: x + y, lambda n: (matrix(n), matrix(n))),
    ("x * row", lambda x, y: x * y, lambda n: (matrix(n), torch.randn(COLUMNS))),
    ("mean(dim=-1)", lambda x: x.mean(dim=-1, keepdim=True), matrix),
    ("var(dim=-1)", lambda x: x.var(dim=-1, unbiased=False), matrix),
    ("softmax(dim=-1)", lambda x: torch.softmax(x, dim=-1), matrix),
    ("layer_norm", lambda x, w, b: F.layer_norm(x, (COLUMNS,), w, b),
     lambda n: (matrix(n), torch.randn(COLUMNS), torch.randn(COLUMNS))),
    ("gelu", lambda x: F.gelu(x), matrix),
    ("relu", lambda x: torch.relu(x), matrix),
    ("masked_fill, softmax",
     lambda x, mask: torch.softmax(x.masked_fill(mask, float("-inf")), dim=-1), attention),
    ("x @ y", lambda x, y: x @ y,
     lambda n: (torch.randn(512, 512), torch.randn(512, 512)) if n < 10**7 else
               (torch.randn(1024, 1024), torch.randn(1024, 1024))),
    ("randn", lambda n: torch.randn(n), lambda n: (n,)),
    ("tanh", lambda x: torch.tanh(x), matrix),
    ("sigmoid", lambda x: torch.sigmoid(x), matrix),
    ("gelu, tanh", lambda x: F.gelu(x, approximate="tanh"), matrix),
    ("silu", lambda x: F.silu(x), matrix),
    ("log", lambda x: torch.log(x), lambda n: torch.rand(n)),
    ("sqrt", lambda x: torch.sqrt(x), lambda n: torch.rand(n)),
    ("x ** 2", lambda x: x**2, matrix),
    ("x * 2", lambda x: x * 2, matrix),
    ("x - column", lambda x, y: x - y, lambda n: (matrix(n), torch.randn(n // COLUMNS, 1))),
    ("x / y", lambda x, y: x / y, lambda n: (matrix(n), matrix(n))),
    ("x > 0", lambda x: x > 0, matrix),
    ("where", lambda x, y: torch.where(x > y, x, y), lambda n: (matrix(n), matrix(n))),
    ("sum", lambda x: x.sum(), matrix),
    ("sum(dim=-1)", lambda x: x.sum(dim=-1), matrix),
    ("sum(dim=0)", lambda x: x.sum(dim=0), matrix),
    ("mean(dim=0)", lambda x: x.mean(dim=0), matrix),
    ("var(dim=0)", lambda x: x.var(dim=0), matrix),
    ("std", lambda x: x.std(), matrix),
    ("max", lambda x: x.max(), matrix),
    ("amax(dim=-1)", lambda x: x.amax(dim=-1), matrix),
    ("argmax(dim=-1)", lambda x: x.argmax(dim=-1), matrix),
    ("softmax(dim=0)", lambda x: torch.softmax(x, dim=0), matrix),
    ("log_softmax(dim=-1)", lambda x: torch.log_softmax(x, dim=-1), matrix),
    ("logsumexp(dim=-1)", lambda x: torch.logsumexp(x, dim=-1), matrix),
    ("cross_entropy", lambda x, y: F.cross_entropy(x, y), with_classes),
    ("batch_norm [N, C]", lambda x: F.batch_norm(x, None, None, training=True), matrix),
    ("batch_norm [N, C, H, W]", lambda x: F.batch_norm(x, None, None, training=True),
     lambda n: torch.randn(n // (50 * 400), 50, 20, 20)),
    ("group_norm", lambda x: F.group_norm(x, 5), lambda n: torch.randn(n // (50 * 400), 50, 20, 20)),
    ("transpose, contiguous", lambda x: x.t().contiguous(), matrix),
    ("cumsum(dim=-1)", lambda x: x.cumsum(dim=-1), matrix),
    ("rand", lambda n: torch.rand(n), lambda n: (n,)),
    ("dropout", lambda x: F.dropout(x, 0.1), matrix),
    ("zeros", lambda n: torch.zeros(n), lambda n: (n,)),
    ("arange", lambda n: torch.arange(n), lambda n: (n,)),
    ("clone", lambda x: x.clone(), matrix),
    ("double", lambda x: x.double(), matrix),
    ("x += y", lambda x, y: x.add_(y), lambda n: (matrix(n), matrix(n))),
    ("exp, float64", lambda x: torch.exp(x), lambda n: matrix(n).double()),
]


def checksum(result):
    values = result.flatten()
    if values.numel() > 10**6:
        values = values[::101]
    return zlib.crc32(array.array("d", [float(value) for value in values.tolist()]).tobytes())


def timed(call, arguments):
    call(*arguments)
    seconds = []
    deadline = time.perf_counter() + SECONDS
    while len(seconds) < 3 or (time.perf_counter() < deadline and len(seconds) < 1000):
        start = time.process_time()
        call(*arguments)
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


with torch.no_grad():
    for elements in (10**6, 10**7):
        for name, call, make in CASES:
            torch.manual_seed(0)
            made = make(elements)
            arguments = made if isinstance(made, tuple) else (made,)
            sum_of_digits = checksum(call(*arguments))
            print(f"{name}|{elements}|{timed(call, arguments):.9f}|{sum_of_digits}", flush=True)
            del made, arguments
