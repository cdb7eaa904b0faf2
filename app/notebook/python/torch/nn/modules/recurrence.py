# SPDX-License-Identifier: MIT
"""What recurrent cells compute, and their way over a sequence, in the order in which PyTorch's CPU adds.

A state is a tuple: (h,), and of an LSTM (h, c). The weights of a cell are W_ih, W_hh, b_ih, b_hh (None
without bias) and, of an LSTM with a projection, W_hr.
"""
import torch
from torch.nn import functional as F


def of_input(input, weights):
    """What the input gives to all gates; of a whole sequence at once."""
    return F.linear(input, weights[0], weights[2])


def step(mode, given, state, weights):
    """The next state, from what the input gives to the gates."""
    hidden = state[0]
    recalled = F.linear(hidden, weights[1], weights[3])
    if mode == 'RNN_TANH':
        return (torch.tanh(recalled + given),)
    if mode == 'RNN_RELU':
        return (torch.relu(recalled + given),)
    if mode == 'GRU':
        reset, update, new = recalled.chunk(3, 1)
        given_reset, given_update, given_new = given.chunk(3, 1)
        reset, update = torch.sigmoid(reset + given_reset), torch.sigmoid(update + given_update)
        new = torch.tanh(given_new + new * reset)
        return ((hidden - new) * update + new,)
    enter, forget, cell, leave = (recalled + given).chunk(4, 1)
    cell = torch.sigmoid(forget) * state[1] + torch.sigmoid(enter) * torch.tanh(cell)
    hidden = torch.sigmoid(leave) * torch.tanh(cell)
    return hidden if weights[4] is None else hidden @ weights[4].t(), cell


def run(layer, data, state):
    """The outputs of the last layer at all times, and the last states of all layers."""
    finals = []
    names = iter(zip(layer._all_weights, zip(*(part.unbind(0) for part in state))))
    for number in range(layer.num_layers):
        outputs = []
        for is_backward in (False, True)[:layer._directions]:
            of_one, state = next(names)
            weights = _weights(layer, of_one)
            steps = of_input(data, weights).unbind(0)
            hidden = []
            for given in reversed(steps) if is_backward else steps:
                state = step(layer.mode, given, state, weights)
                hidden.append(state[0])
            outputs.append(torch.stack(hidden[::-1] if is_backward else hidden, 0))
            finals.append(state)
        data = outputs[0] if len(outputs) == 1 else torch.cat(outputs, -1)
        if layer.dropout and layer.training and number < layer.num_layers - 1:
            data = F.dropout(data, layer.dropout)
    return data, tuple(torch.stack(parts, 0) for parts in zip(*finals))


def _weights(layer, names):
    values = {name.partition('_l')[0]: getattr(layer, name) for name in names}
    return tuple(values.get(name) for name in ('weight_ih', 'weight_hh', 'bias_ih', 'bias_hh', 'weight_hr'))
