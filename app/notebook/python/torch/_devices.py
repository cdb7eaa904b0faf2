# SPDX-License-Identifier: MIT
"""torch.device, torch.layout and torch.memory_format: names. There is one device here, the CPU."""

__all__ = ('device', 'layout', 'memory_format', 'strided', 'contiguous_format', 'preserve_format', 'channels_last')

_KINDS = ('cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, xla, lazy, vulkan, mps, meta, '
          'hpu, privateuseone')


def _refuse(name):
    raise RuntimeError(f'Expected one of {_KINDS} device type at start of device string: {name}')


class device:
    """torch.device('cpu'), torch.device('cpu', 0), torch.device(type='cpu'), torch.device(1)."""

    __module__ = 'torch'
    __slots__ = ('_name',)

    def __new__(cls, type='cpu', index=None):
        if isinstance(type, device):
            return type
        if isinstance(type, int):
            type, index = 'cuda', type
        elif not isinstance(type, str):
            type = 'cpu'
        kind = type.partition(':')[0]
        if kind not in _KINDS.split(', '):
            _refuse(kind)
        made = object.__new__(cls)
        made._name = type if index is None else f'{type}:{index}'
        return made

    @property
    def type(self):
        return self._name.partition(':')[0]

    @property
    def index(self):
        number = self._name.partition(':')[2]
        return int(number) if number else None

    def __repr__(self):
        return f"device(type='{self.type}'" + ('' if self.index is None else f', index={self.index}') + ')'

    def __str__(self):
        return self._name

    def __eq__(self, other):
        return self._name == other._name if isinstance(other, device) else NotImplemented

    def __hash__(self):
        return hash(self._name)


class _Named:
    __module__ = 'torch'
    __slots__ = ('_name',)

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return 'torch.' + self._name


class layout(_Named):
    """How the elements of a tensor lie in memory."""

    __module__ = 'torch'
    __slots__ = ()


class memory_format(_Named):
    """The order of dimensions in memory."""

    __module__ = 'torch'
    __slots__ = ()


cpu = device('cpu')
strided = layout('strided')
contiguous_format = memory_format('contiguous_format')
preserve_format = memory_format('preserve_format')
channels_last = memory_format('channels_last')


def _name_of(given):
    """The name of a device, of which a number stands for a GPU's."""
    return given._name if isinstance(given, device) else given if isinstance(given, str) else 'cuda'


def check_move(given):
    """Refuses to bring a tensor to any other device."""
    name = _name_of(given)
    if name.startswith('cuda'):
        raise AssertionError('Torch not compiled with CUDA enabled')
    if name.startswith('mps'):
        raise RuntimeError('PyTorch is not linked with support for mps devices')
    if not name.startswith('cpu'):
        _refuse(name)


def check_creation(given):
    """Refuses to make a tensor on any other device."""
    name = _name_of(given)
    if name.startswith('cuda'):
        raise AssertionError('Torch not compiled with CUDA enabled')
    if name == 'mps':
        raise NotImplementedError(
            "Could not run 'aten::empty.memory_format' with arguments from the 'MPS' backend.")
