class Layer:
    scale = 2

    def apply(self, x):
        return x * self.scale


layer = Layer()
print(hasattr(layer, "scale"), hasattr(layer, "bias"), getattr(layer, "scale"), getattr(layer, "bias", 0))
setattr(layer, "bias", 5)
setattr(layer, "scale", 3)
print(layer.bias, layer.scale, Layer.scale, getattr(layer, "apply")(10))
for name in ("scale", "bias", "missing"):
    print(name, getattr(layer, name, "nothing"))
for i in range(3):
    setattr(layer, f"w{i}", i * i)
print(layer.__dict__, [getattr(layer, f"w{i}") for i in range(3)])
delattr(layer, "w0")
print(hasattr(layer, "w0"), getattr("text", "upper")(), getattr([], "append").__name__, hasattr(5, "real"))
try:
    getattr(layer, "missing")
except AttributeError as e:
    print(e)
try:
    (5).x = 1
except AttributeError as e:
    print(e)
