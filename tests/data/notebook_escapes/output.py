# Prints without an end.
# expected: RuntimeError
while True:
    print("on and on" * 100)
