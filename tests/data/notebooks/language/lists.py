v = [3, 1, 2]
v.append(5)
v.extend([7, 6])
v.insert(1, 10)
print(v, len(v), v[2], v[-1])
v.sort()
print(v, v.index(5), v.count(3))
v.sort(reverse=True)
print(v, v.pop(), v.pop(0), v)
v.remove(5)
v.reverse()
print(v)
w = v
w.append(99)
print(v is w, v)
c = v.copy()
c.append(1)
print(len(v), len(c), v == c[:-1])
print([1, 2] + [3], [0] * 4, [1, 2] * 2, [[0] * 2] * 2)
grid = [[0] * 3 for _ in range(2)]
grid[0][1] = 5
print(grid)
shared = [[0] * 3] * 2
shared[0][1] = 5
print(shared)
del v[0]
print(v)
del v[:]
print(v, [] == v, not v)
words = ["pear", "Fig", "apple"]
print(sorted(words), sorted(words, key=len), sorted(words, key=str.lower, reverse=True))
words.sort(key=lambda s: s[-1])
print(words)
v.clear()
print(v, [1, [2, [3]]], [1, 2] == [1, 2.0], [1, 2] is [1, 2])
r = [1]
r.append(r)
print(r)
