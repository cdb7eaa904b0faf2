for a in (7, -7, 0, 1):
    for b in (2, -2, 3):
        print(a, b, a // b, a % b, divmod(a, b), a / b)
print(7.5 // 2, -7.5 // 2, 7.5 % -2, divmod(7.5, 2), divmod(-1, 3.0))
print(0.0 // 1, -0.0 // 1, -1 // 5.0, 1e20 // 3, 1 % 1e20, -1 % 1e20)
