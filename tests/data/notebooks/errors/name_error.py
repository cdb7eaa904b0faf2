total = 3
print(total)
print(totl + 1)
