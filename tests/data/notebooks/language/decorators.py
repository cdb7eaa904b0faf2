def shout(f):
    def wrapper(*args, **kwargs):
        print("calling", f.__name__, args, kwargs)
        return str(f(*args, **kwargs)).upper()
    return wrapper


@shout
def greet(name, punctuation="!"):
    return f"hello {name}{punctuation}"


print(greet("ann"), greet("bob", punctuation="?"))


def repeat(times):
    def decorate(f):
        def wrapper(*args):
            return [f(*args) for _ in range(times)]
        return wrapper
    return decorate


@repeat(times=3)
@shout
def one(x):
    return x + 1


print(one(1))
registry = {}


def register(f):
    registry[f.__name__] = f
    return f


@register
def relu(x):
    return max(0.0, x)


@register
def square(x):
    return x * x


print(list(registry), [f(-2.0) for f in registry.values()])


def memo(f):
    cache = {}

    def wrapper(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]
    wrapper.cache = cache
    return wrapper


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(60), len(fib.cache))


def tag(cls):
    cls.tagged = True
    return cls


@tag
class Thing:
    pass


print(Thing.tagged, Thing().tagged)


class CountCalls:
    def __init__(self, f):
        self.f = f
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.f(*args)


@CountCalls
def add(a, b):
    return a + b


print(add(1, 2), add(3, 4), add.calls)
