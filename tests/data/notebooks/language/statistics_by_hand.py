data = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
n = len(data)
mean = sum(data) / n
biased = sum((x - mean) ** 2 for x in data) / n
unbiased = sum((x - mean) ** 2 for x in data) / (n - 1)
print(mean, biased, unbiased, biased ** 0.5)
print(f"mean={mean:.3f} std={biased ** 0.5:.3f} unbiased={unbiased:.6f}")
normalized = [(x - mean) / (biased + 1e-5) ** 0.5 for x in data]
print([round(v, 4) for v in normalized], round(sum(normalized), 10))
ordered = sorted(data)
median = (ordered[n // 2 - 1] + ordered[n // 2]) / 2
mode = max(set(data), key=data.count)
print(median, mode, min(data), max(data))
# Welford's recurrence gives the same.
m, s = 0.0, 0.0
for k, x in enumerate(data, 1):
    d = x - m
    m += d / k
    s += d * (x - m)
    print(k, round(m, 4), round(s, 4))
print(s / n, abs(s / n - biased) < 1e-12)
one_pass = sum(x * x for x in data) / n - mean ** 2
print(one_pass == biased, one_pass)
