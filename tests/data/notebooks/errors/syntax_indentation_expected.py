def f():
print("no body")
