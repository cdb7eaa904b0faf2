# SPDX-License-Identifier: MIT
"""A GPT in sixty lines of NumPy, after which PyTorch's layers say the same."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def softmax(x):
    exp_x = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exp_x / np.sum(exp_x, axis=-1, keepdims=True)


def layer_norm(x, g, b, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return g * ((x - mean) / np.sqrt(variance + eps)) + b


def linear(x, w, b):
    return x @ w + b


def ffn(x, c_fc, c_proj):
    return linear(gelu(linear(x, **c_fc)), **c_proj)


def attention(q, k, v, mask):
    return softmax(q @ k.T / np.sqrt(q.shape[-1]) + mask) @ v


def mha(x, c_attn, c_proj, n_head):
    x = linear(x, **c_attn)
    qkv_heads = [np.split(part, n_head, axis=-1) for part in np.split(x, 3, axis=-1)]
    causal_mask = (1 - np.tri(x.shape[0])) * -1e10
    out_heads = [attention(q, k, v, causal_mask) for q, k, v in zip(*qkv_heads)]
    return linear(np.hstack(out_heads), **c_proj)


def transformer_block(x, mlp, attn, ln_1, ln_2, n_head):
    x = x + mha(layer_norm(x, **ln_1), **attn, n_head=n_head)
    return x + ffn(layer_norm(x, **ln_2), **mlp)


def gpt2(inputs, wte, wpe, blocks, ln_f, n_head):
    x = wte[inputs] + wpe[range(len(inputs))]
    for block in blocks:
        x = transformer_block(x, **block, n_head=n_head)
    return layer_norm(x, **ln_f) @ wte.T


n_vocab, n_ctx, n_embd, n_head, n_layer = 11, 8, 12, 3, 2
rng = np.random.default_rng(42)


def weights(n_in, n_out):
    return {"w": rng.normal(0, 0.2, (n_in, n_out)), "b": rng.normal(0, 0.02, n_out)}


def norm():
    return {"g": np.ones(n_embd), "b": np.zeros(n_embd)}


params = {
    "wte": rng.normal(0, 0.2, (n_vocab, n_embd)),
    "wpe": rng.normal(0, 0.1, (n_ctx, n_embd)),
    "blocks": [{"mlp": {"c_fc": weights(n_embd, 4 * n_embd), "c_proj": weights(4 * n_embd, n_embd)},
                "attn": {"c_attn": weights(n_embd, 3 * n_embd), "c_proj": weights(n_embd, n_embd)},
                "ln_1": norm(), "ln_2": norm()} for _ in range(n_layer)],
    "ln_f": norm(),
}
tokens = [1, 2, 3]
for _ in range(5):
    logits = gpt2(tokens[-n_ctx:], **params, n_head=n_head)
    tokens.append(int(np.argmax(logits[-1])))
print(tokens)
print(np.round(logits[-1], 4))

block = params["blocks"][0]
x = rng.normal(size=(4, n_embd))
t = torch.from_numpy(x)
print(np.allclose(layer_norm(x, **norm()), F.layer_norm(t, (n_embd,)).numpy()))
print(np.allclose(gelu(x), F.gelu(t, approximate="tanh").numpy()))
fc = nn.Linear(n_embd, 4 * n_embd).double()
with torch.no_grad():
    fc.weight.copy_(torch.from_numpy(block["mlp"]["c_fc"]["w"].T))
    fc.bias.copy_(torch.from_numpy(block["mlp"]["c_fc"]["b"]))
    print(np.allclose(fc(t).numpy(), linear(x, **block["mlp"]["c_fc"])))
