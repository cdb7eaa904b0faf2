# Goes on without an end.
# expected: interrupted
print("begun")
while True:
    pass
