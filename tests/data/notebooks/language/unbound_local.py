counter = 0


def bump():
    try:
        counter += 1
    except UnboundLocalError as e:
        print(e)


def read_first():
    try:
        print(counter)
    except UnboundLocalError as e:
        print("UnboundLocalError:", e)
    counter = 5


bump()
read_first()


def outer():
    def inner():
        return free
    try:
        return inner()
    except NameError as e:
        print(type(e).__name__, e)
    free = 1


outer()
print(counter)
