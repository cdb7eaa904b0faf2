# SPDX-License-Identifier: MIT
"""Recurrent layers, and their cells. What a cell computes lies in `recurrence.py`."""
import math
import warnings

import torch
from torch import Tensor
from torch._typing import List, Optional, Tuple
from torch.nn import init
from torch.nn.modules import recurrence
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

__all__ = ['GRU', 'GRUCell', 'LSTM', 'LSTMCell', 'RNN', 'RNNBase', 'RNNCell']

_GATES = {'RNN_TANH': 1, 'RNN_RELU': 1, 'GRU': 3, 'LSTM': 4}


def _fill(layer):
    bound = 1.0 / math.sqrt(layer.hidden_size) if layer.hidden_size > 0 else 0
    for weight in layer.parameters():
        init.uniform_(weight, -bound, bound)


class RNNBase(Module):
    """Layers of one kind of cell, over a sequence: (time, batch, features), or batch_first."""

    def __init__(self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0., bidirectional: bool = False,
                 proj_size: int = 0, device=None, dtype=None) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError('dropout should be a number in range [0, 1] representing the probability of an '
                             'element being zeroed')
        if dropout > 0 and num_layers == 1:
            warnings.warn('dropout option adds dropout after all but last recurrent layer, so non-zero dropout '
                          f'expects num_layers greater than 1, but got dropout={dropout} and '
                          f'num_layers={num_layers}')
        if proj_size < 0:
            raise ValueError('proj_size should be a positive integer or zero to disable projections')
        if proj_size >= hidden_size:
            raise ValueError('proj_size has to be smaller than hidden_size')
        if mode not in _GATES:
            raise ValueError('Unrecognized RNN mode: ' + mode)
        self._all_weights = []
        for layer in range(num_layers):
            for suffix in ('', '_reverse')[:self._directions]:
                self._add_weights(layer, suffix, device, dtype)
        self._flat_weights_names = [name for names in self._all_weights for name in names]
        self.reset_parameters()

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    @property
    def _output_size(self):
        return self.proj_size or self.hidden_size

    def _add_weights(self, layer, suffix, device, dtype):
        rows = _GATES[self.mode] * self.hidden_size
        inputs = self.input_size if layer == 0 else self._output_size * self._directions
        shapes = {'weight_ih': (rows, inputs), 'weight_hh': (rows, self._output_size)}
        if self.bias:
            shapes.update(bias_ih=(rows,), bias_hh=(rows,))
        if self.proj_size > 0:
            shapes['weight_hr'] = (self.proj_size, self.hidden_size)
        self._all_weights.append([f'{name}_l{layer}{suffix}' for name in shapes])
        for name, shape in zip(self._all_weights[-1], shapes.values()):
            setattr(self, name, Parameter(torch.empty(shape, device=device, dtype=dtype)))

    @property
    def all_weights(self) -> List[List[Parameter]]:
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """Nothing to do: the weights lie as they are used."""

    def reset_parameters(self) -> None:
        _fill(self)

    def extra_repr(self) -> str:
        said = [f'{self.input_size}, {self.hidden_size}']
        for name, usual in (('proj_size', 0), ('num_layers', 1), ('bias', True), ('batch_first', False),
                            ('dropout', 0), ('bidirectional', False)):
            if getattr(self, name) != usual:
                said.append(f'{name}={getattr(self, name)}')
        return ', '.join(said)

    def forward(self, input, hx=None):
        """The outputs of the last layer at all times, and the last state of every layer."""
        batch = 0 if self.batch_first else 1
        is_batched = input.dim() == 3
        if not is_batched:
            input = input.unsqueeze(batch)
        state = self._state(input, hx, input.size(batch), is_batched)
        self._check(input, state, input.size(batch))
        times = input.transpose(0, 1) if self.batch_first else input
        output, state = recurrence.run(self, times, state)
        if self.batch_first:
            # In place where PyTorch does so, which the name of the gradient tells.
            output = output.transpose(0, 1) if self.mode == 'LSTM' else output.transpose_(0, 1)
        if not is_batched:
            output, state = output.squeeze(batch), tuple(part.squeeze(1) for part in state)
        return output, self._as_given(state)

    def _as_given(self, state):
        return state[0]

    def _given_state(self, hx):
        return (hx,)

    def _state(self, data, hx, batch, is_batched):
        """The first state as a tuple, each part of it (layers and directions, batch, features)."""
        if hx is None:
            sizes = (self._output_size, self.hidden_size)[:2 if self.mode == 'LSTM' else 1]
            layers = self.num_layers * self._directions
            return tuple(torch.zeros(layers, batch, size, dtype=data.dtype) for size in sizes)
        state = self._given_state(hx)
        wanted = 3 if is_batched else 2
        if any(part.dim() != wanted for part in state):
            kind = 'batched' if is_batched else 'unbatched'
            ranks = ', '.join(f'{part.dim()}-D' for part in state)
            given = f'({ranks}) tensors' if len(state) > 1 else f'{ranks} tensor'
            names = 'hx and cx' if len(state) > 1 else 'hx'
            raise RuntimeError(f'For {kind} {wanted}-D input, {names} should also be {wanted}-D but got {given}')
        return state if is_batched else tuple(part.unsqueeze(1) for part in state)

    def _check(self, data, state, batch):
        if data.dim() != 3:
            raise RuntimeError(f'input must have 3 dimensions, got {data.dim()}')
        if data.size(-1) != self.input_size:
            raise RuntimeError('input.size(-1) must be equal to input_size. '
                               f'Expected {self.input_size}, got {data.size(-1)}')
        names = ('hidden[0]', 'hidden[1]') if len(state) > 1 else ('hidden',)
        for name, part, size in zip(names, state, (self._output_size, self.hidden_size)):
            wanted = (self.num_layers * self._directions, batch, size)
            if part.size() != wanted:
                raise RuntimeError(f'Expected {name} size {wanted}, got {list(part.size())}')


class RNN(RNNBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu."""

    def __init__(self, *args, **kwargs):
        if 'proj_size' in kwargs:
            raise ValueError('proj_size argument is only supported for LSTM, not RNN or GRU')
        self.nonlinearity = kwargs.pop('nonlinearity', 'tanh')
        modes = {'tanh': 'RNN_TANH', 'relu': 'RNN_RELU'}
        if self.nonlinearity not in modes:
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(modes[self.nonlinearity], *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent units: a reset gate, an update gate and a new state."""

    def __init__(self, *args, **kwargs):
        if 'proj_size' in kwargs:
            raise ValueError('proj_size argument is only supported for LSTM, not RNN or GRU')
        super().__init__('GRU', *args, **kwargs)


class LSTM(RNNBase):
    """Long short-term memory: a state h and a cell c, with gates for input, forgetting and output."""

    def __init__(self, *args, **kwargs):
        super().__init__('LSTM', *args, **kwargs)

    def _as_given(self, state):
        return state

    def _given_state(self, hx):
        return tuple(hx)


class RNNCellBase(Module):
    """The weights of one cell."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device=None,
                 dtype=None) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        shapes = {'weight_ih': (rows, input_size), 'weight_hh': (rows, hidden_size), 'bias_ih': (rows,),
                  'bias_hh': (rows,)}
        for name, shape in shapes.items():
            there = bias or name.startswith('weight')
            self.register_parameter(
                name, Parameter(torch.empty(shape, device=device, dtype=dtype)) if there else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        _fill(self)

    def extra_repr(self) -> str:
        said = f'{self.input_size}, {self.hidden_size}'
        if self.bias is not True:
            said += f', bias={self.bias}'
        if getattr(self, 'nonlinearity', 'tanh') != 'tanh':
            said += f', nonlinearity={self.nonlinearity}'
        return said

    def _check(self, input, state):
        if input.size(1) != self.input_size:
            raise RuntimeError(f'input has inconsistent input_size: got {input.size(1)} expected {self.input_size}')
        for part in state:
            if part.size(0) != input.size(0):
                raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden0 batch size "
                                   f'{part.size(0)}')
            if part.size(1) != self.hidden_size:
                raise RuntimeError(f'hidden0 has inconsistent hidden_size: got {part.size(1)}, expected '
                                   f'{self.hidden_size}')

    def _stepped(self, input, state, mode, parts=1):
        assert input.dim() in (1, 2), (f'{type(self).__name__}: Expected input to be 1-D or 2-D but received '
                                       f'{input.dim()}-D tensor')
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)
        if state is None:
            state = (torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype),) * parts
        elif not is_batched:
            state = tuple(part.unsqueeze(0) for part in state)
        self._check(input, state)
        weights = self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh, None
        result = recurrence.step(mode, recurrence.of_input(input, weights), state, weights)
        return result if is_batched else tuple(part.squeeze(0) for part in result)


class RNNCell(RNNCellBase):
    """One step of an RNN."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = 'tanh',
                 device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=1, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        if self.nonlinearity not in ('tanh', 'relu'):
            raise RuntimeError(f'Unknown nonlinearity: {self.nonlinearity}')
        return self._stepped(input, None if hx is None else (hx,), f'RNN_{self.nonlinearity.upper()}')[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM, whose state is a pair."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=4, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        return self._stepped(input, hx, 'LSTM', parts=2)


class GRUCell(RNNCellBase):
    """One step of a GRU."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=3, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        return self._stepped(input, None if hx is None else (hx,), 'GRU')[0]
