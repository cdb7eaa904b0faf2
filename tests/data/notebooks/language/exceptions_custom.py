class ModelError(Exception):
    """Base of our errors."""


class ShapeError(ModelError):
    def __init__(self, expected, got):
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got


class Quiet(Exception):
    pass


try:
    raise ShapeError((2, 3), (3, 2))
except ModelError as e:
    print(type(e).__name__, e, e.expected, e.got, e.args, repr(e))
try:
    raise Quiet
except Quiet as e:
    print(repr(e), str(e) == "", e.args)
try:
    raise Quiet("a", 1)
except Quiet as e:
    print(e, repr(e), e.args)
for kind in (ValueError, TypeError, KeyError, RuntimeError, NotImplementedError, StopIteration,
             IndexError, ArithmeticError, OverflowError, LookupError, AttributeError):
    try:
        raise kind("message")
    except Exception as e:
        print(kind.__name__, e, repr(e), isinstance(e, LookupError), issubclass(kind, Exception))
try:
    int("abc")
except (TypeError, ValueError) as error:
    kept = error
print(kept)
try:
    print(error)
except NameError as e:
    print("gone:", e)
print(issubclass(KeyError, LookupError), issubclass(ZeroDivisionError, ArithmeticError),
      issubclass(NotImplementedError, RuntimeError), ShapeError.__mro__[1].__name__)


def validate(x):
    if not isinstance(x, int):
        raise TypeError(f"wanted int, not {type(x).__name__}")
    if x < 0:
        raise ValueError("negative: %d" % x)
    return x


for v in (1, -1, "s", 2.0):
    try:
        print("valid", validate(v))
    except (TypeError, ValueError) as e:
        print(type(e).__name__ + ":", e)
