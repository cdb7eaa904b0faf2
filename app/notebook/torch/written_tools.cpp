// SPDX-License-Identifier: MIT
// See written.hpp: what notebooks import beside torch and torch.nn.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch


def Variable(data, requires_grad=False, volatile=None):
    return data.detach().requires_grad_(True) if requires_grad else data


torch.autograd.Variable = Variable


class Dataset:
    __module__ = 'torch.utils.data.dataset'

    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        raise _not_supported('ConcatDataset', 'a list of both')


class TensorDataset(Dataset):
    __module__ = 'torch.utils.data.dataset'

    def __init__(self, *tensors):
        assert all([tensors[0].shape[0] == x.shape[0] for x in tensors]), 'Size mismatch between tensors'
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([x[index] for x in self.tensors])

    def __len__(self):
        return self.tensors[0].shape[0]


torch.utils.data.Dataset = Dataset
torch.utils.data.TensorDataset = TensorDataset


def _tolerances(dtypes):
    known = {torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7)}
    pairs = [known.get(dtype, (0.0, 0.0)) for dtype in dtypes]
    return max([p[0] for p in pairs]), max([p[1] for p in pairs])


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        for a, b in zip(actual, expected):
            assert_close(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, msg=msg)
        return
    scalars = not isinstance(actual, torch.Tensor)
    a, b = torch.as_tensor(actual), torch.as_tensor(expected)
    if a.shape != b.shape:
        raise AssertionError(msg or f"The values for attribute 'shape' do not match: {a.shape} != {b.shape}.")
    if check_dtype and not scalars and a.dtype != b.dtype:
        raise AssertionError(msg or f"The values for attribute 'dtype' do not match: {a.dtype} != {b.dtype}.")
    usual = _tolerances([a.dtype, b.dtype])
    if scalars and (isinstance(actual, float) or isinstance(expected, float)):
        usual = (1e-7, 1e-7)
    rtol, atol = usual[0] if rtol is None else rtol, usual[1] if atol is None else atol
    a, b = a.detach().to(torch.float64), b.detach().to(torch.float64)
    near = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if bool(near.all()):
        return
    if msg is not None:
        raise AssertionError(msg)
    raise _not_supported('the message of torch.testing.assert_close', 'torch.allclose: the values differ')


torch.testing.assert_close = assert_close
)py";

}  // namespace

std::string_view written_tools() {
  return kText;
}

}  // namespace normscope::notebook::torch
