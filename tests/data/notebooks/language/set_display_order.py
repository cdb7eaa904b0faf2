# The order in which sets show what displays, copies and operations put into them.
print({11, 3, 7}, {10, 2, 7, 8, 1}, {11, 3, 2, 0}, {6, 3, 1, 11}, {7, 2})
a = {11, 1, 12, 4}
b = {12, 4, 11, 1, 40}
x = 11
print(a, b, a | b, a & b, a - b, a ^ b, {x, 3, 7}, {*[11, 3, 7]}, set([11, 3, 7]), frozenset((11, 3, 7)))
print({433575, -2, 15}, {n * 7 % 32 for n in range(12)}, set(range(20, 0, -3)), {1.5, 2, True, -1})
a.add(100)
a.discard(1)
print(a, a.copy(), set(a), sorted(a), a.pop(), a)
s = {9, 3}
s.discard(9)
s.add(1)
print(s)
s = {9, 3, 17}
s -= {9, 17}
s.add(1)
print(s)
s = {11, 10, 7}
s ^= {2, 7}
print(s, {3} in {frozenset({3}), 4})
s = {9, 9, 6, 5, 2}
s.difference_update({6, 5, 12, 0})
print(s)
s.symmetric_difference_update([2, 4, 30])
print(s)
