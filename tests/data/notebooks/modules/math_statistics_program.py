import math
from collections import Counter, defaultdict

samples = [2.5, 3.5, 2.5, 4.0, 5.5, 3.5, 2.5]
mean = math.fsum(samples) / len(samples)
deviation = math.sqrt(math.fsum((s - mean) ** 2 for s in samples) / (len(samples) - 1))
print(f"{mean:.4f} {deviation:.4f} {math.hypot(mean, deviation):.4f}")
print(Counter(samples).most_common(1), math.ceil(mean), math.floor(deviation), math.trunc(-mean))
entropy = -sum(n / len(samples) * math.log2(n / len(samples)) for n in Counter(samples).values())
print(round(entropy, 6), math.isclose(entropy, 1.8424, rel_tol=1e-3))
bins = defaultdict(list)
for s in samples:
    bins[math.floor(s)].append(s)
for b in sorted(bins):
    print(b, bins[b], "*" * len(bins[b]))
print(math.log(math.factorial(10)), math.comb(10, 3), math.pi / 4, math.sin(math.pi), math.cos(math.pi), math.e ** 2, math.exp(2))
print([round(math.tanh(x / 2), 4) for x in range(-3, 4)], math.inf > 10 ** 100, -math.inf, math.nan != math.nan, math.sqrt(10 ** 20), math.log10(1e-5), math.atan2(-1, -1))
angle = 0.0
for step in range(5):
    print(f"({math.cos(angle):+.3f}, {math.sin(angle):+.3f})", end=" ")
    angle += math.tau / 5
print()
