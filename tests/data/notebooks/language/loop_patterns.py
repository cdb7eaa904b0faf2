values = [5, 3, 8, 1]
best, where = None, None
for i, v in enumerate(values):
    if best is None or v > best:
        best, where = v, i
print(best, where)
running = []
total = 0
for v in values:
    total += v
    running.append(total)
print(running)
pairs = [(values[i], values[j]) for i in range(len(values)) for j in range(i + 1, len(values))]
print(pairs, len(pairs))
for row in range(4):
    for column in range(4):
        if column > row:
            break
        print(row * column, end=" ")
    print()
found = None
for x in range(2, 50):
    for y in range(x, 50):
        if x * y == 221:
            found = (x, y)
            break
    if found:
        break
else:
    print("nothing")
print(found)
window = 2
print([values[i:i + window] for i in range(len(values) - window + 1)])
i = len(values)
while i:
    i -= 1
    print(values[i], end=",")
print()
for a, b in zip(values, values[1:]):
    print("up" if b > a else "down", end=" ")
print(sum(abs(a - b) for a, b in zip(values, values[1:])))
for _ in range(3): values.insert(0, values.pop())
print(values)
