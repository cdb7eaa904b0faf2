# SPDX-License-Identifier: MIT
"""Names that PyTorch has and this torch does not: a call says so, and what to use instead."""
import _torch

_FILES = 'print() of what is to be kept: there are no files here'
_GRADIENTS = 'formulas: gradients are not computed'
_LINEAR_ALGEBRA = 'matmul: there is no linear algebra beyond it'
_COMPLEX = 'two tensors: the real and the imaginary part'
_UNFOLD = 'unfold() and matmul, which convolve as well'
_CELL = 'Linear, sigmoid and tanh to write the cell out'
_FLOATS = 'bfloat16() on the model and its inputs'

_INSTEAD = {
    'torch': {
        **dict.fromkeys(('save', 'load'), _FILES),
        'compile': 'the function as it is',
        **dict.fromkeys(('inverse', 'det', 'svd', 'pinverse', 'qr', 'cholesky', 'logdet', 'matrix_exp'),
                        _LINEAR_ALGEBRA),
        **dict.fromkeys(('conv1d', 'conv2d', 'conv3d'), _UNFOLD),
        **dict.fromkeys(('complex', 'polar', 'view_as_complex', 'view_as_real'), _COMPLEX),
        'autocast': _FLOATS,
    },
    'torch.Tensor': {
        'storage': 'tolist() for the numbers and stride() for how they lie',
        'as_strided': 'view(), transpose() and slices',
        'apply_': 'operations on the whole tensor',
        **dict.fromkeys(('inverse', 'det', 'svd'), _LINEAR_ALGEBRA),
    },
    'torch.nn': {
        **dict.fromkeys(('Conv1d', 'Conv2d', 'Conv3d'), 'unfold() and Linear, which convolve as well'),
        'ConvTranspose2d': 'nn.functional.fold() of a matrix product',
        **dict.fromkeys(('RNN', 'RNNCell', 'LSTM', 'LSTMCell', 'GRU', 'GRUCell'), _CELL),
        'EmbeddingBag': 'Embedding, then mean or sum',
        'LazyLinear': 'Linear with the number of inputs',
    },
    'torch.nn.functional': dict.fromkeys(('conv1d', 'conv2d', 'conv3d'), _UNFOLD),
    'torch.nn.init': {'orthogonal_': _LINEAR_ALGEBRA},
    'torch.autograd': dict.fromkeys(('grad', 'backward'), _GRADIENTS),
    'torch.optim': dict.fromkeys(('SGD', 'Adam', 'AdamW', 'RMSprop', 'Adagrad'), _GRADIENTS),
    'torch.linalg': dict.fromkeys(
        ('inv', 'det', 'solve', 'svd', 'qr', 'eigh', 'eig', 'cholesky', 'pinv', 'lstsq', 'matrix_rank'),
        _LINEAR_ALGEBRA),
}


def refusing(module, name):
    """What stands for a name that is not here; AttributeError where PyTorch has no such name."""
    instead = _INSTEAD.get(module, {}).get(name)
    if instead is None:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")

    def refuse(*_arguments, **_options):
        _torch._not_supported(f'{module}.{name}', instead)

    refuse.__name__ = refuse.__qualname__ = name
    return refuse
