values = [1, -1.5, "text", 'it\'s', "new\nline", None, True, [1, "a"], ("x",), {"k": "v"}, {1}, range(2)]
for v in values:
    print(str(v), "|", repr(v))
print([str(1), repr("1")], str([1.0, "é"]), repr({"a": [None, (1, 2)]}), str(...), repr(type("")))


class A:
    def __repr__(self):
        return "A()"


class B:
    def __str__(self):
        return "a B"

    def __repr__(self):
        return "B()"


print(A(), [A()], str(A()), B(), [B()], str(B()), repr(B()), f"{B()} {B()!r} {A()!s}", {"k": B()})
print(str(ValueError("bad")), repr(ValueError("bad")), repr(KeyError("k")), str(KeyError("k")), repr(IndexError()))
print(str(str), repr(len), str(True) + "!", repr(-0.0), str(1e-7), repr(10 ** 20))
