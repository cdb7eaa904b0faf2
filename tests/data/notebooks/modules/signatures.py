import functools
import inspect
from typing import List, Optional, Callable


def f(a, /, b: int, c=3, *args, d, e: str = "x", **kw) -> float:
    """Doc of f.

        indented
    """
    y = 1
    return 0.0


class A:
    """A class."""

    def __init__(self, q, r: "int" = 2, *, s: Optional[List[int]] = None):
        self.q = q

    def m(self, x=1):
        """Method."""
        return x

    @staticmethod
    def st(a): pass

    @classmethod
    def cl(cls, b): pass

    def __call__(self, z, *w): pass


class B(A):
    pass


class C:
    pass


def gen():
    yield 1


for o in (f, A, B, C, A.m, A(1).m, A.st, A.cl, A(1), gen, lambda x, y=2: x, functools.partial(f, 1, d=5), len, print, sorted):
    print(inspect.signature(o))
sig = inspect.signature(f)
print(repr(sig), sig.return_annotation, list(sig.parameters))
for name, p in sig.parameters.items():
    print(name, p.kind, repr(p.kind), p.kind.description, p.default is inspect.Parameter.empty, p.annotation, repr(p), p)
b = sig.bind(1, 2, d=4, z=9)
print(b, b.arguments, b.args, b.kwargs)
b.apply_defaults()
print(b.arguments)
for bad in (lambda: sig.bind(1), lambda: sig.bind(), lambda: inspect.signature(A).bind(1, 2, 3), lambda: inspect.signature(A).bind(1, zz=3), lambda: inspect.signature(5), lambda: inspect.signature(A).bind(1, q=3)):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(inspect.getfullargspec(f))
print(inspect.getdoc(f), "|", inspect.getdoc(A.m), inspect.getdoc(C))
print(inspect.isfunction(f), inspect.isclass(A), inspect.ismethod(A(1).m), inspect.isbuiltin(len), inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.ismodule(inspect))
print([n for n, v in inspect.getmembers(A, inspect.isfunction)], [n for n, v in inspect.getmembers(A(1)) if not n.startswith("__")])
print(inspect.getsource(gen))
print(inspect.getsource(A.m))
print(inspect.getsource(f))


def typed(fn):
    sig = inspect.signature(fn)

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        bound = sig.bind(*args, **kwargs)
        bound.apply_defaults()
        for k, v in bound.arguments.items():
            want = fn.__annotations__.get(k)
            if want is not None and not isinstance(v, want):
                raise TypeError(f"{k} should be {want.__name__}, got {type(v).__name__}")
        return fn(*args, **kwargs)
    return wrapper


@typed
def area(w: int, h: int = 2):
    return w * h


print(area(3), inspect.signature(area), area.__wrapped__ is not area)
try:
    area("3")
except TypeError as e:
    print(e)
print(inspect.cleandoc("""
    a
      b
    """), inspect.getmro(B), inspect.Parameter("x", inspect.Parameter.KEYWORD_ONLY, default=3), inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_ONLY)]))
