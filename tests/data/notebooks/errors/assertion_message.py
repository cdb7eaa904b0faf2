def check(shape):
    assert len(shape) == 2, f"wanted two dimensions, got {len(shape)}: {shape}"
    return shape


print(check((2, 3)))
check((1, 2, 3))
