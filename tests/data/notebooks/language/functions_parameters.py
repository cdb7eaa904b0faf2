def plain(a, b):
    return a - b


def defaults(a, b=2, c="x"):
    return a, b, c


def variadic(*args, **kwargs):
    return args, kwargs


def keyword_only(a, *, scale=1.0, shift):
    return a * scale + shift


def positional_only(a, b, /, c, d=4, *, e=5):
    return a, b, c, d, e


def everything(a, /, b, c=3, *args, d, e=5, **kwargs):
    return a, b, c, args, d, e, kwargs


print(plain(5, 3), plain(b=5, a=3), defaults(1), defaults(1, c=3), defaults(c=1, b=2, a=3))
print(variadic(), variadic(1, 2), variadic(1, k=2), variadic(*[1], **{"z": 1}))
print(keyword_only(2, shift=1), keyword_only(2, shift=1, scale=3))
print(positional_only(1, 2, 3), positional_only(1, 2, c=3, e=6))
print(everything(1, 2, d=4), everything(1, 2, 3, 4, 5, d=6, f=7, g=8))


def accumulate(x, store=[]):
    store.append(x)
    return store


print(accumulate(1), accumulate(2), accumulate(3, []), accumulate(4))


def nothing():
    pass


def early(x):
    if x:
        return
    print("went on")


print(nothing(), early(1), early(0))


def annotated(x: int, y: "float" = 1.0, *rest: str, **more: dict) -> list:
    """Says what it takes."""
    return [x, y]


print(annotated(1), annotated.__doc__, annotated.__name__)


def trailing(
    a,
    b=1,
):
    return a + b


print(trailing(1,), trailing(1, 2,))
