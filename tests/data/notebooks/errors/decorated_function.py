def logged(f):
    def wrapper(*args):
        print("calling", f.__name__)
        return f(*args)
    return wrapper


@logged
def invert(x):
    return 1 / x


print(invert(4))
invert(0)
