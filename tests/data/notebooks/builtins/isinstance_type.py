for v in (1, 1.0, "a", True, None, [1], (1,), {"a": 1}, {1}, range(1), len, lambda: 0, print, type, int, slice(1)):
    print(type(v), type(v).__name__, isinstance(v, (int, float)), isinstance(v, str))
print(type(1) == int, type(True) == int, isinstance(True, int), type("") is str, type([]) in (list, tuple))
print(int, str, float, bool, list, dict, tuple, set, type, object, Exception, ValueError)
print(isinstance([], object), issubclass(bool, int), issubclass(int, object), isinstance(ValueError(), Exception))
print(type(x for x in []), type(iter([])).__name__, type({}.items()).__name__, type(Exception("a")))


class Thing:
    pass


def function():
    yield


print(type(Thing()), type(Thing), Thing, type(Thing().__class__), type(function).__name__, type(function()).__name__)
print(isinstance(Thing(), Thing), type(Thing()) == Thing, Thing.__class__ is type)
