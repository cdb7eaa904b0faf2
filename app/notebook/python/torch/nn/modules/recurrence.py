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
    """The outputs of the last layer, and the last states of all.

    `data` is a tensor of times, or a list of them with ever smaller batches; so are the outputs.
    """
    finals = []
    names = iter(zip(layer._all_weights, zip(*(part.unbind(0) for part in state))))
    for number in range(layer.num_layers):
        outputs = []
        for is_backward in (False, True)[:layer._directions]:
            of_one, first = next(names)
            weights = _weights(layer, of_one)
            steps = (of_input(data, weights).unbind(0) if isinstance(data, torch.Tensor)
                     else of_input(torch.cat(data), weights).split([len(time) for time in data]))
            over = _backward if is_backward else _forward
            output, final = over(layer.mode, steps, first, weights)
            outputs.append(output)
            finals.append(final)
        data = _joined(outputs, isinstance(data, torch.Tensor))
        if layer.dropout and layer.training and number < layer.num_layers - 1:
            data = _dropped(data, layer.dropout)
    return data, tuple(torch.stack(parts, 0) for parts in zip(*finals))


def _weights(layer, names):
    values = {name.partition('_l')[0]: getattr(layer, name) for name in names}
    return tuple(values.get(name) for name in ('weight_ih', 'weight_hh', 'bias_ih', 'bias_hh', 'weight_hr'))


def _joined(outputs, is_tensor):
    """The outputs of both directions side by side."""
    if is_tensor:
        stacked = [torch.stack(output, 0) for output in outputs]
        return stacked[0] if len(stacked) == 1 else torch.cat(stacked, -1)
    return outputs[0] if len(outputs) == 1 else [torch.cat(pair, -1) for pair in zip(*outputs)]


def _dropped(data, probability):
    if isinstance(data, torch.Tensor):
        return F.dropout(data, probability)
    return list(F.dropout(torch.cat(data), probability).split([len(time) for time in data]))


def _forward(mode, steps, state, weights):
    """A sequence of the batch that has ended keeps its state."""
    outputs, ended = [], []
    for given in steps:
        batch = given.size(0)
        if batch < state[0].size(0):
            ended.append(tuple(part[batch:] for part in state))
            state = tuple(part[:batch] for part in state)
        state = step(mode, given, state, weights)
        outputs.append(state[0])
    ended.append(state)
    return outputs, state if len(ended) == 1 else tuple(torch.cat(parts) for parts in zip(*reversed(ended)))


def _backward(mode, steps, first, weights):
    """From the last time to the first: a shorter sequence of the batch begins later."""
    outputs = []
    state = tuple(part[:0] for part in first)
    for given in reversed(steps):
        batch, known = given.size(0), state[0].size(0)
        if known < batch:
            state = tuple(torch.cat((part, whole[known:batch])) if known else whole[:batch]
                          for part, whole in zip(state, first))
        state = step(mode, given, state, weights)
        outputs.append(state[0])
    return outputs[::-1], state
