raise x, y
