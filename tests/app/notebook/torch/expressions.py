# SPDX-License-Identifier: MIT
"""Compares what repr says of each expression, or the type and words of its error, with PyTorch.

    normscope-torch-host expressions.py GOLDENS.json

The goldens are made by tests/oracle/notebook_arrays.py. Prints what differs; exit status 1 then.
"""
import json
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F


def text_of(before, expression):
    names = {'torch': torch, 'nn': nn, 'F': F}
    try:
        torch.manual_seed(7)
        exec(before, names)
        return repr(eval(expression, names))
    except Exception as error:
        return f'{type(error).__name__}: {error}'


def main():
    with open(sys.argv[1], encoding='utf-8') as stream:
        groups = json.load(stream)['groups']
    compared = equal = 0
    for group in groups.values():
        for expression, wanted in group['results']:
            compared += 1
            got = text_of(group['before'], expression)
            if got == wanted:
                equal += 1
            else:
                print(f'{expression}\n  wanted {wanted}\n  got    {got}')
    print(f'expressions: {compared} compared, {equal} equal')
    return int(compared != equal)


if __name__ == '__main__':
    sys.exit(main())
