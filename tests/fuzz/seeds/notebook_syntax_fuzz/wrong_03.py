try:
    x
finally
    y
