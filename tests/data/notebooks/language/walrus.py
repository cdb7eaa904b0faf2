values = [4, 8, 15, 16, 23, 42]
if (n := len(values)) > 3:
    print("long", n)
total = 0
i = 0
while (v := values[i]) < 20:
    total += v
    i += 1
print(total, v, i)
print([y for x in values if (y := x // 2) % 2 == 0], y)
print((a := 1) + (b := 2), a, b)
print(any((found := x) > 15 for x in values), found)


def f(x):
    return (r := x * 2) + r


print(f(3), {(k := "key"): 1}, k, f"{(z := 9)} {z:=5}")
