a = [1, 2]
b = a
c = [1, 2]
print(a == c, a is c, a is b, a is not c)
print(1 == 1.0, 1 is None, "a" == 'a', (1, 2) == (1, 2), None is None)
print([1, [2, 3]] == [1, [2, 3]], {"a": [1]} == {"a": [1]}, "1" == 1, [] == False)
b.append(3)
print(a, c, a is b)


def change(items):
    items.append("changed")
    items = ["new"]
    return items


print(change(a), a)
x = y = 5
y += 1
print(x, y)
matrix = [[1, 2], [3, 4]]
shallow = matrix.copy()
shallow[0][0] = 99
shallow[1] = "replaced"
print(matrix, shallow)
deep = [row[:] for row in matrix[:1]]
deep[0][0] = 0
print(matrix, deep)
print(id(a) == id(b), id(a) == id(c), type(a) == list, type(a) is type(c))
