for value in ["1", "x", None]:
    try:
        print(int(value))
    except ValueError as e:
        print("skip:", e)
