# SPDX-License-Identifier: MIT
"""Runs the golden programs of the arrays through torch as Python has it, with the machine that made
them with PyTorch: element types, shapes, strides, every bit, the printed text, the words of errors.

    normscope-torch-host goldens.py TESTS_FOLDER

Functions that are composed in Python are compared here alone; the arrays' own are run without
Python, too. Prints what differs; exit status 1 then.
"""
import json
import math
import platform
import struct
import sys
import types
from pathlib import Path

GROUPS = ('elementwise', 'binary', 'reductions', 'shapes', 'indexing', 'printing')


def words(x):
    """The bits of all elements in row-major order, without NumPy; any NaN is the NaN."""
    values = x.detach().contiguous().reshape(-1).tolist()
    kinds = {'torch.float32': ('f', 'I', 0x7FC00000), 'torch.float64': ('d', 'Q', 0x7FF8000000000000)}
    if str(x.dtype) not in kinds:
        return [int(value) % 2**64 for value in values]
    letter, whole, nan = kinds[str(x.dtype)]
    return [nan if math.isnan(value) else struct.unpack(whole, struct.pack(letter, value))[0]
            for value in values]


def numbers(value):
    """Infinities and NaN, which JSON holds as words, as numbers."""
    if isinstance(value, list):
        return [numbers(each) for each in value]
    if isinstance(value, dict):
        return {key: numbers(each) for key, each in value.items()}
    return float(value) if value in ('inf', '-inf', 'nan') else value


def main(tests):
    sys.path.insert(0, str(tests / 'oracle'))
    sys.modules.setdefault('numpy', types.ModuleType('numpy'))  # the script's own digest is not used
    import notebook_arrays as oracle
    oracle.words = words
    compared = equal = 0
    for group in GROUPS:
        golden = json.loads((tests / 'data/notebook_arrays' / (group + '.json')).read_text(encoding='utf-8'))
        same_library = golden['c_library'] == platform.libc_ver()[1]
        for program in golden['cases']:
            steps = [[name, *numbers(arguments)] for name, *arguments in program['steps']]
            got = oracle.run(steps, program['seed'])
            wanted = {key: program[key] for key in ('results', 'kind', 'error') if key in program}
            known = same_library or not program.get('by_c_library')
            for one, other in zip(wanted.get('results', ()), got.get('results', ())):
                if known and 'bits' in one:
                    continue
                for result in (one, other):
                    result.pop('bits', None)
                    if not known:
                        result.pop('text')
            compared += 1
            equal += got == wanted
            if got != wanted:
                print(f'{group}: {program["steps"]}\n  wanted {wanted}\n  got    {got}')
    print(f'golden programs: {compared} compared, {equal} equal')
    return int(compared == 0 or compared != equal)


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
