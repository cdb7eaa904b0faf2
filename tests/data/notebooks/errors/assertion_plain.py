x = 3
assert x == 3
assert x == 4
