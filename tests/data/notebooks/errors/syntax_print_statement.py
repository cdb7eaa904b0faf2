value = 5
print value
