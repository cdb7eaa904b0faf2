data = {"relu": 12.5, "gelu": 9.25, "tanh": 3.0, "sigmoid": 0.5}
longest = max(map(len, data))
scale = 30 / max(data.values())
for name, value in data.items():
    print(f"{name:>{longest}} | {'█' * round(value * scale):<30} {value:6.2f}")
total = sum(data.values())
print("-" * (longest + 42))
for name, value in sorted(data.items(), key=lambda item: item[1]):
    share = value / total
    print(f"{name:<{longest}} {share:>7.1%} {'.' * int(share * 40)}")
print(f"{'total':<{longest}} {total:>8,.3f}")
columns = list(zip(*[(n, str(v)) for n, v in data.items()]))
for column in columns:
    print(" ".join(c.center(8) for c in column))
print("\n".join(f"{i:03d}:{'=' * i}>" for i in range(0, 9, 3)))
lines = """alpha 1
beta   22
gamma 333""".splitlines()
parsed = [(a, int(b)) for a, b in (l.split() for l in lines)]
print(parsed, sum(b for _, b in parsed), {a: b for a, b in parsed if b > 10})
