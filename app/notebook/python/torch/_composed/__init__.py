# SPDX-License-Identifier: MIT
"""Functions that PyTorch has in C++ and this torch composes of others, by subject.

`_torch` reads and checks their arguments by its table of signatures, then asks this package for the
function of that name. It is called with the first argument by position and the others by PyTorch's
names for them; what was not given is left out. `out=` and the forms that change their tensor are
`_torch`'s. So nothing here checks types or registers itself.
"""
from torch import _module_named
from torch._unsupported import known_by_name

_SUBJECTS = {
    'activations': 'celu glu hardsigmoid hardswish hardtanh log_sigmoid prelu relu6',
    'attention': 'rms_norm scaled_dot_product_attention',
    'bits': 'frexp ldexp nextafter',
    'conversion': 'can_cast cuda requires_grad_ result_type',
    'counting': 'aminmax argsort bincount count_nonzero histc histogram kthvalue median mode msort',
    'einsum': '_einsum einsum',
    'images': 'adaptive_avg_pool1d adaptive_avg_pool2d im2col',
    'losses': 'binary_cross_entropy binary_cross_entropy_with_logits cross_entropy_loss huber_loss kl_div '
              'l1_loss mse_loss _nll_loss nll_loss_nd pairwise_distance smooth_l1_loss',
    'matrix': 'cdist cosine_similarity cross ger inner kron matrix_power outer tensordot trace',
    'noise': 'dropout dropout_ instance_norm',
    'pointwise': 'addcdiv addcmul allclose asarray clamp_max clamp_min deg2rad '
                 'float_power heaviside is_complex is_nonzero is_same_size is_signed '
                 'isclose isneginf isposinf isreal lerp logit logspace nan_to_num positive '
                 'rad2deg scalar_tensor',
    'selection': 'bucketize embedding index_add index_copy index_fill index_put isin masked_select one_hot '
                 'repeat_interleave scatter_ scatter_add searchsorted take take_along_dim',
    'shapes': 'adjoint chunk column_stack diag diag_embed diagflat dstack expand_as fill_diagonal_ fliplr '
              'flipud hstack moveaxis movedim pad ravel reshape_as roll repeat row_stack tile tril tril_indices triu '
              'triu_indices unflatten view_as vstack',
    'statistics': 'corrcoef cov diff dist nanmean nansum quantile trapezoid trapz',
    'unique': '_unique2 unique_consecutive unique_dim',
}
_WHERE = {name: file for file, names in _SUBJECTS.items() for name in names.split()}


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(f"module 'torch._composed' has no attribute '{name}'")
    value = getattr(_module_named('torch._composed.' + _WHERE[name]), name)
    globals()[name] = value
    return value


def found(owner, name):
    """What a function or method calls, and whether it gives what its first argument becomes: then `name` is `add_`."""
    for each in (name, name.removesuffix('_')):
        if each in _WHERE:
            return __getattr__(each), each != name
    return known_by_name(owner, name), False
