import random
import statistics as st

random.seed(42)
rolls = [random.randint(1, 6) for _ in range(20)]
print(rolls, st.mean(rolls), st.median(rolls), st.mode(rolls), round(st.stdev(rolls), 4))
print(random.random(), random.uniform(1, 2), random.gauss(0, 1), random.choice("abc"), random.sample(range(100), 5), random.choices(["H", "T"], weights=[3, 1], k=8))
deck = list(range(10))
random.shuffle(deck)
print(deck, random.randrange(0, 100, 7), random.expovariate(1.5), random.betavariate(2, 3), random.triangular(0, 10, 5))
rng = random.Random(7)
inside = sum(rng.random() ** 2 + rng.random() ** 2 <= 1 for _ in range(2000))
print("pi ~", 4 * inside / 2000)


def walk(n, rng):
    x = y = 0
    for _ in range(n):
        dx, dy = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x, y = x + dx, y + dy
    return x, y


print([walk(50, random.Random(s)) for s in range(4)])
hist = {k: rolls.count(k) for k in range(1, 7)}
for k, v in hist.items():
    print(f"{k}: {'#' * v:<8} {v / len(rolls):6.1%}")
