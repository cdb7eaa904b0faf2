def careful(f):
    try:
        return f()
    except ZeroDivisionError:
        print("noted")
        raise
    finally:
        print("cleaned up")


print(careful(lambda: 1))
careful(lambda: 1 / 0)
