# SPDX-License-Identifier: MIT
"""torch.cuda: there is no such device; scripts ask whether there is."""


def is_available():
    return False


def is_initialized():
    return False


def device_count():
    return 0


def manual_seed(seed):
    """Seeds nothing, as on a machine without the device."""


manual_seed_all = manual_seed


def empty_cache():
    """Frees nothing, as on a machine without the device."""


def _no_device(*_arguments, **_options):
    raise AssertionError('Torch not compiled with CUDA enabled')


current_device = get_device_name = get_device_properties = synchronize = _no_device
get_device_capability = is_bf16_supported = get_rng_state = set_rng_state = Event = Stream = _no_device


def memory_allocated(device=None):
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def reset_peak_memory_stats(device=None):
    """Forgets nothing, as on a machine without the device."""


def __getattr__(name):
    if name != 'amp':
        raise AttributeError(f"module 'torch.cuda' has no attribute '{name}'")
    from torch import _module_named
    return _module_named('torch.cuda.amp')
