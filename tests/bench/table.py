# SPDX-License-Identifier: MIT
"""Prints what `PROGRAM --benchmark_out=FILE --benchmark_out_format=json` wrote as tables: FILE.

PROGRAM is kernels, gradients or threads. Of repeated runs the medians. Rates in GB/s, then ours as
a share of the others'; one table for each number of threads where there are several.
"""
import json
import sys

# Counters in the order of their columns, with the digits of a share; None: a rate.
COLUMNS = {
    "GB_per_s": ("ours", None), "one": ("one thread", None), "two": ("two", None),
    "memcpy": ("memcpy", None), "oneDNN": ("oneDNN", None), "torch": ("PyTorch", None),
    "of_memcpy": ("of memcpy", 2), "of_oneDNN": ("of oneDNN", 2), "of_torch": ("of PyTorch", 2),
    "of_backward": ("of its backward pass alone", 2),
    "gain": ("gain", 2), "first_gain": ("gain of a first call", 2),
}


def medians(benchmarks):
    """What ran, once: of repeated runs the medians."""
    repeated = any(one.get("aggregate_name") == "median" for one in benchmarks)
    return [one for one in benchmarks if not repeated or one.get("aggregate_name") == "median"]


def cell(value, digits):
    if value is None:
        return ""
    if digits is None:
        digits = 1 if value < 99.95 else 0
    return f"{value:.{digits}f}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        benchmarks = medians(json.load(file)["benchmarks"])
    tables = {}
    for one in benchmarks:
        operation, shape, threads = (one["run_name"] + "///").split("/")[:3]
        if any(counter in one for counter in COLUMNS):
            name = f"{operation} {shape}".replace("_", " ")
            tables.setdefault(threads if threads.isdigit() else "", []).append((name, one))
    for threads, rows in sorted(tables.items()):
        if threads:
            print(f"\n{threads} thread{'s' if threads != '1' else ''}\n")
        shown = [key for key in COLUMNS if any(key in counters for _, counters in rows)]
        print("| " + " | ".join(["case", *[COLUMNS[key][0] for key in shown]]) + " |")
        print("|" + "---|" * (1 + len(shown)))
        for name, counters in rows:
            cells = [cell(counters.get(key), COLUMNS[key][1]) for key in shown]
            print("| " + " | ".join([name, *cells]) + " |")
    for one in benchmarks:
        if one["run_name"].startswith("public_call/"):
            print(f"\n{one['run_name']}: {one['cpu_time'] / 1000:.2f} microseconds")


main()
