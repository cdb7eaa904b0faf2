it = iter([1, 2])
print(next(it), next(it), next(it, "end"))
try:
    next(it)
except StopIteration as e:
    print("StopIteration", repr(e))
s = iter("ab")
print(list(s), list(s), iter(s) is s)
d = iter({"a": 1, "b": 2})
print(next(d), next(d))
pairs = iter(range(6))
print(list(zip(pairs, pairs)))
for x in (it := iter([1, 2, 3, 4])):
    print(x, next(it))
print(5 in iter([1, 5]), sum(iter((1, 2))), max(iter([3, 9])))
data = iter([1, 2, 3])
first = next(data)
print(first, [x - first for x in data])
