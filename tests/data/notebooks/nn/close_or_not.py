# torch.testing.assert_close: what it says of two values that are not close.
import math
import torch
from torch.testing import assert_close


def said(actual, expected, **options):
    try:
        print('close', assert_close(actual, expected, **options))
    except Exception as error:
        print(type(error).__name__, '|', error)
    print('---')


T = torch.tensor
said(T([1., 2., 3.]), T([1., 2.5, 3.]))
said(T([[1., 2.], [3., 4.]]), T([[1., 2.], [3., 5.]]))
said(T(1.), T(2.))
said(1.0, 1.5)
said(1, 2)
said(1, 1.0)
said(T([1, 2]), T([1, 3]))
said(T([True, False]), T([True, True]))
said(T([1.]), T([1.], dtype=torch.float64))
said(T([1., 2.]), T([1.]))
said([1, 2], [1, 3])
said([1, 2], [1])
said({'a': 1}, {'b': 1})
said({'a': T([1.])}, {'a': T([2.])})
said(T([math.nan]), T([math.nan]))
said(T([math.nan]), T([math.nan]), equal_nan=True)
said(T([1., 2.]), T([1., 2.1]), rtol=0, atol=0.01)
said(T([1., 2.]), T([1., 2.1]), rtol=0, atol=0)
said(T([1., 2.]), T([1., 2.1]), rtol=0.1)
said(T([1., 2.]), T([1., 2.1]), msg='mine')
said(T([1., 2.]), T([1., 2.1]), msg=lambda text: 'before: ' + text)
said(T([1.]), 1.0)
said('a', 'a')
said(None, None)
said(None, 1)
said(T([0., 2.]), T([1e-3, 2.1]), rtol=0, atol=0)
said(T([2.]), T([0.]))
said(T([[1, 2], [3, 4]]), T([[1, 3], [2, 4]]).T, check_stride=True)
