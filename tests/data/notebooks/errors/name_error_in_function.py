def mean(values):
    return sum(values) / lenght


print("before")
mean([1, 2, 3])
