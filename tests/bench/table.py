# SPDX-License-Identifier: MIT
"""Prints what `kernels --benchmark_out=FILE --benchmark_out_format=json` wrote as tables: FILE.

One table for each number of threads; of repeated runs the medians. Rates in GB/s, then ours as a
share of the others'.
"""
import json
import sys

RIVALS = ["memcpy", "oneDNN", "torch"]
TITLES = {"torch": "PyTorch"}


def medians(benchmarks):
    """What ran, once: of repeated runs the medians."""
    repeated = any(one.get("aggregate_name") == "median" for one in benchmarks)
    return [one for one in benchmarks if not repeated or one.get("aggregate_name") == "median"]


def cases(benchmarks):
    """(threads, case, counters) of each case that ran, in the order of the file."""
    for one in benchmarks:
        if "GB_per_s" not in one:
            continue
        operation, shape, threads = one["run_name"].split("/")[:3]
        yield threads, f"{operation} {shape}".replace("layer_norm", "layer norm"), one


def number(value, digits):
    return "" if value is None else f"{value:.{digits}f}"


def rate(value):
    return number(value, 1 if value is None or value < 99.95 else 0)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        benchmarks = medians(json.load(file)["benchmarks"])
    rows = list(cases(benchmarks))
    titles = [TITLES.get(rival, rival) for rival in RIVALS]
    for threads in sorted({threads for threads, _, _ in rows}, key=int):
        print(f"\n{threads} thread{'s' if threads != '1' else ''}\n")
        header = ["case", "ours", *titles, *[f"of {title}" for title in titles]]
        print("| " + " | ".join(header) + " |")
        print("|" + "---|" * len(header))
        for of, case, counters in rows:
            if of != threads:
                continue
            cells = [case, rate(counters["GB_per_s"])]
            cells += [rate(counters.get(rival)) for rival in RIVALS]
            cells += [number(counters.get("of_" + rival), 2) for rival in RIVALS]
            print("| " + " | ".join(cells) + " |")
    for one in benchmarks:
        if one["run_name"].startswith("public_call/"):
            print(f"\n{one['run_name']}: {one['cpu_time'] / 1000:.2f} microseconds")


main()
