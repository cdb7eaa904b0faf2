# send, throw, close and yield from, and what generators do at their end.
def gen():
    x = yield 1
    print("got", x)
    try:
        y = yield 2
        print("y", y)
    except ValueError as e:
        print("caught", e)
        yield "err"
    finally:
        print("fin")
    return "done"
g = gen()
print(next(g), g.send("a"), g.throw(ValueError("v")))
try: next(g)
except StopIteration as e: print("stop", e.value, e.args)
g = gen()
print(next(g)); print(next(g)); g.close()
def outer():
    r = yield from gen()
    print("r", r)
    yield from [7, 8]
    yield from range(2)
    return r
print(list(outer()))
try: g2 = gen(); g2.send(1)
except TypeError as e: print(e)
def bad():
    yield 1
    raise StopIteration
try: list(bad())
except RuntimeError as e: print(e, repr(e.__cause__))
def ign():
    try: yield 1
    except GeneratorExit: yield 2
i = ign(); next(i)
try: i.close()
except RuntimeError as e: print(e)
def selfref():
    yield next(me)
me = selfref()
try: next(me)
except ValueError as e: print(e)
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
from itertools import islice, takewhile
print(list(islice(fib(), 15)), list(takewhile(lambda v: v < 50, fib())))
def walk(t):
    if isinstance(t, list):
        for u in t: yield from walk(u)
    else: yield t
print(list(walk([1, [2, [3, [4]], 5], []])))
e = (x * y for x in range(3) for y in range(x) if (x + y) % 2)
print(type(e).__name__, list(e), list(e), sum(x for x in range(5)), max((len(w), w) for w in "a bbb cc".split()), any(x > 3 for x in range(5)), "".join(c for c in "abc"))
c = (i for i in [1, 2, 3]); print(2 in c, list(c))
print(next((x for x in [] if x), None), next(iter([5])), next(iter([]), "d"))
def counter():
    n = 0
    while True:
        cmd = yield n
        if cmd == "reset": n = 0
        elif cmd is not None: n += cmd
        else: n += 1
k = counter()
print(next(k), next(k), k.send(10), k.send("reset"), next(k))
def avg():
    tot = cnt = 0
    res = None
    while True:
        v = yield res
        if v is None: break
        tot += v; cnt += 1; res = tot / cnt
    return (tot, cnt)
def deleg(out):
    while True:
        out.append((yield from avg()))
out = []
dg = deleg(out); next(dg)
for v in (1, 2, None, 5, None): print(dg.send(v))
print(out)
print(gen.__name__, g.gi_frame if False else "", hasattr(g, "send"), iter(g) is g)
def tg():
    try:
        yield 1
    except KeyError: print("ke"); raise IndexError("ie")
t = tg(); next(t)
try: t.throw(KeyError)
except IndexError as e: print(repr(e), repr(e.__context__))
t = tg()
try: t.throw(KeyError, "msg")
except KeyError as e: print(repr(e))
print(list(t))
it = iter([1, 2, 3, 4, 5])
print(list(zip(it, it)), list(it))
print([*map(lambda a, b: a + b, [1, 2], [3, 4, 5])], list(filter(None, [0, 1, "", "a"])), list(enumerate("ab", 5)), list(zip("ab", [1, 2], (3, 4))), list(reversed([1, 2])), dict(zip("ab", range(2))))
sent = iter(lambda l=[3, 2, 1]: l.pop(), 1)
print(list(sent))
