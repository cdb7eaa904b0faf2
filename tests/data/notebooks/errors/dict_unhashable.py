table = {(1, 2): "tuple"}
print(table)
table[[1, 2]] = "list"
