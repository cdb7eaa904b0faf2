def find(items):
    for i in items:
        if i > 10:
            return [i]


print(find([11]))
for x in find([1]):
    print(x)
