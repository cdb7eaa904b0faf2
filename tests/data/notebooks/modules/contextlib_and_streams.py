# contextlib, io.StringIO, sys.stdout and print to a file.
from contextlib import contextmanager, suppress, nullcontext, closing, ExitStack, redirect_stdout
import io, sys
@contextmanager
def cm(n):
    """doc"""
    print("enter", n)
    try: yield n * 2
    except ValueError as e: print("caught", e)
    finally: print("exit", n)
with cm(1) as v: print(v)
with cm(2): raise ValueError("x")
try:
    with cm(3): raise KeyError("k")
except KeyError as e: print("out", e)
print(cm.__name__, cm.__doc__)
with suppress(ZeroDivisionError, KeyError): 1 / 0
with nullcontext(5) as n: print(n)
class C:
    def close(self): print("closed")
with closing(C()) as c: print(type(c).__name__)
with ExitStack() as s:
    a = s.enter_context(cm(4)); s.callback(print, "cb", 1); b = s.enter_context(cm(5)); print(a, b)
buf = io.StringIO()
with redirect_stdout(buf): print("hidden"); print("x", 1, sep="-")
print(repr(buf.getvalue()))
@cm(9)
def deco(): print("in deco")
deco()
@contextmanager
def bad():
    if False: yield
try:
    with bad(): pass
except RuntimeError as e: print(e)
@contextmanager
def two(): yield 1; yield 2
try:
    with two(): pass
except RuntimeError as e: print(e)
f = io.StringIO("a\nb\nc"); print(f.read(2), f.readline(), f.readlines(), f.read()); f.seek(0); print([l for l in f]); g = io.StringIO(); print(g.write("abc"), g.tell()); g.seek(1); g.write("X"); print(g.getvalue()); print("to", "buf", file=g, end="!"); print(g.getvalue())
print("a", file=sys.stdout); print("err", file=sys.stderr); sys.stdout.write("w\n"); print(sys.version_info >= (3, 8), sys.version_info[:2], sys.version_info.major, sys.maxsize, sys.float_info.max, sys.float_info.epsilon, sys.byteorder, sys.version_info)
class Tee:
    def write(self, s): sys.__stdout__.write(f"<{s}>")
    def flush(self): pass
print("x", 2, file=Tee())
