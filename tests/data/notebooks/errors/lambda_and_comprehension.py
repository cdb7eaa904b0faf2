rows = [[1, 2], [3, 0]]
inverse = lambda x: 1 / x
print([inverse(v) for v in rows[0]])
print([[inverse(v) for v in row] for row in rows])
