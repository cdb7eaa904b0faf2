class Stop(Exception):
    pass


print("one")
raise Stop
