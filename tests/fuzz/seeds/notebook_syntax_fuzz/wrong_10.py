if x == 1:
    print("a")
else if x == 2:
    print("b")
