print(callable(print), callable(int), callable("a"), callable(lambda: 0))
a = [1]
b = a
print(id(a) == id(b), hash("a") == hash("a"), hash(1) == hash(1.0) == hash(True), hash((1, 2)) == hash((1, 2)))
print(hash(5), hash(0), hash(True), hash(-1), hash(2.0), hash(2 ** 61 - 1))
try:
    hash({})
except TypeError as e:
    print(e)
print(chr(65), ord("a"), hex(255), bin(5), oct(8), [chr(c) for c in range(97, 100)])
print(divmod(9, 4), pow(3, 4), abs(-2))
