print("one")
print("two"); print(undefined); print("three")
