assert True
assert 1 + 1 == 2, "arithmetic works"
try:
    assert 1 == 2
except AssertionError as e:
    print("plain:", repr(e), str(e) == "")
try:
    assert [], "the list is empty"
except AssertionError as e:
    print("message:", e)
try:
    assert (x := 5) > 10, f"x is {x}"
except AssertionError as e:
    print("formatted:", e, e.args)


def check(shape, expected):
    assert shape == expected, f"got {shape}, expected {expected}"
    return "ok"


print(check((2, 3), (2, 3)))
try:
    check((2, 3), (3, 2))
except AssertionError as e:
    print(e)
