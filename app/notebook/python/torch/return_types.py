# SPDX-License-Identifier: MIT
"""The named tuples that max, sort and others give."""
from operator import itemgetter as _itemgetter


def _show(pair):
    fields = ',\n'.join(f'{name}={value!r}' for name, value in zip(pair._names, pair))
    return f'torch.return_types.{type(pair).__name__}(\n{fields})'


def _type(name, *fields):
    members = {'__slots__': (), '__module__': 'torch.return_types', '__repr__': _show, '_names': fields}
    members.update((field, property(_itemgetter(place))) for place, field in enumerate(fields))
    return type(name, (tuple,), members)


for _name in 'max min median sort topk nanmedian cummax cummin kthvalue mode'.split():
    globals()[_name] = _type(_name, 'values', 'indices')
histogram = _type('histogram', 'hist', 'bin_edges')
aminmax = _type('aminmax', 'min', 'max')
frexp = _type('frexp', 'mantissa', 'exponent')
