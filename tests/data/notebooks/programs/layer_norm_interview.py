# Interview question: implement layer norm from scratch (forward only), no nn.LayerNorm.
import torch


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if isinstance(normalized_shape, int):
        normalized_shape = (normalized_shape,)
    dims = tuple(range(-len(normalized_shape), 0))
    if tuple(x.shape[-len(normalized_shape):]) != tuple(normalized_shape):
        raise ValueError(f"expected trailing shape {tuple(normalized_shape)}, got {tuple(x.shape)}")
    mean = x.mean(dim=dims, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=dims, keepdim=True)
    y = (x - mean) * torch.rsqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y


def test_matches_torch():
    torch.manual_seed(0)
    for shape, ns in [((2, 5), (5,)), ((3, 4, 5), (4, 5)), ((2, 3, 4, 5), (3, 4, 5))]:
        x = torch.randn(*shape)
        w, b = torch.rand(ns), torch.rand(ns)
        ref = torch.nn.functional.layer_norm(x, ns, w, b)
        torch.testing.assert_close(layer_norm(x, ns, w, b), ref, rtol=1e-4, atol=1e-5)


def test_zero_mean_unit_var():
    x = torch.arange(12.).reshape(3, 4)
    y = layer_norm(x, 4)
    assert torch.allclose(y.mean(-1), torch.zeros(3), atol=1e-6)
    assert torch.allclose(y.var(-1, unbiased=False), torch.ones(3), atol=1e-4)


def test_bad_shape():
    try:
        layer_norm(torch.ones(2, 3), 4)
    except ValueError as e:
        assert "trailing shape (4,)" in str(e), e
    else:
        raise AssertionError("no error")


def test_fails_on_purpose():
    assert 1 + 1 == 3, "math is broken"


tests = [(n, f) for n, f in list(globals().items()) if n.startswith("test_") and callable(f)]
passed = 0
for name, fn in tests:
    try:
        fn()
    except AssertionError as e:
        print(f"{name:.<40}FAILED ({e})")
    else:
        passed += 1
        print(f"{name:.<40}ok")
print(f"{passed}/{len(tests)} passed")
