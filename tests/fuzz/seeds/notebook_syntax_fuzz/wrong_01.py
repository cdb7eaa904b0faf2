try:
    x
y
