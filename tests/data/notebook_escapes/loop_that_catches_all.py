# Goes on, whatever is raised.
# expected: ended
while True:
    try:
        print("begun")
        while True:
            pass
    except BaseException:
        pass
