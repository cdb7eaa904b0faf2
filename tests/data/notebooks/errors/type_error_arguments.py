def layer_norm(x, gamma, beta):
    return gamma * x + beta


print(layer_norm(1, 2, 3))
print(layer_norm(1, 2))
