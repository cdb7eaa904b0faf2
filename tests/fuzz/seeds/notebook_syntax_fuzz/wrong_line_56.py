{x, y for x in y}
