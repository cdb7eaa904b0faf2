# Types that a function has no loop for, and what comes first: the shapes or the types.
import torch
import torch.nn.functional as F

tensors = {
    'bool': torch.tensor([True, False]),
    'int64': torch.tensor([1, 2]),
    'uint8': torch.tensor([1, 2], dtype=torch.uint8),
    'float32': torch.tensor([1.5, -2.0]),
    'longer': torch.zeros(3),
}


def tried(name, call):
    try:
        result = call()
    except Exception as error:
        print(name, type(error).__name__, '|', error)
    else:
        print(name, repr(result).split('\n')[0])


for kind in ('bool', 'int64', 'uint8', 'float32'):
    x = tensors[kind]
    for name in ('frac', 'ceil', 'round', 'trunc', 'relu', 'bitwise_not', 'median', 'argmax', 'neg', 'mean', 'softmax',
                 'logcumsumexp', 'norm', 'bincount'):
        options = (0,) if name in ('softmax', 'logcumsumexp') else ()
        tried(f'{name} {kind}', lambda: getattr(torch, name)(x, *options))
    for name in ('softmax', 'gelu', 'silu', 'glu', 'relu6', 'softsign'):
        options = (0,) if name == 'softmax' else ()
        tried(f'F.{name} {kind}', lambda: getattr(F, name)(x, *options))
    for other in tensors:
        y = tensors[other]
        for name in ('bitwise_and', 'bitwise_left_shift', 'floor_divide', 'remainder', 'sub', 'pow', 'hypot'):
            tried(f'{name} {kind} {other}', lambda: getattr(torch, name)(x, y))
        for name in ('bitwise_or_', 'add_', 'div_', 'mul_'):
            tried(f'{name} {kind} {other}', lambda: getattr(x.clone(), name)(y))
        for name in ('mse_loss', 'kl_div', 'smooth_l1_loss'):
            if other != 'longer':
                tried(f'F.{name} {kind} {other}', lambda: getattr(F, name)(x, y))
logits = tensors['float32']
tried('targets of ints', lambda: F.binary_cross_entropy_with_logits(logits, tensors['int64']))
tried('targets of truths', lambda: F.binary_cross_entropy_with_logits(logits, tensors['bool']))
tried('~', lambda: ~logits)
tried('power', lambda: tensors['int64'].clone().pow_(1.5))
# Masks: PyTorch reads one byte of each element.
scores = torch.arange(6.0).view(2, 3)
tried('mask of bytes', lambda: scores.masked_fill(torch.tensor([1, 0, 1], dtype=torch.uint8), -1.0))
tried('mask of ints', lambda: scores.masked_fill(torch.tensor([1, 0, 1]), -1.0))
tried('mask of twos', lambda: scores.masked_fill(torch.tensor([2, 0, 1]), -1.0))
tried('mask of floats', lambda: scores.masked_fill(torch.tensor([1.0, 0.0, 1.0]), -1.0))
tried('whole numbers', lambda: torch.tensor([1, 2]).masked_fill(torch.tensor([True, False]), 1.7))
tried('infinity', lambda: torch.tensor([1, 2]).masked_fill(torch.tensor([True, False]), float('-inf')))
tried('several values', lambda: scores.masked_fill(scores > 2, torch.tensor([1.0, 2.0])))
tried('masked_select', lambda: scores.masked_select(torch.tensor([1.0, 0.0, 1.0])))
