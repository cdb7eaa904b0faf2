# SPDX-License-Identifier: MIT
"""Which axes each normalization takes, as NumPy writes them."""
import numpy as np
import torch
import torch.nn.functional as F

rng = np.random.default_rng(1)
x = rng.normal(2.0, 3.0, size=(2, 4, 3, 3)).astype(np.float32)
t = torch.from_numpy(x)


def normalize(x, axes, eps=1e-5):
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


pairs = {
    "batch": (normalize(x, (0, 2, 3)), F.batch_norm(t, None, None, training=True)),
    "layer": (normalize(x, (1, 2, 3)), F.layer_norm(t, t.shape[1:])),
    "instance": (normalize(x, (2, 3)), F.instance_norm(t)),
    "group": (normalize(x.reshape(2, 2, 2, 3, 3), (2, 3, 4)).reshape(x.shape), F.group_norm(t, 2)),
}
for name, (ours, theirs) in pairs.items():
    print(f"{name:>8}", ours.shape, np.allclose(ours, theirs.numpy(), atol=1e-4), ours[0, 0, 0].round(3))
rms = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-6)
print(np.allclose(rms, (t * torch.rsqrt(t.pow(2).mean(-1, keepdim=True) + 1e-6)).numpy(), atol=1e-6))
print(np.array([theirs.numpy().mean() for _, theirs in pairs.values()]).round(5) + 0.0)
