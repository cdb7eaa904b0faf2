# SPDX-License-Identifier: MIT
"""torch.save and torch.load: into a buffer, and from one or from a file that a cell may read.

A file is PyTorch's: an archive with a pickle, whose tensors name the files of their elements.
"""
import array
import io
import os
import pickle
import zipfile

import _torch
import torch

__all__ = ['load', 'save']

# By the name of a storage: the type of its elements, and how `array` calls it.
_STORAGES = {
    'FloatStorage': (torch.float32, 'f'), 'DoubleStorage': (torch.float64, 'd'), 'LongStorage': (torch.int64, 'q'),
    'CharStorage': (torch.int8, 'b'), 'ShortStorage': (torch.int16, 'h'), 'HalfStorage': (torch.float16, 'h'),
    'BFloat16Storage': (torch.bfloat16, 'h'),
    'IntStorage': (torch.int32, 'i'), 'ByteStorage': (torch.uint8, 'B'), 'BoolStorage': (torch.bool, 'B')}
_OURS = 'normscope/data.pkl'


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    if isinstance(f, (str, os.PathLike)):
        _torch._not_supported('torch.save to a file', 'cells write no files',
                              'save into an io.BytesIO(), or print() what is to be kept')
    with zipfile.ZipFile(f, 'w') as archive:
        archive.writestr(_OURS, pickle.dumps(obj, pickle.HIGHEST_PROTOCOL))


class _Reader(pickle.Unpickler):
    """Reads a pickle whose tensors lie beside it."""

    def __init__(self, archive, name):
        super().__init__(io.BytesIO(archive.read(name)))
        self._archive = archive
        self._folder = name.rpartition('/')[0]
        self._read = {}

    def find_class(self, module, name):
        if module == 'torch' and name.endswith('Storage'):
            return name
        if module == 'torch._utils' and name == '_rebuild_tensor_v2':
            return _tensor
        if module == 'torch._utils' and name == '_rebuild_parameter':
            return lambda data, requires_grad, _hooks: torch.nn.Parameter(data, requires_grad)
        return super().find_class(module, name)

    def persistent_load(self, pid):
        _, storage, key, _, _ = pid
        if storage not in _STORAGES:
            _torch._not_supported(f'torch.load of torch.{storage}', 'tensors have no such elements in files here',
                                  'save the tensor as float32')
        if key not in self._read:
            dtype, code = _STORAGES[storage]
            elements = array.array(code, self._archive.read(f'{self._folder}/data/{key}'))
            of_bits = code == 'h'  # what has no letter of its own is read as int16
            read = torch.tensor(elements.tolist(), dtype=torch.int16 if of_bits else dtype)
            self._read[key] = read.view(dtype) if of_bits else read
        return self._read[key]


def _tensor(storage, offset, size, stride, requires_grad, _hooks, _metadata=None):
    """The elements of a storage that a tensor shows, in its order."""
    places = torch.tensor(offset)
    for count, step in zip(size, stride):
        places = places.unsqueeze(-1) + torch.arange(count) * step
    return storage[places.reshape(-1)].reshape(size).requires_grad_(requires_grad)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, **pickle_load_args):
    with zipfile.ZipFile(f) as archive:
        return _Reader(archive, next(name for name in archive.namelist() if name.endswith('/data.pkl'))).load()
