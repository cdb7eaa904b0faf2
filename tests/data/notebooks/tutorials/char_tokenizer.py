text = """First Citizen:
Before we proceed any further, hear me speak.

All:
Speak, speak.
"""
chars = sorted(list(set(text)))
vocab_size = len(chars)
print(''.join(chars))
print(vocab_size)
stoi = {ch: i for i, ch in enumerate(chars)}
itos = {i: ch for i, ch in enumerate(chars)}
encode = lambda s: [stoi[c] for c in s]
decode = lambda l: ''.join([itos[i] for i in l])
print(encode("hear me"))
print(decode(encode("hear me")))
print(repr(decode(encode(text))[:20]))
import torch
data = torch.tensor(encode(text), dtype=torch.long)
print(data.shape, data.dtype)
print(data[:30])
n = int(0.9 * len(data))
train_data, val_data = data[:n], data[n:]
block_size = 8
x = train_data[:block_size]
y = train_data[1:block_size + 1]
for t in range(block_size):
    context = x[:t + 1]
    target = y[t]
    print(f"when input is {context} the target: {target}")
torch.manual_seed(1337)
batch_size = 4


def get_batch(split):
    data = train_data if split == 'train' else val_data
    ix = torch.randint(len(data) - block_size, (batch_size,))
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = torch.stack([data[i + 1:i + block_size + 1] for i in ix])
    return x, y


xb, yb = get_batch('train')
print('inputs:')
print(xb.shape)
print(xb)
print('targets:')
print(yb)
for b in range(2):
    for t in range(3):
        print(f"when input is {xb[b, :t + 1].tolist()} the target: {yb[b, t]}")
try:
    encode("Z?")
except KeyError as e:
    print("unknown character", e)
