class Config:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)

    def __getattr__(self, name):
        return f"no {name}"

    def __repr__(self):
        inner = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())
        return f"{type(self).__name__}({inner})"


c = Config(d_model=512, heads=8, name="base")
print(c, c.heads, c.layers, getattr(c, "heads"), getattr(c, "x", "unused default"))
print(sorted(vars(c)), hasattr(c, "anything"))


class Strict:
    __slots__ = ()
    limit = 3

    def get(self):
        return self.limit


print(Strict().get(), getattr(Strict, "limit"), hasattr(Strict, "nope"), getattr(Strict(), "nope", None))


class Layer:
    def __call__(self, x, *, scale=1):
        return self.forward(x) * scale

    def forward(self, x):
        raise NotImplementedError


class Double(Layer):
    def forward(self, x):
        return x * 2


print(Double()(3), Double()(3, scale=10), callable(Double()), callable(3), callable(len))
try:
    Layer()(1)
except NotImplementedError as e:
    print("not implemented", repr(e))
