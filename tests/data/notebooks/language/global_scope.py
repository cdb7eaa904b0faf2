count = 0
name = "global"


def bump():
    global count
    count += 1


def shadow():
    name = "local"
    return name


def read():
    return name


def create():
    global fresh
    fresh = [1, 2]


bump()
bump()
create()
print(count, shadow(), read(), name, fresh)


def nested():
    name = "enclosing"

    def inner():
        global name
        name = "changed"
        return name

    return inner(), name


print(nested(), name)
x = 1


class Scope:
    x = 2
    y = x + 1

    def get(self):
        return x


print(Scope.x, Scope.y, Scope().get())
for loop_variable in range(3):
    inside = loop_variable
print(loop_variable, inside)
if True:
    in_if = "visible"
print(in_if)
