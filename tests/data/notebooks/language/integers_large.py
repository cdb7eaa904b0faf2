n = 2 ** 100
print(n, n + 1, -n)
print(n * n)
print(n // 3, n % 1000007, -n // 7, -n % 7)
print(n == 2.0 ** 100, n > 1e30, n < 1e31)
print(divmod(n, 10 ** 9), pow(3, 200, 1000007), pow(7, 50))
factorial = 1
for k in range(1, 31):
    factorial *= k
print(factorial)
fib = [0, 1]
while len(fib) < 120:
    fib.append(fib[-1] + fib[-2])
print(fib[-1], len(str(fib[-1])))
print(n >> 90, 1 << 70, n & (n - 1), n | 1, n ^ n)
print(hex(255), bin(10), oct(8), hex(n), int("ff", 16), int("-101", 2))
print(int("123456789012345678901234567890") + 1)
print(n.bit_length(), (255).bit_length(), (0).bit_length())
print(f"{10**20:,} {10**20:e} {2**70:x}")
print(round(12345, -2), round(-15, -1), abs(-n) == n)
print(int(1e18), int(-3.99), int(3.99), 10 ** 18 / 10 ** 17)
print(9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0)
