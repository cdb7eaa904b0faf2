import functools
import time
import torch


def timer(func):
    """Print how long a function takes."""
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = func(*args, **kwargs)
        elapsed = time.perf_counter() - start
        assert elapsed >= 0
        print(f"{func.__name__} finished in {'<1' if elapsed < 1 else elapsed} s")
        return result
    return wrapper


def repeat(n):
    def deco(f):
        @functools.wraps(f)
        def inner(*a, **k):
            return [f(*a, **k) for _ in range(n)]
        return inner
    return deco


def trace(f=None, *, prefix="->"):
    if f is None:
        return functools.partial(trace, prefix=prefix)

    @functools.wraps(f)
    def g(*args, **kwargs):
        parts = [repr(a) for a in args] + [f"{k}={v!r}" for k, v in kwargs.items()]
        out = f(*args, **kwargs)
        print(f"{prefix} {f.__name__}({', '.join(parts)}) = {out!r}")
        return out
    return g


@timer
@repeat(3)
def normalize(x):
    """Doc."""
    return (x - x.mean()) / x.std()


@trace(prefix="TRACE")
@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@trace
def add(a, b=2, *, c=3):
    return a + b + c


r = normalize(torch.tensor([1., 2., 3.]))
print(len(r), r[0], normalize.__name__, normalize.__doc__)
fib(4)
print(add(1), add(1, c=5))
print(add.__wrapped__(1, 1, c=1))


class CountCalls:
    def __init__(self, f):
        functools.update_wrapper(self, f)
        self.f, self.n = f, 0

    def __call__(self, *a):
        self.n += 1
        return self.f(*a)


@CountCalls
def double(x):
    return 2 * x


print(double(2), double(3), double.n, double.__name__)


@functools.lru_cache(maxsize=2)
def sq(x):
    print("computing", x)
    return x * x


print([sq(i) for i in (1, 2, 1, 3, 2, 1)], sq.cache_info())
sq.cache_clear()
print(sq.cache_info())
