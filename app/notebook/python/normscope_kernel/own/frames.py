# SPDX-License-Identifier: MIT
"""Messages on the socket to the app, as app/notebook/protocol/frames.hpp describes them, and the interrupts among
them: what app/notebook/notebook_kernel/link.hpp does for the built-in Python.
"""

import _socket
import _thread
import json
import signal
import time

_READ = 1 << 18  # bytes at once: as much as a socket holds
_AGAIN = 0.05, 0.2, 1  # seconds after which an interrupt that was not heeded comes again


class Frames:
    """Sends and receives messages; the confinement lets them pass by sendmsg and recvmsg alone."""

    def __init__(self, descriptor):
        self._socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, descriptor)
        self._bytes = bytearray()
        self._descriptors = []
        self._main = _thread.get_ident()
        self._run_lock = _thread.allocate_lock()
        self._run = self._interrupted = 0  # the run that can be interrupted; the last that was to be
        self._heeded = True

    def send(self, message):
        text = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
        rest = memoryview(len(text).to_bytes(4, "little") + bytes(4) + text)
        while rest:
            rest = rest[self._socket.sendmsg([rest]) :]

    def next(self):
        """The next message, and the descriptor that came with it, -1 for none; an interrupt comes as SIGINT of the main
        thread. EOFError: the app is gone.
        """
        while True:
            size = int.from_bytes(self._bytes[:4], "little")
            if len(self._bytes) < 8 + size or len(self._bytes) < 8:
                self._read()
                continue
            message, has_descriptor = json.loads(self._bytes[8 : 8 + size]), self._bytes[4]
            del self._bytes[: 8 + size]
            if message["message"] != "interrupt":
                return message, self._descriptors.pop(0) if has_descriptor else -1
            self._interrupt(message["run"])

    def _read(self):
        flags = getattr(_socket, "MSG_CMSG_CLOEXEC", 0)
        data, beside, _, _ = self._socket.recvmsg(_READ, _socket.CMSG_SPACE(16), flags)
        if not data:
            raise EOFError
        self._bytes += data
        for level, kind, numbers in beside:
            if (level, kind) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS):
                self._descriptors += [
                    int.from_bytes(numbers[at : at + 4], "little") for at in range(0, len(numbers) - 3, 4)]

    def begin(self, run):
        """Until end() an interrupt of this run is heeded."""
        with self._run_lock:
            self._run = run
            if self._interrupted == run:
                self._signal()

    def end(self):
        with self._run_lock:
            self._run = 0

    def heed(self):
        """The interrupt has arrived."""
        self._heeded = True

    def _signal(self):
        self._heeded = False
        signal.pthread_kill(self._main, signal.SIGINT)

    def _interrupt(self, run):
        with self._run_lock:
            # A run that has not begun yet is interrupted when it does.
            self._interrupted = run
            if self._run == run:
                self._signal()
        _thread.start_new_thread(self._insist, (run,))

    def _insist(self, run):
        """Sends the signal of an interrupt again. One that came when the cell had let Python's lock go, and did not wait
        for the system yet, has only set Python's mark, which nobody looks at before that wait is over.
        """
        for seconds in _AGAIN:
            time.sleep(seconds)
            with self._run_lock:
                if self._run != run or self._heeded:
                    return
                signal.pthread_kill(self._main, signal.SIGINT)
