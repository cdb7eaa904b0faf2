else:
    x
