n, steps = 27, 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
print(steps)
i = 0
while True:
    i += 1
    if i == 3:
        continue
    if i > 5:
        break
    print(i, end=" ")
print()
while i > 0:
    i -= 2
else:
    print("no break", i)
while i < 10:
    i += 1
    if i == 5:
        break
else:
    print("not printed")
print(i)
x = 1.0
while x > 1e-3: x /= 2
print(x)
stack = [1, 2, 3]
while stack:
    print(stack.pop(), stack)
a, b = 1071, 462
while b:
    a, b = b, a % b
print("gcd", a)
