// SPDX-License-Identifier: MIT
#include "app/notebook/runtime/inspect_text.hpp"

namespace normscope::notebook::runtime {

const std::string_view kInspectText = R"py(
import types as _types
from collections import namedtuple as _namedtuple, OrderedDict as _OrderedDict


class _empty:
    pass


class _ParameterKind(int):
    def __new__(cls, value, name="", description=""):
        made = int.__new__(cls, value)
        made.name, made.description = name, description
        return made

    value = property(int)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"


_empty.__module__ = "inspect"
_ParameterKind.__module__ = "inspect"
_kinds = [_ParameterKind(n, text.upper().replace(" ", "_").replace("-", "_"), text) for n, text in enumerate(
    ["positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword"])]
for _kind, _name in zip(_kinds, ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")):
    _kind.name = _name


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, type) and not hasattr(annotation, "__origin__"):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class Parameter:
    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _kinds

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, _kinds[int(kind)], default, annotation

    def replace(self, **changes):
        given = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self.annotation}
        given.update(changes)
        return Parameter(given.pop("name"), given.pop("kind"), **given)

    def __str__(self):
        text = self.name
        if self.annotation is not _empty:
            text = f"{text}: {formatannotation(self.annotation)}"
        if self.default is not _empty:
            text += f" = {self.default!r}" if self.annotation is not _empty else f"={self.default!r}"
        if self.kind == 2:
            return "*" + text
        return "**" + text if self.kind == 4 else text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def _key(self):
        return self.name, int(self.kind), self.default, self.annotation

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Parameter) else NotImplemented


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        given = []
        for name, parameter in self.signature.parameters.items():
            if parameter.kind in (3, 4) or name not in self.arguments:
                break
            given.extend(self.arguments[name] if parameter.kind == 2 else [self.arguments[name]])
        return tuple(given)

    @property
    def kwargs(self):
        given, named = {}, False
        for name, parameter in self.signature.parameters.items():
            named = named or parameter.kind in (3, 4) or name not in self.arguments
            if not named or name not in self.arguments:
                continue
            if parameter.kind == 4:
                given.update(self.arguments[name])
            else:
                given[name] = self.arguments[name]
        return given

    def apply_defaults(self):
        full = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                full[name] = self.arguments[name]
            elif parameter.default is not _empty:
                full[name] = parameter.default
            elif parameter.kind == 2:
                full[name] = ()
            elif parameter.kind == 4:
                full[name] = {}
        self.arguments = full

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        return "<BoundArguments (" + ", ".join([f"{n}={v!r}" for n, v in self.arguments.items()]) + ")>"


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {p.name: p for p in parameters or ()}
        self.return_annotation = return_annotation

    def replace(self, *, parameters=None, return_annotation=None):
        return Signature(self.parameters.values() if parameters is None else parameters,
                         return_annotation=self.return_annotation if return_annotation is None else return_annotation)

    def _bind(self, args, kwargs, partial):
        arguments, left, kwargs = {}, list(args), dict(kwargs)
        for name, parameter in self.parameters.items():
            kind = parameter.kind
            if kind == 2:
                arguments[name], left = tuple(left), []
                if not arguments[name]:
                    del arguments[name]
            elif kind == 4:
                if kwargs:
                    arguments[name], kwargs = kwargs, {}
            elif left and kind in (0, 1):
                if kind == 1 and name in kwargs:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = left.pop(0)
            elif kind != 0 and name in kwargs:
                arguments[name] = kwargs.pop(name)
            elif parameter.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if left:
            raise TypeError("too many positional arguments")
        if kwargs:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return BoundArguments(self, arguments)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return self.parameters == other.parameters and self.return_annotation == other.return_annotation

    def __str__(self):
        parts, last, star = [], None, False
        for parameter in self.parameters.values():
            if last == 0 and parameter.kind != 0:
                parts.append("/")
            if parameter.kind == 2:
                star = True
            elif parameter.kind == 3 and not star:
                parts.append("*")
                star = True
            parts.append(str(parameter))
            last = parameter.kind
        if last == 0:
            parts.append("/")
        text = "(" + ", ".join(parts) + ")"
        if self.return_annotation is not _empty:
            text += " -> " + formatannotation(self.return_annotation)
        return text

    def __repr__(self):
        return f"<Signature {self}>"


def _of_function(function):
    code, notes = function.__code__, function.__annotations__
    names = code.co_varnames
    count, only, named = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    defaults = function.__defaults__ or ()
    first = count - len(defaults)
    parameters = []

    def add(name, kind, default=_empty):
        parameters.append(Parameter(name, kind, default=default, annotation=notes.get(name, _empty)))
    for n in range(count):
        add(names[n], 0 if n < only else 1, defaults[n - first] if n >= first else _empty)
    rest = count + named
    if code.co_flags & 4:
        add(names[rest], 2)
        rest += 1
    keyword_defaults = function.__kwdefaults__ or {}
    for name in names[count:count + named]:
        add(name, 3, keyword_defaults.get(name, _empty))
    if code.co_flags & 8:
        add(names[rest], 4)
    return Signature(parameters, return_annotation=notes.get("return", _empty))


def _without_first(found):
    parameters = list(found.parameters.values())
    if parameters and parameters[0].kind != 2:
        parameters = parameters[1:]
    return Signature(parameters, return_annotation=found.return_annotation)


# What C functions say of themselves, of those that people ask.
_texts = {
    "len": "(obj, /)", "abs": "(x, /)", "sum": "(iterable, /, start=0)", "repr": "(obj, /)", "id": "(obj, /)",
    "print": "(*args, sep=' ', end='\\n', file=None, flush=False)", "callable": "(obj, /)", "chr": "(i, /)",
    "sorted": "(iterable, /, *, key=None, reverse=False)", "ord": "(c, /)", "all": "(iterable, /)",
    "any": "(iterable, /)", "round": "(number, ndigits=None)", "divmod": "(x, y, /)", "hash": "(obj, /)",
    "isinstance": "(obj, class_or_tuple, /)", "issubclass": "(cls, class_or_tuple, /)", "hex": "(number, /)",
    "bin": "(number, /)", "oct": "(number, /)", "format": "(value, format_spec='', /)", "setattr": "(obj, name, value, /)",
    "hasattr": "(obj, name, /)", "pow": "(base, exp, mod=None)", "sqrt": "(x, /)", "exp": "(x, /)",
}


def _of_text(text):
    parameters, kind = [], 1
    for part in text[1:-1].split(", "):
        if part == "/":
            parameters = [p.replace(kind=0) for p in parameters]
        elif part == "*":
            kind = 3
        else:
            name, _, default = part.partition("=")
            at = 2 if name.startswith("*") else kind
            kind = 3 if at == 2 else kind
            values = {"": _empty, "None": None, "False": False, "0": 0, "''": "", "' '": " ", "'\\n'": "\n"}
            parameters.append(Parameter(name.lstrip("*"), at, default=values[default]))
    return Signature(parameters)


def signature(obj, *, follow_wrapped=True):
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, _types.MethodType):
        return _without_first(signature(obj.__func__))
    if follow_wrapped and hasattr(obj, "__wrapped__"):
        return signature(obj.__wrapped__)
    if isinstance(obj, _types.FunctionType):
        return _of_function(obj)
    if isinstance(obj, type):
        for name in ("__new__", "__init__"):
            made = getattr(obj, name, None)
            if isinstance(made, _types.FunctionType):
                return _without_first(signature(made))
        if obj.__module__ == "builtins":
            raise ValueError(f"no signature found for builtin type {obj!r}")
        return Signature()
    if isinstance(obj, _types.BuiltinFunctionType):
        if obj.__name__ not in _texts:
            raise ValueError(f"no signature found for builtin {obj!r}")
        return _of_text(_texts[obj.__name__])
    if hasattr(obj, "func") and hasattr(obj, "keywords"):
        found = signature(obj.func)
        bound = found.bind_partial(*obj.args, **obj.keywords).arguments
        parameters, named = [], False
        for parameter in found.parameters.values():
            if parameter.name in obj.keywords and parameter.kind != 4:
                parameter, named = parameter.replace(default=obj.keywords[parameter.name], kind=3), True
            elif parameter.name in bound and parameter.kind in (0, 1):
                continue
            elif named and parameter.kind == 1:
                parameter = parameter.replace(kind=3)
            if not (named and parameter.kind == 2):
                parameters.append(parameter)
        return Signature(parameters, return_annotation=found.return_annotation)
    return _without_first(signature(type(obj).__call__))


_FullArgSpec = _namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations")


def getfullargspec(func):
    args, rest, keywords, defaults, named, named_defaults = [], None, None, [], [], {}
    found = signature(func, follow_wrapped=False)
    if isinstance(func, _types.MethodType):
        found = signature(func.__func__)
    for name, parameter in found.parameters.items():
        if parameter.kind in (0, 1):
            args.append(name)
            if parameter.default is not _empty:
                defaults.append(parameter.default)
        elif parameter.kind == 2:
            rest = name
        elif parameter.kind == 3:
            named.append(name)
            if parameter.default is not _empty:
                named_defaults[name] = parameter.default
        else:
            keywords = name
    notes = {} if found.return_annotation is _empty else {"return": found.return_annotation}
    notes.update({n: p.annotation for n, p in found.parameters.items() if p.annotation is not _empty})
    return _FullArgSpec(args, rest, keywords, tuple(defaults) or None, named, named_defaults or None, notes)


def isfunction(object):
    return isinstance(object, _types.FunctionType)


def ismethod(object):
    return isinstance(object, _types.MethodType)


def isbuiltin(object):
    return isinstance(object, _types.BuiltinFunctionType)


def isroutine(object):
    return isfunction(object) or ismethod(object) or isbuiltin(object)


def isclass(object):
    return isinstance(object, type)


def ismodule(object):
    return isinstance(object, type(_types))


def isgenerator(object):
    return isinstance(object, _types.GeneratorType)


def isgeneratorfunction(obj):
    obj = getattr(obj, "__func__", obj)
    return isfunction(obj) and bool(obj.__code__.co_flags & 32)


def getmro(cls):
    return cls.__mro__


def getmembers(object, predicate=None):
    found = []
    for name in sorted(dir(object)):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return found


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()], default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def unwrap(func, *, stop=None):
    while hasattr(func, "__wrapped__"):
        func = func.__wrapped__
    return func


# The lines of a block that begins here: up to the next line that stands no deeper.
def _block(lines, first):
    start = first
    while lines[first].lstrip().startswith("@") and first + 1 < len(lines):
        first += 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    end, open_, at = first + 1, lines[first].count("(") - lines[first].count(")"), first + 1
    while at < len(lines):
        line = lines[at]
        if line.strip():
            depth = len(line) - len(line.lstrip())
            if open_ <= 0 and depth <= indent and not line.lstrip().startswith("#"):
                break
            if not (line.lstrip().startswith("#") and depth <= indent):
                end = at + 1
            if open_ > 0:
                open_ += line.count("(") - line.count(")")
        at += 1
    return lines[start:end]


def getsourcelines(object):
    object = unwrap(object)
    object = getattr(object, "__func__", object)
    if isinstance(object, type):
        for value in vars(object).values():
            value = getattr(value, "__func__", getattr(value, "fget", value))
            if not isinstance(value, _types.FunctionType) or not _lines(value):
                continue
            lines = _lines(value)
            for n in range(value.__code__.co_firstlineno - 1, -1, -1):
                if lines[n].lstrip().startswith("class " + object.__name__):
                    while n > 0 and lines[n - 1].lstrip().startswith("@"):
                        n -= 1
                    return [line + "\n" for line in _block(lines, n)], n + 1
        raise OSError("could not find class definition")
    if not isinstance(object, _types.FunctionType):
        raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got "
                        + type(object).__name__)
    lines, first = _lines(object), object.__code__.co_firstlineno
    if not lines:
        raise OSError("could not get source code")
    return [line + "\n" for line in _block(lines, first - 1)], first


def getsource(object):
    return "".join(getsourcelines(object)[0])


def getsourcefile(object):
    return object.__code__.co_filename


getfile = getsourcefile
)py";

}  // namespace normscope::notebook::runtime
