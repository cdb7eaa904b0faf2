name = "open
print(name)
