class Layer:
    def __init__(self, size, eps=1e-5):
        self.size = size


print(Layer(3).size)
Layer()
