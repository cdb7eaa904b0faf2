@x
y = 1
