"""Functions of the C library and system calls, whose errors become exceptions of Python."""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)

# On x86-64 and on arm64; None: there is none.
_NUMBERS = {
    "open": (2, None), "openat2": (437, 437), "fsopen": (430, 430), "open_tree": (428, 428),
    "pivot_root": (155, 41), "tgkill": (234, 131), "tkill": (200, 130), "pidfd_getfd": (438, 438),
    "memfd_secret": (447, 447), "vfork": (58, None), "clone": (56, 220), "clone3": (435, 435),
    "io_uring_setup": (425, 425), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217),
    "init_module": (175, 105), "kexec_load": (246, 104), "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444), "capset": (126, 91), "mq_open": (240, 180),
    "timer_create": (222, 107), "renameat2": (316, 276),
}


def _given(argument):
    if isinstance(argument, str):
        return argument.encode()
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def _checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def call(name, *arguments):
    return _checked(getattr(_libc, name)(*map(_given, arguments)))


def system_call_number(number, *arguments):
    return _checked(_libc.syscall(ctypes.c_long(number), *map(_given, arguments)))


def system_call(name, *arguments):
    number = _NUMBERS[name][os.uname().machine != "x86_64"]
    if number is None:
        raise PermissionError(1, f"this machine has no {name}")
    return system_call_number(number, *arguments)


def system_call_result(name):
    try:
        return system_call(name)
    except OSError:
        return -1
