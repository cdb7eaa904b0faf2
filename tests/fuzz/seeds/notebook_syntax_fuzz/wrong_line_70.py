(a, b) = (c, d
