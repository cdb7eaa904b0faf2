for i in range(3):
    print(i, end=" ")
print()
for i in range(5, 0, -2):
    print(i, end=",")
print()
for ch in "abc":
    print(ch.upper(), end="")
print()
for i, v in enumerate(["x", "y"], 1):
    print(i, v)
for a, b, c in zip([1, 2, 3], "ab", (True, False, None)):
    print(a, b, c)
for k in {"one": 1, "two": 2}:
    print(k)
for x in []:
    print("never")
else:
    print("empty loop's else")
for n in range(2, 12):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, "is prime")
for i in range(6):
    if i % 2:
        continue
    if i > 3:
        break
    print("i", i)
print("after", i)
for v in reversed([1, 2, 3]):
    print(v, end=" ")
for i in range(3):
    i = i * 10
    print(i, end=" ")
print()
data = [1, 2, 3]
for x in data[:]:
    if x == 2:
        data.remove(x)
print(data)
row = [0, 0]
for row[0] in range(3): pass
print(row, list(range(0)), list(range(3, -3, -2)))
