class Generator:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1103515245 * self.state + 12345) % 2 ** 31
        return self.state

    def uniform(self, low=0.0, high=1.0):
        return low + (high - low) * self.next() / 2 ** 31

    def choice(self, items):
        return items[self.next() // 65536 % len(items)]


g = Generator(42)
print([g.next() for _ in range(4)], g.uniform(), f"{g.uniform(-1, 1):.6f}")
position, path = 0, []
for _ in range(30):
    position += g.choice((-1, 1))
    path.append(position)
print(path, min(path), max(path))
low = min(path)
for p in path[:12]:
    print(" " * (p - low) + "*")
samples = [sum(g.uniform() for _ in range(12)) - 6 for _ in range(500)]
mean = sum(samples) / len(samples)
var = sum((s - mean) ** 2 for s in samples) / len(samples)
print(f"{mean:.4f} {var:.4f}")
