def depth(n):
    if n == 0:
        raise ValueError("bottom reached")
    return depth(n - 1) + 1


depth(6)
