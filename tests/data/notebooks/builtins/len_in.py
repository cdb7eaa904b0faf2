print(len(""), len("abc"), len([1, 2]), len((1,)), len({"a": 1}), len({1, 2}), len(range(10)), len("μσ"))
print(1 in [1], "a" in "abc", "bc" in "abc", "" in "abc", 1 in (2, 3), "k" in {"k": 1}, 1.0 in [1], None in [None])
print(3 not in [1, 2], "x" not in "abc", [1] in [[1]], (1, 2) in {(1, 2): "t"}, True in [1], 5 in range(10))
try:
    1 in 5
except TypeError as e:
    print(e)
try:
    1 in "abc"
except TypeError as e:
    print(e)
try:
    len(3)
except TypeError as e:
    print(e)
try:
    [] in {}
except TypeError as e:
    print(e)
