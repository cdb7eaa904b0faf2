import math


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def softmax(xs):
    m = max(xs)
    es = [math.exp(x - m) for x in xs]
    s = sum(es)
    return [e / s for e in es]


def transpose(m):
    return [list(r) for r in zip(*m)]


def matmul(a, b):
    bt = transpose(b)
    return [[dot(r, c) for c in bt] for r in a]


def attention(q, k, v, causal=False):
    scale = 1 / math.sqrt(len(q[0]))
    scores = [[scale * dot(qi, kj) for kj in k] for qi in q]
    if causal:
        scores = [[s if j <= i else float("-inf") for j, s in enumerate(row)] for i, row in enumerate(scores)]
    weights = [softmax(r) for r in scores]
    return matmul(weights, v), weights


class LCG:
    def __init__(self, seed=1):
        self.state = seed

    def random(self):
        self.state = (1103515245 * self.state + 12345) & 0x7FFFFFFF
        return self.state / 0x7FFFFFFF

    def matrix(self, n, m):
        return [[round(self.random() * 2 - 1, 3) for _ in range(m)] for _ in range(n)]


rng = LCG(42)
q, k, v = (rng.matrix(3, 2) for _ in range(3))
out, w = attention(q, k, v, causal=True)
for name, m in zip("qkvow", (q, k, v, out, w)):
    print(name, "=", m)
print("\n".join("".join(" .:-=+*#%@"[min(9, int(p * 10))] for p in row) for row in w))
print([sum(r) for r in w])
