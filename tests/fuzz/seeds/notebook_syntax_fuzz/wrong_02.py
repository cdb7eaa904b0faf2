try:
    x
except A
    y
