for e in (ValueError, TypeError, KeyError, IndexError, ZeroDivisionError, OverflowError, AttributeError,
          NameError, UnboundLocalError, RuntimeError, RecursionError, NotImplementedError, StopIteration,
          AssertionError, ArithmeticError, LookupError, ImportError, ModuleNotFoundError, KeyboardInterrupt, OSError, SyntaxError):
    print(e.__name__, [c.__name__ for c in e.__mro__[1:]])
try:
    {}["missing"]
except LookupError as e:
    print(type(e), e.args)
try:
    raise Exception("plain", 2)
except Exception as e:
    print(e, e.args, len(e.args))
print(isinstance(KeyError("x"), Exception), issubclass(KeyboardInterrupt, Exception), BaseException.__name__)
