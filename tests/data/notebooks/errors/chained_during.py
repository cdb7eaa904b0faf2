def first(items):
    try:
        return items[0]
    except IndexError:
        return items.missing


print(first([1]))
first([])
