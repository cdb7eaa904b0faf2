values = [1, 2, 3]
result = sum(
    v / (v - 2)
    for v in values
)
print(result)
