# SPDX-License-Identifier: MIT
"""Names that a failed cell would have set: a later cell that uses their old values says so."""

import sys

import _ast

_failed = {}  # by name: the cell that would have set it
_running = None, ""  # the tree of the cell that runs, or ran last, and its name

_SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef)
_LOOPS_OF_THEIR_OWN = (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)


def _parts(node):
    for field in node._fields:
        value = getattr(node, field, None)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, _ast.AST):
                yield part


def _stored(node):
    """The names that a statement sets in the notebook."""
    if isinstance(node, _ast.Name):
        if isinstance(node.ctx, _ast.Store):
            yield node.id
        return
    if isinstance(node, _ast.alias):
        yield node.asname or node.name.partition(".")[0]
    if isinstance(node, _SCOPES):
        if not isinstance(node, _ast.Lambda):
            yield node.name
        return
    if not isinstance(node, _LOOPS_OF_THEIR_OWN):
        for part in _parts(node):
            yield from _stored(part)


def _loaded(node):
    """The names that a statement uses, those in the functions that it defines included."""
    if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Load):
        yield node.id
    for part in _parts(node):
        yield from _loaded(part)


def begin(tree, file):
    """Looks at a cell that is about to run. Returns a note for each old name that it uses."""
    global _running
    _running = tree, file
    if not _failed:
        return []
    main = sys.modules["__main__"].__dict__
    notes = {}
    for statement in tree.body:
        for name in _loaded(statement):
            if name in _failed and name in main:
                notes[name] = f"`{name}` is from before {_failed[name]}, which did not run to its end"
        for name in _stored(statement):
            _failed.pop(name, None)
    return list(notes.values())


def fail(file, line):
    """The cell ended in an error at this line: what it and the lines below would have set is old."""
    tree, running = _running
    place = file.rpartition(", ")[2]
    for statement in tree.body if running == file else ():
        if statement.end_lineno >= line:
            for name in _stored(statement):
                _failed[name] = place
