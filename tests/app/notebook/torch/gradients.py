# SPDX-License-Identifier: MIT
"""Compares the gradients of each operation with PyTorch's, within the bounds that the cases name.

    normscope-torch-host gradients.py CASES.json

The cases are made by tests/oracle/notebook_gradients.py. Prints what differs by more, and how many have
the same bits; exit status 1 where one differs by more, or where a case of bound 0 has other bits.
"""
import json
import math
import struct
import sys


def number(bits):
    return struct.unpack('<f', struct.pack('<i', bits))[0]


def distance(mine, wanted):
    """In units in the last place of max(1, |wanted|); equal bits are 0, other zeros and nans infinite."""
    if mine == wanted:
        return 0.0
    a, b = number(mine), number(wanted)
    unit = 2.0 ** (math.floor(math.log2(max(1.0, abs(b)))) - 23) if math.isfinite(b) else 1.0
    apart = abs(a - b) / unit
    return apart if apart > 0 else math.inf


def worst(gradients, wanted):
    """The largest distance of a case; infinite where other tensors have a gradient."""
    largest = 0.0
    for mine, theirs in zip(gradients, wanted, strict=True):
        if (mine is None) != (theirs is None):
            return math.inf
        for a, b in zip(mine or (), theirs or (), strict=True):
            largest = max(largest, distance(a, b))
    return largest


def main():
    with open(sys.argv[1], encoding='utf-8') as stream:
        goldens = json.load(stream)
    names = {}
    exec(goldens['prelude'], names)
    same = faults = 0
    for case in goldens['cases']:
        found = worst(eval(f'gradients({case["expression"]})', names), case['gradients'])
        same += found == 0
        if not found <= case['ulps']:
            faults += 1
            print(f'{case["expression"]}: {found:g} units, at most {case["ulps"]:g} were expected')
    print(f'gradients: {len(goldens["cases"])} compared, {same} with the same bits, {faults} beyond their bound')
    return int(faults > 0)


if __name__ == '__main__':
    sys.exit(main())
