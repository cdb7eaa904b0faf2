sum = 5
print(sum)
print(sum([1, 2]))
