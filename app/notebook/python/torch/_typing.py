# SPDX-License-Identifier: MIT
"""The names of `typing` that signatures have here. They print as typing's own do.

typing itself takes longer to import than torch.nn, and only inspect.signature() asks for them.
"""


def _text(kind):
    """What stands for a kind among the arguments of another."""
    if kind is None:
        return 'NoneType'
    if kind is ...:
        return '...'
    if isinstance(kind, str):
        return f'ForwardRef({kind!r})'
    if isinstance(kind, list):
        return f"[{', '.join([_text(one) for one in kind])}]"
    if not isinstance(kind, type):
        return repr(kind)
    return kind.__qualname__ if kind.__module__ == 'builtins' else f'{kind.__module__}.{kind.__qualname__}'


class _Kind:

    def __init__(self, name, arguments=()):
        self.__module__ = 'typing'
        self._name = name
        self._arguments = arguments

    def __getitem__(self, arguments):
        arguments = arguments if isinstance(arguments, tuple) else (arguments,)
        optional = arguments[0] if self._name == 'Optional' else None
        if isinstance(optional, _Kind) and optional._name == 'Union':
            return optional.or_none()
        return _Kind(self._name, arguments)

    def or_none(self):
        """Optional of a Union: the Union with None."""
        return _Kind(self._name, (*self._arguments, None))

    def __repr__(self):
        arguments = f"[{', '.join([_text(one) for one in self._arguments])}]" if self._arguments else ''
        return f'typing.{self._name}{arguments}'


Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Set, Tuple, Union = (
    _Kind(_name) for _name in (
        'Any', 'Callable', 'Dict', 'Iterable', 'Iterator', 'List', 'Mapping', 'Optional', 'Set', 'Tuple', 'Union'))
