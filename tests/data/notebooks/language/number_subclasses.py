class F(float):
    def __radd__(self, o): return "radd", o
    def __len__(self): return 3
class I(int):
    def __eq__(self, o): return True
    def __hash__(self): return 5
    def __index__(self): return 2
class S(str):
    def __str__(self): return "S"
    def __repr__(self): return "R"
    def __iter__(self): return iter([7])
class L(list):
    def __eq__(self, o): return True
    def __iter__(self): return iter([7, 8])
class E(Exception):
    def __eq__(self, o): return True
print(1 + F(), True + F(), 1.5 + F(2), bool(F()), bool(F(1)), not F())
print(I(0) != 1, I(0) == 1, 1 != I(0), [1, 2, 3][I(1)], range(I(2)), L() != 1, L() == 1, E() != 1, E() == 1)
print(f"{S('a')}", f"{S('a')!r}", f"{S('a'):>3}", "%s" % S("a"), 7 in L([1]), 1 in L([1]), "{}".format(S("x")))
for f in (lambda: 1 in S("a"), lambda: float(S("q")), lambda: S("a") + 1, lambda: L([1]) + 1, lambda: b"a" * [], lambda: [] * b"a", lambda: "{:>{}}|{:{}.{}f}".format("a", 5, 3.14159, 8, 2),
          lambda: "{:{}}{}".format(1, 5, 2), lambda: "{0:{1}}".format(1, 4), lambda: "{:{w}}".format(1, w=3), lambda: "{:{}}".format(1), lambda: "{:{}{}}".format(7, ">", 4), lambda: OSError(2, "no"), lambda: OSError(13, "x", "f"), lambda: OSError(999, "x"), lambda: repr(OSError(17, "e")), lambda: type(OSError("only")).__name__):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    raise OSError(2, "No such file")
except FileNotFoundError as e:
    print("caught", e, e.args)
