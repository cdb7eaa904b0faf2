x = 3
if x = 3:
    print("equal")
