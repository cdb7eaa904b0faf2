def load(name):
    try:
        return {"a": 1}[name]
    except KeyError as e:
        raise RuntimeError(f"cannot load {name}") from e


print(load("a"))
load("b")
