def down(n):
    return down(n - 1)


print("start")
down(10)
