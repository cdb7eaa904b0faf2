total = 3 +
print(total)
