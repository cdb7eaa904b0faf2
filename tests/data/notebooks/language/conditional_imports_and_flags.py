import math

VERBOSE = True
DEBUG = False


def log(*args, level=1, **kwargs):
    if VERBOSE and level <= 1 or DEBUG:
        print("[log]", *args, **kwargs)


log("shown", 1, sep="-")
log("hidden", level=2)
log()
DEBUG = not DEBUG
log("now shown", level=2, end="!\n")
mode = "fast" if math.pi > 3 else "exact"
options = {"fast": lambda x: round(x), "exact": lambda x: x}
print(mode, options[mode](2.7), options.get("none", str)(2.7))
limits = dict(low=0, high=10)
print(limits["low"] <= 5 <= limits["high"], not limits["low"], limits["high"] and "set")
x = 7
kind = ("even", "odd")[x % 2]
print(kind, [None, "one"][bool(x)], (x > 5) + (x > 6) + (x > 7), -x if x < 0 else x, x and 0 or "or")
value = None
value = value or "default"
print(value, value is not None and len(value) > 3, (value or "") + "!", type(value or 1).__name__)
