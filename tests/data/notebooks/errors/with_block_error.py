class Timer:
    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, kind, value, trace):
        print("exit", kind.__name__, value)
        return False


with Timer():
    print("inside")
    [].pop()
print("never")
