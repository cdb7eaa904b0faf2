# The stream of random and everything drawn from it.
import random
random.seed(42)
print([random.random() for _ in range(5)], random.randint(1, 10), [random.randint(0, 100) for _ in range(10)], random.choice("abc"), random.uniform(1, 2), random.gauss(0, 1), random.gauss(0, 1), random.normalvariate(5, 2))
l = list(range(20)); random.shuffle(l); print(l)
print(random.sample(range(100), 5), random.sample(list("abcdef"), 6), random.choices([1, 2, 3], k=5), random.choices("ab", weights=[1, 9], k=6), random.choices("ab", cum_weights=[1, 9], k=6), random.randrange(10), random.randrange(5, 50, 5), random.getrandbits(10), random.getrandbits(100), random.getrandbits(32), random.getrandbits(64), random.triangular(), random.expovariate(2), random.betavariate if 0 else 1, random.lognormvariate(0, 1), random.paretovariate(3), random.weibullvariate(1, 2))
r = random.Random(7); print(r.random(), r.randint(1, 6)); r2 = random.Random(7); print(r2.random() )
s = random.getstate(); a = random.random(); random.setstate(s); print(a == random.random())
for seed in (0, 1, -5, 2**40, 2**100, 3.7, True): random.seed(seed); print(seed, random.random(), random.randrange(10**20))
for f in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.randrange(0), lambda: random.sample([1], 3), lambda: random.randrange(1, 2, 0), lambda: random.choices([], k=1), lambda: random.sample({1}, 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(random.sample(range(10000), 50), random.sample(range(10**6), 3), random.sample(["a", "b"], counts=[2, 3], k=3))
print([random.random() for _ in range(700)][-3:])
