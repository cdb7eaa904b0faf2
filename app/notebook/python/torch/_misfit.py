# SPDX-License-Identifier: MIT
"""What PyTorch says of arguments that fit none of a signature's forms, and of names of dimensions.

PyTorch words the first from the text of the forms, as if a `*` were an argument; so does this.
"""
from _torch import Tensor

# Functions that have a form with a name of a dimension, but no meaning for it.
_NAMES_NOWHERE = frozenset((
    'all', 'any', 'argsort', 'gather', 'index_add', 'index_copy', 'index_fill', 'index_select', 'scatter',
    'scatter_add', 'sort'))


def of_misfit(function, positional, keywords, forms):
    """The message, from the types of the arguments and the text of the forms; None: PyTorch fails to word it."""
    message = function + '() received an invalid combination of arguments - got '
    if len(forms) == 1:
        form = _parameters_of(forms[0])
        unknown = _unknown(keywords, form)
        if unknown:
            return message + 'unrecognized keyword arguments: ' + ', '.join(unknown)
        beside = _compared(positional, keywords, form)
        return None if beside is None else message + beside + ', but expected ' + forms[0]
    given = [*positional, *(f'{name}={type}' for name, type in keywords.items())]
    message += _in_brackets(given, positional) + ', but expected one of:\n'
    for text in forms:
        message += f' * {text}\n'
        form = _parameters_of(text)
        if len(given) != len(form):
            continue
        unknown = _unknown(keywords, form)
        if unknown:
            message += "      didn't match because some of the keywords were incorrect: " + ', '.join(unknown) + '\n'
            continue
        beside = _compared(positional, keywords, form)
        if beside is None:
            return None
        message += "      didn't match because some of the arguments have invalid types: " + beside + '\n'
    return message


def _parameters_of(form):
    """Pairs of type and name: "(Tensor input, *)" has ('Tensor', 'input') and ('*', '*')."""
    pairs = []
    for part in form[1:-1].split(', '):
        type, space, name = part.rpartition(' ')
        pairs.append((type, name) if space else (part, part))
    return pairs


def _in_brackets(parts, positional):
    """The comma after keywords alone is PyTorch's own."""
    return '(' + ', '.join(parts) + (')' if positional or not parts else ', )')


def _unknown(keywords, form):
    """Keywords that are not among the last parameters, of which as many count as there are keywords."""
    names = [name for _, name in form[len(form) - min(len(form), len(keywords)):]]
    return [name for name in keywords if name not in names]


def _compared(positional, keywords, form):
    """What was given beside one form, what does not fit between exclamation marks; None: a keyword is elsewhere."""
    parts = []
    for place in range(len(positional) + len(keywords)):
        wanted, name = form[place] if place < len(form) else (None, None)
        by_keyword = place >= len(positional)
        if by_keyword and name not in keywords:
            return None
        type = keywords[name] if by_keyword else positional[place]
        mark = '' if type == wanted or wanted == 'float' and type == 'int' else '!'
        parts.append(mark + (f'{name}={type}' if by_keyword else type) + mark)
    return _in_brackets(parts, positional)


def of_dimension_names(function, first, given, is_one, may_be_none):
    """The message about a name, or about the first of several, in the place of a dimension; None: all is well."""
    function = function.removesuffix('_')
    if not is_one and isinstance(given, (list, tuple)):
        if not given:
            return None
        given = given[0]
    if given is None:
        return None if may_be_none and not is_one else 'Please look up dimensions by name, got: name = None.'
    if function in _NAMES_NOWHERE:
        return (f'{function}: You passed a dimname (string) to this op in place of a dimension index but it does not '
                'yet support this behavior. Please pass a dimension index to work around this.')
    if not (given.isidentifier() and given.isascii()):
        return ('Invalid name: a valid identifier contains only digits, alphabetical characters, and/or underscore '
                f"and starts with a non-digit. got: '{given}'.")
    tensor = first[0] if isinstance(first, (list, tuple)) and first else first
    rank = tensor.dim() if isinstance(tensor, Tensor) else 0
    return f"Name '{given}' not found in Tensor[{', '.join(['None'] * rank)}]."
