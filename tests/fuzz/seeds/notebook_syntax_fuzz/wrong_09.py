if x:
    # only a comment
y = 1
