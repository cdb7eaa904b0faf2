# SPDX-License-Identifier: MIT
"""torch.__version__: a text that compares as versions do, '1.9' before '1.13'."""
from torch.version import __version__ as internal_version

__all__ = ['TorchVersion']


def _key(version):
    """The numbers without the zeros at their end, and whether it is a release; None: it is no version."""
    text = version if isinstance(version, str) else '.'.join(map(str, version))
    numbers = []
    release = True
    for part in text.partition('+')[0].split('.'):
        digits = part[:next((i for i, letter in enumerate(part) if not letter.isdigit()), len(part))]
        if not digits:
            return None
        numbers.append(int(digits))
        if digits != part:
            release = False
            break
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers, release


class TorchVersion(str):
    """A text that compares with texts and tuples of numbers."""

    __hash__ = str.__hash__


def _comparing(name):
    def method(self, other):
        keys = _key(self), _key(other)
        return getattr(list, name)(*map(list, keys)) if None not in keys else getattr(str, name)(self, other)
    return method


for _name in '__gt__', '__lt__', '__eq__', '__ge__', '__le__':
    setattr(TorchVersion, _name, _comparing(_name))

__version__ = TorchVersion(internal_version)
