def numbers():
    yield 1
    yield 2
    raise ValueError("no more numbers")


for n in numbers():
    print(n)
