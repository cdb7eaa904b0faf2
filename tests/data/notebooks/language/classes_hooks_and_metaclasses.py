# Attribute hooks, descriptors, metaclasses, slots, and special methods that answer wrongly.
class G:
    def __getattr__(self, n):
        if n.startswith("q"): return n.upper()
        raise AttributeError(f"no {n}")
    def __setattr__(self, n, v): print("set", n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
g = G()
g.a = 1
print(g.a, g.qq, hasattr(g, "z"), getattr(g, "z", 5))
del g.a
try: g.a
except AttributeError as e: print(e)
class GA:
    def __init__(self): self.v = 3
    def __getattribute__(self, n):
        print("ga", n)
        return super().__getattribute__(n)
    def __getattr__(self, n): return "fallback " + n
ga = GA()
print(ga.v, ga.nope)
class Desc:
    def __set_name__(self, owner, name): self.name = name; print("set_name", owner.__name__, name)
    def __get__(self, obj, owner=None):
        if obj is None: return self
        return obj.__dict__.get(self.name, "unset")
    def __set__(self, obj, v):
        if v < 0: raise ValueError(f"{self.name} must be >= 0")
        obj.__dict__[self.name] = v
    def __delete__(self, obj): obj.__dict__.pop(self.name)
class H:
    x = Desc()
    y = Desc()
    def __init__(self, x): self.x = x
h = H(4)
print(h.x, h.y, type(H.x).__name__, h.__dict__)
try: h.x = -1
except ValueError as e: print(e)
del h.x
print(h.x)
class Plugin:
    reg = []
    def __init_subclass__(cls, /, tag="none", **kw):
        super().__init_subclass__(**kw)
        cls.reg.append((cls.__name__, tag))
class P1(Plugin): pass
class P2(Plugin, tag="t"): pass
print(Plugin.reg)
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        print("new", name, sorted(k for k in ns if not k.startswith("__")), kw)
        return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns); cls.tag = name.lower()
    def __call__(cls, *a, **k): print("call", cls.__name__, a); return super().__call__(*a, **k)
    def __repr__(cls): return f"<M {cls.__name__}>"
    def __len__(cls): return 42
    def __iter__(cls): return iter([1, 2])
    def __contains__(cls, x): return x == 5
    def __getitem__(cls, k): return k
    @property
    def mp(cls): return "metaprop"
class M(metaclass=Meta, opt=1):
    z = 1
    def __init__(self, v): self.v = v
m = M(3)
print(m.v, M, M.tag, len(M), list(M), 5 in M, M["k"], M.mp, type(M), type(type(M)))
T = type("T", (M,), {"q": 5})
print(T, T.q, T(2).v)
class S:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
s = S()
try: s.c = 1
except AttributeError as e: print(e)
try: print(s.b)
except AttributeError as e: print(e)
try: print(s.__dict__)
except AttributeError as e: print(e)
class K:
    def __class_getitem__(cls, item): return (cls.__name__, item)
print(K[int], K["a", 1])
class N:
    def __new__(cls, *a): print("new", a); o = super().__new__(cls); o.a = a; return o
    def __init__(self, *a): print("init", a)
print(N(1, 2).a)
class Single:
    inst = None
    def __new__(cls):
        if cls.inst is None: cls.inst = super().__new__(cls)
        return cls.inst
print(Single() is Single())
class E1:
    def __eq__(self, o): return True
try: hash(E1())
except TypeError as e: print(e)
try: {E1(): 1}
except TypeError as e: print(e)
class B1:
    def __bool__(self): return 1
try: bool(B1())
except TypeError as e: print(e)
class L1:
    def __len__(self): return -1
try: len(L1())
except ValueError as e: print(e)
class L2:
    def __len__(self): return "a"
try: len(L2())
except TypeError as e: print(e)
class R1:
    def __repr__(self): return 5
try: repr(R1())
except TypeError as e: print(e)
try: print(R1())
except TypeError as e: print(e)
class S1:
    def __str__(self): return 5
try: print(S1())
except TypeError as e: print(e)
class I1:
    def __iter__(self): return 5
try: list(I1())
except TypeError as e: print(e)
class I2:
    def __init__(self): raise ValueError("no")
try: I2()
except ValueError as e: print(e)
class I3:
    def __init__(self): return 5
try: I3()
except TypeError as e: print(e)
class H1:
    def __hash__(self): return "a"
try: hash(H1())
except TypeError as e: print(e)
class X1:
    def __index__(self): return 1.5
try: [1][X1()]
except TypeError as e: print(e)
class F1:
    def __format__(self, s): return 5
try: f"{F1()}"
except TypeError as e: print(e)
class C1:
    def __contains__(self, x): return []
print(1 in C1(), 1 not in C1())
