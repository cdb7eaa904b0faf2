def combine(a, b, c):
    return a + b + c


print(combine(1,
              2,
              3))
print(combine(1,
              "2",
              3))
