def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]:
            flags[i * i::i] = [False] * len(flags[i * i::i])
    return [i for i, f in enumerate(flags) if f]


def factors(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0:
            out.append(d)
            n //= d
        d += 1
    if n > 1:
        out.append(n)
    return out


print(sieve(60))
for n in (12, 97, 360, 1001, 2 ** 31 - 1):
    print(n, factors(n))
twins = [(a, b) for a, b in zip(sieve(100), sieve(100)[1:]) if b - a == 2]
print(twins, len(sieve(1000)))
perfect = [n for n in range(2, 500) if sum(d for d in range(1, n) if n % d == 0) == n]
print(perfect)
