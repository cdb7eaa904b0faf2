def attempt(f):
    try:
        result = f()
    except ZeroDivisionError:
        print("division")
    except (KeyError, IndexError) as e:
        print("lookup", type(e).__name__, e)
    except ValueError as e:
        print("value", e)
        return "from except"
    except Exception as e:
        print("other", type(e).__name__, e)
    else:
        print("fine", result)
    finally:
        print("finally")
    return "end"


print(attempt(lambda: 1 / 0))
print(attempt(lambda: {"a": 1}["b"]))
print(attempt(lambda: [1, 2][5]))
print(attempt(lambda: int("x1")))
print(attempt(lambda: "a" + 1))
print(attempt(lambda: None.foo))
print(attempt(lambda: undefined_name))
print(attempt(lambda: 42))


def returns():
    try:
        return "try"
    finally:
        print("on the way out")


def overrides():
    try:
        return "try"
    finally:
        return "finally"


print(returns(), overrides())
for i in range(3):
    try:
        if i == 1:
            continue
        print("body", i)
    finally:
        print("cleanup", i)
try:
    try:
        raise ValueError("inner")
    except ValueError as e:
        print("first", e)
        raise
except ValueError as e:
    print("again", e)
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise RuntimeError("wrapped") from e
except RuntimeError as e:
    print(e, repr(e.__cause__))
