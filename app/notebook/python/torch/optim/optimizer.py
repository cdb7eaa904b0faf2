# SPDX-License-Identifier: MIT
"""Optimizers: groups of parameters with their settings, and a step along `.grad` where it is set."""
import copy
import math
import warnings
from collections import defaultdict

import torch
from torch._typing import Any, Dict, Iterable, Optional, Tuple, Union


_params_t = Union[Iterable[torch.Tensor], Iterable[Dict[str, Any]], Iterable[Tuple[str, torch.Tensor]]]
_number_t = Union[float, torch.Tensor]


class Optimizer:
    """The base of all optimizers; `state` holds what one keeps of each parameter."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError('params argument given to the optimizer should be an iterable of Tensors or dicts, '
                            'but got ' + torch.typename(params))
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError('optimizer got an empty parameter list')
        for group in groups if isinstance(groups[0], dict) else [{'params': groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        assert isinstance(param_group, dict), 'param group must be a dict'
        params = param_group['params']
        if isinstance(params, set):
            raise TypeError('optimizer parameters need to be organized in ordered collections, but the ordering of '
                            'tensors in sets will change between runs. Please use a list instead.')
        params = param_group['params'] = [params] if isinstance(params, torch.Tensor) else list(params)
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is '
                                + torch.typename(param))
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        numbers = {id(param) for param in params}
        if len(params) != len(numbers):
            warnings.warn('optimizer contains a parameter group with duplicate parameters; in future, this will '
                          'cause an error; see github.com/pytorch/pytorch/issues/40967 for more information',
                          stacklevel=3)
        if any(id(param) in numbers for group in self.param_groups for param in group['params']):
            raise ValueError('some parameters appear in more than one parameter group')
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none: bool = True):
        for group in self.param_groups:
            for param in group['params']:
                if param.grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                else:
                    param.grad.detach_().zero_()

    def step(self, closure=None):
        """Changes each parameter that has a gradient. What the closure gives is given back."""
        self._step_count = getattr(self, '_step_count', 0) + 1
        with torch.enable_grad():
            loss = None if closure is None else closure()
        with torch.no_grad():
            for group in self.param_groups:
                for param in group['params']:
                    if param.grad is not None:
                        gradient = -param.grad if group.get('maximize') else param.grad
                        state = self.state.get(param, {})
                        self._update(param, gradient.detach(), state, group)
                        if state:
                            self.state[param] = state
        return loss

    def _update(self, param, gradient, state, group):
        raise NotImplementedError

    def state_dict(self):
        """The state and the groups, with numbers in place of the parameters."""
        number = {}
        for group in self.param_groups:
            for param in group['params']:
                number.setdefault(id(param), len(number))
        groups = [{**{name: value for name, value in group.items() if name != 'params'},
                   'params': [number[id(param)] for param in group['params']]} for group in self.param_groups]
        return {'state': {number[id(param)]: kept for param, kept in self.state.items()}, 'param_groups': groups}

    def load_state_dict(self, state_dict):
        state_dict = copy.deepcopy(state_dict)
        saved = state_dict['param_groups']
        if len(saved) != len(self.param_groups):
            raise ValueError('loaded state dict has a different number of parameter groups')
        if any(len(new['params']) != len(old['params']) for new, old in zip(saved, self.param_groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of "
                             "optimizer's group")
        params = [param for group in self.param_groups for param in group['params']]
        numbers = [number for group in saved for number in group['params']]
        by_number = dict(zip(numbers, params))
        self.state = defaultdict(dict, {by_number[number]: kept for number, kept in state_dict['state'].items()})
        self.param_groups = [{**new, 'params': old['params']} for new, old in zip(saved, self.param_groups)]

    def __repr__(self):
        said = f'{type(self).__name__} ('
        for number, group in enumerate(self.param_groups):
            said += f'\nParameter Group {number}\n'
            said += ''.join(f'    {name}: {group[name]}\n' for name in sorted(group) if name != 'params')
        return said + ')'


class SGD(Optimizer):
    """Down the gradient, with momentum."""

    def __init__(self, params: _params_t, lr: _number_t = 1e-3, momentum: float = 0, dampening: float = 0,
                 weight_decay: float = 0, nesterov: bool = False, *, maximize: bool = False,
                 foreach: Optional[bool] = None, differentiable: bool = False, fused: Optional[bool] = None):
        _check_settings((('learning rate', lr), ('momentum value', momentum), ('weight_decay value', weight_decay)))
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError('Nesterov momentum requires a momentum and zero dampening')
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
            maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused))

    def _update(self, param, gradient, state, group):
        momentum = group['momentum']
        if group['weight_decay'] != 0:
            gradient = gradient.add(param, alpha=group['weight_decay'])
        if momentum != 0:
            kept = state.get('momentum_buffer')
            if kept is None:
                kept = state['momentum_buffer'] = gradient.clone()
            else:
                kept.mul_(momentum).add_(gradient, alpha=1 - group['dampening'])
            gradient = gradient.add(kept, alpha=momentum) if group['nesterov'] else kept
        param.add_(gradient, alpha=-group['lr'])


class _AdamBase(Optimizer):

    def __init__(self, params, defaults):
        for name, value, fits in (('learning rate', defaults['lr'], defaults['lr'] >= 0),
                                  ('epsilon value', defaults['eps'], defaults['eps'] >= 0),
                                  ('beta parameter at index 0', defaults['betas'][0], 0 <= defaults['betas'][0] < 1),
                                  ('beta parameter at index 1', defaults['betas'][1], 0 <= defaults['betas'][1] < 1),
                                  ('weight_decay value', defaults['weight_decay'], defaults['weight_decay'] >= 0)):
            if not fits:
                raise ValueError(f'Invalid {name}: {value}')
        super().__init__(params, defaults)

    def _update(self, param, gradient, state, group):
        if not state:
            state['step'] = torch.tensor(0.0)
            state['exp_avg'], state['exp_avg_sq'] = torch.zeros_like(param), torch.zeros_like(param)
            if group['amsgrad']:
                state['max_exp_avg_sq'] = torch.zeros_like(param)
        state['step'] += 1
        gradient = self._decayed(param, gradient, group)
        (of_mean, of_square), step = group['betas'], state['step'].item()
        mean = state['exp_avg'].lerp_(gradient, 1 - of_mean)
        square = state['exp_avg_sq'].mul_(of_square).addcmul_(gradient, gradient, value=1 - of_square)
        if group['amsgrad']:
            square = state['max_exp_avg_sq'].copy_(torch.maximum(state['max_exp_avg_sq'], square))
        below = (square.sqrt() / math.sqrt(1 - of_square ** step)).add_(group['eps'])
        param.addcdiv_(mean, below, value=-(group['lr'] / (1 - of_mean ** step)))


class Adam(_AdamBase):
    """Steps of the mean gradient over the root of its mean square."""

    def __init__(self, params: _params_t, lr: _number_t = 1e-3, betas: Tuple[_number_t, _number_t] = (0.9, 0.999),
                 eps: float = 1e-8, weight_decay: float = 0, amsgrad: bool = False, *, foreach: Optional[bool] = None,
                 maximize: bool = False, capturable: bool = False, differentiable: bool = False,
                 fused: Optional[bool] = None):
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
            foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused))

    def _decayed(self, param, gradient, group):
        decay = group['weight_decay']
        return gradient if decay == 0 else gradient.add(param, alpha=decay)


class AdamW(_AdamBase):
    """Adam whose decay of weights is no part of the gradient."""

    def __init__(self, params: _params_t, lr: _number_t = 1e-3, betas: Tuple[_number_t, _number_t] = (0.9, 0.999),
                 eps: float = 1e-8, weight_decay: float = 1e-2, amsgrad: bool = False, *, maximize: bool = False,
                 foreach: Optional[bool] = None, capturable: bool = False, differentiable: bool = False,
                 fused: Optional[bool] = None):
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, foreach=foreach,
            maximize=maximize, capturable=capturable, differentiable=differentiable, fused=fused))

    def _decayed(self, param, gradient, group):
        param.mul_(1 - group['lr'] * group['weight_decay'])
        return gradient


def _check_settings(settings):
    """Words what is no possible value, by the names that PyTorch's errors have."""
    for name, value in settings:
        if not value >= 0:
            raise ValueError(f'Invalid {name}: {value}')


class RMSprop(Optimizer):
    """Steps of the gradient over the root of its mean square."""

    def __init__(self, params: _params_t, lr: _number_t = 1e-2, alpha: float = 0.99, eps: float = 1e-8,
                 weight_decay: float = 0, momentum: float = 0, centered: bool = False, capturable: bool = False,
                 foreach: Optional[bool] = None, maximize: bool = False, differentiable: bool = False):
        _check_settings((('learning rate', lr), ('epsilon value', eps), ('momentum value', momentum),
                         ('weight_decay value', weight_decay), ('alpha value', alpha)))
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
            capturable=capturable, foreach=foreach, maximize=maximize, differentiable=differentiable))

    def _update(self, param, gradient, state, group):
        if not state:
            state['step'], state['square_avg'] = torch.tensor(0.0), torch.zeros_like(param)
            for name, kept in (('momentum_buffer', group['momentum'] > 0), ('grad_avg', group['centered'])):
                if kept:
                    state[name] = torch.zeros_like(param)
        state['step'] += 1
        alpha = group['alpha']
        if group['weight_decay'] != 0:
            gradient = gradient.add(param, alpha=group['weight_decay'])
        square = state['square_avg'].mul_(alpha).addcmul_(gradient, gradient, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg'].lerp_(gradient, 1 - alpha)
            square = square.addcmul(mean, mean, value=-1)
        below = square.sqrt().add_(group['eps'])
        if group['momentum'] > 0:
            param.add_(state['momentum_buffer'].mul_(group['momentum']).addcdiv_(gradient, below), alpha=-group['lr'])
        else:
            param.addcdiv_(gradient, below, value=-group['lr'])


class Adagrad(Optimizer):
    """Steps of the gradient over the root of the sum of all its squares."""

    def __init__(self, params: _params_t, lr: _number_t = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
                 initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: Optional[bool] = None, *,
                 maximize: bool = False, differentiable: bool = False, fused: Optional[bool] = None):
        _check_settings((('learning rate', lr), ('lr_decay value', lr_decay), ('weight_decay value', weight_decay),
                         ('initial_accumulator_value value', initial_accumulator_value), ('epsilon value', eps)))
        super().__init__(params, dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
            differentiable=differentiable, fused=fused))
        for each in self.param_groups:
            for param in each['params']:
                self.state[param].update(step=torch.tensor(0.0),
                                         sum=torch.full_like(param.detach(), initial_accumulator_value))

    def _update(self, param, gradient, state, group):
        state['step'] += 1
        if group['weight_decay'] != 0:
            gradient = gradient.add(param, alpha=group['weight_decay'])
        rate = group['lr'] / (1 + (state['step'].item() - 1) * group['lr_decay'])
        total = state['sum'].addcmul_(gradient, gradient, value=1)
        param.addcdiv_(gradient, total.sqrt().add_(group['eps']), value=-rate)
