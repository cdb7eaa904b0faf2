x = 1;

y = 2
try:
    pass
except ValueError:
    raise
except (KeyError, TypeError) as error:
    raise RuntimeError("x") from error
for i, (a, b) in enumerate(zip(x, y)):
    print(f"{i:>3}: {a:.4f} {b!r}")
else: print()
while True:
    try:
        break
    finally:
        x = 1
