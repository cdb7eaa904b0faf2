def matmul(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


def transpose(m):
    return [list(r) for r in zip(*m)]


def identity(n):
    return [[1 if i == j else 0 for j in range(n)] for i in range(n)]


def show(m):
    for row in m:
        print("[" + ", ".join(f"{v:6.2f}" for v in row) + "]")


a = [[1, 2, 3], [4, 5, 6]]
b = transpose(a)
print(b)
show(matmul(a, b))
print(matmul(identity(2), a) == a)


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([r[:j] + r[j + 1:] for r in m[1:]])
               for j in range(len(m)))


print(determinant([[2, 0, 1], [1, 3, 2], [1, 1, 1]]))
mean = [sum(c) / len(c) for c in zip(*a)]
print(mean)
var = [sum((x - m) ** 2 for x in c) / len(c) for c, m in zip(zip(*a), mean)]
print(var)
flat = sum(a, [])
print(flat, max(map(max, a)), [sum(r) for r in a])
