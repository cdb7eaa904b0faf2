# SPDX-License-Identifier: MIT
"""What calls a learner's function in the kernel, and says in lines of text what it gave.

Each line begins with a word that names it; numbers are written as repr() does, which reads back as
the same double. A learner's own prints stand between the lines."""

import ast as normscope_ast
import sys as normscope_sys

import torch as normscope_torch


def normscope_array(values, shape, dtype):
    return normscope_torch.tensor(values, dtype=dtype).reshape(shape)


def normscope_text(values):
    values = normscope_torch.as_tensor(values).detach().to(normscope_torch.float64)
    shape = ",".join(str(size) for size in values.shape)
    return " ".join([shape or "-", *(repr(value) for value in values.reshape(-1).tolist())])


def normscope_say(values):
    print("\nnormscope-output", normscope_text(values))


def normscope_call(function, inputs, wanted, dtype):
    """Calls a function with inputs, each (values, shape) or a number; gives its outputs."""
    given = [normscope_array(*each, dtype) if isinstance(each, tuple) else each for each in inputs]
    before = [each.clone() if isinstance(each, normscope_torch.Tensor) else each for each in given]
    result = function(*given)
    outputs = tuple(result) if wanted > 1 and isinstance(result, (tuple, list)) else (result,)
    for output in outputs:
        if output is None or isinstance(output, (str, tuple, dict)):
            raise TypeError(f"it returns {type(output).__name__}, not an array of numbers")
        normscope_say(output)
    for at, (old, new) in enumerate(zip(before, given)):
        if isinstance(old, normscope_torch.Tensor):
            same = (old == new) | ((old != old) & (new != new))
            if not bool(same.all()):
                print("\nnormscope-changed", at)
    return outputs


def normscope_try(function, inputs, wanted):
    """The same for a learner's function: what it raises is said with the line of its own code."""
    try:
        return normscope_call(function, inputs, wanted, normscope_torch.float32)
    except Exception as error:
        line, trace = 0, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == function.__code__.co_filename:
                line = trace.tb_lineno
            trace = trace.tb_next
        words = " ".join(str(error).split())
        print("\nnormscope-error", line, f"{type(error).__name__}: {words}")
        return ()


def normscope_numbers(value):
    """The text of a value that is made of fractions; nothing of others."""
    dtype = str(getattr(value, "dtype", "float" if isinstance(value, float) else ""))
    return normscope_text(value) if "float" in dtype else None


def normscope_lines(function, inputs):
    """Calls a learner's function and says which numbers each of its lines made, of a function whose
    lines run once: what a line of a loop makes is no step."""
    code, known, made, ran = function.__code__, {}, [], []

    def note(name, value):
        text = normscope_numbers(value)
        if text is not None and known.get(name) != text:
            known[name] = text
            made.extend([(ran[-1], text)] if ran else [])

    def trace(frame, event, argument):
        if frame.f_code is not code:
            return None
        for name, value in list(frame.f_locals.items()):
            note(name, value)
        if event == "return":
            note("return", argument)
        elif event == "line":
            ran.append(frame.f_lineno)
        return trace

    given = [normscope_array(*each, normscope_torch.float32) if isinstance(each, tuple) else each
             for each in inputs]
    before = normscope_sys.gettrace()
    normscope_sys.settrace(trace)
    try:
        function(*given)
    finally:
        normscope_sys.settrace(before)
    if len(set(ran)) == len(ran):
        for line, text in made:
            print("\nnormscope-line", line, text)


def normscope_reached(tree, function):
    """The statements that a function needs: all but the functions that nobody calls from it."""
    functions = {node.name: node for node in tree.body
                 if isinstance(node, normscope_ast.FunctionDef)}
    reached = [node for node in tree.body if not isinstance(node, normscope_ast.FunctionDef)]
    names = [function]
    while names:
        node = functions.pop(names.pop(), None)
        if node is None:
            continue
        reached.append(node)
        names += [each.id for each in normscope_ast.walk(node)
                  if isinstance(each, normscope_ast.Name)]
    return reached


def normscope_forbidden(source, function, names):
    """Says each forbidden name that a function calls, imports or writes as a text."""
    reached = normscope_reached(normscope_ast.parse(source), function)
    for node in (each for statement in reached for each in normscope_ast.walk(statement)):
        said = []
        if isinstance(node, normscope_ast.Attribute):
            said = [node.attr]
        elif isinstance(node, normscope_ast.Call) and isinstance(node.func, normscope_ast.Name):
            said = [node.func.id]
        elif isinstance(node, normscope_ast.ImportFrom):
            said = [alias.name for alias in node.names]
        elif isinstance(node, normscope_ast.Constant) and isinstance(node.value, str):
            said = [node.value]
        for name in said:
            if name in names:
                print("\nnormscope-forbidden", node.lineno, name)
