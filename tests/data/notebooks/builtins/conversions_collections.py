print(list(), tuple(), dict(), set(), str(), int(), float(), bool())
print(list("abc"), list((1, 2)), list({"a": 1}), list(range(3)), list(x for x in "ab"), tuple([1]), tuple("ab"))
print(set([1, 1, 2]) == {1, 2}, dict(a=1), dict([("b", 2)]), dict({"c": 3}, d=4), dict(zip("xy", [1, 2])))
print(list({"k": 1}.items()), list({"k": 1}.values()), list(enumerate("a")), str(list("ab")))
a = [1, 2]
b = list(a)
b.append(3)
print(a, b, list([a]) == [a], tuple(a) + tuple(b), set(a) & set(b) == {1, 2})
print(bool([]), bool([0]), bool(" "), bool(0.0), bool(-1), bool(None), int("12") + float("1.5"), int(2.9), str(2) + "2")
