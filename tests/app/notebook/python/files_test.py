# SPDX-License-Identifier: MIT
"""The Python files of the program: each imports alone and in no circle, says what it is, and holds what is promised.

    normscope-torch-host files_test.py FOLDER      FOLDER: app/notebook/python

Prints what is wrong; exit status 1 then.
"""
import ast
import importlib
import os
import sys
from pathlib import Path

MOST_LINES = 400


def module_name(path):
    parts = path.with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)


def faults_of_file(root, path):
    """What a file lacks: its head, a paragraph on what it is for, docstrings, a bearable length."""
    text = (root / path).read_text(encoding='utf-8')
    tree = ast.parse(text)
    if not text.startswith('# SPDX-License-Identifier: MIT\n'):
        yield 'does not open with its license'
    if ast.get_docstring(tree) is None:
        yield 'does not say what it is for'
    if text.count('\n') > MOST_LINES:
        yield f'has more than {MOST_LINES} lines'
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name[0] != '_' and ast.get_docstring(node) is None:
            yield f'class {node.name} does not say what it is'


def imported(tree, modules):
    """The program's modules that a file imports anywhere in it, each with the name that it has there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, alias.asname or alias.name) for alias in node.names if alias.name in modules)
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = f'{node.module}.{alias.name}'
                if name in modules:
                    yield name, alias.asname or alias.name
                elif node.module in modules:
                    yield node.module, None


def circles(imports):
    """Modules that import each other, directly or by others. Peels off those that import none that is left."""
    left = {name: set(others) - {name} for name, others in imports.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    while free := [name for name in left if not any(name in others for others in left.values())]:
        for name in free:
            del left[name]
    return sorted(left)


def faults_of_imports(root, paths):
    """Files that import each other in a circle, and files that set a global of another one."""
    trees = {module_name(path): ast.parse((root / path).read_text(encoding='utf-8')) for path in paths}
    imports = {name: set(imported(tree, trees)) for name, tree in trees.items()}
    if found := circles({name: {other for other, _ in pairs} for name, pairs in imports.items()}):
        yield f'import each other in a circle: {", ".join(found)}'
    for name, tree in trees.items():
        known = {bound for _, bound in imports[name]}
        for part in ast.walk(tree):
            if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and ast.unparse(part.value) in known:
                yield f'{name} sets {ast.unparse(part)}, a global of another file'


def imports_alone(name):
    """Whether a process can import the module first of all; its traceback goes to stderr."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            importlib.import_module(name)
            status = 0
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def faults_of_names(module, names):
    """Names that a module promises and does not hold."""
    for name in names:
        try:
            getattr(module, name)
        except Exception as error:
            yield f'{module.__name__}.{name}: {type(error).__name__}: {error}'


def faults_of_layers(torch):
    """A layer prints as of the file where PyTorch has it; a function, as of torch.nn.functional."""
    for name in torch.nn.__all__:
        layer = getattr(torch.nn, name)
        if not layer.__module__.startswith(('torch.nn.modules.', 'torch.nn.parameter')):
            yield f'nn.{name} is of {layer.__module__}'
    for name in torch.nn.functional.__all__:
        function = getattr(torch.nn.functional, name)
        if getattr(function, '__module__', None) not in ('torch.nn.functional', 'torch', 'torch._C._nn', None):
            yield f'nn.functional.{name} is of {function.__module__}'


def faults_of_compositions(torch, _composed):
    """A composed function that no signature leads to is never called."""
    import _torch
    for name in _composed._WHERE:
        places = (_torch, _torch._nn, _torch._inner, torch.Tensor)
        if not any(hasattr(place, form) for place in places for form in (name, name + '_')):
            yield f'_composed.{name} has no signature'


def main():
    root = Path(sys.argv[1])
    paths = sorted(path.relative_to(root) for path in root.rglob('*.py'))
    faults = []
    for path in paths:
        # The backend of matplotlib needs that; its tests run it where it is installed.
        if path.name != 'pictures.py' and not imports_alone(module_name(path)):
            faults.append(f'{path}: does not import alone')
        faults += [f'{path}: {fault}' for fault in faults_of_file(root, path)]
    faults += faults_of_imports(root, paths)
    import torch
    from torch import _composed
    promised = ((torch, torch.__all__), (torch.nn, torch.nn.__all__), (_composed, _composed._WHERE),
                (torch.nn.functional, torch.nn.functional.__all__), (torch.nn.init, torch.nn.init.__all__),
                (torch.linalg, torch.linalg.__all__), (torch.utils.data, torch.utils.data.__all__))
    for module, names in promised:
        faults += faults_of_names(module, names)
    faults += [*faults_of_layers(torch), *faults_of_compositions(torch, _composed)]
    print('\n'.join(faults))
    print(f'{len(paths)} files, {sum(len(names) for _, names in promised)} names, {len(faults)} faults')
    return 1 if faults or len(paths) < 70 else 0


if __name__ == '__main__':
    sys.exit(main())
