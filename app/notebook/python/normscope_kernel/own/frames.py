# SPDX-License-Identifier: MIT
"""Messages on the socket to the app, as app/notebook/protocol/frames.hpp describes them."""

import _socket
import json

_READ = 1 << 18  # bytes at once: as much as a socket holds


class Frames:
    """Sends and receives messages; the confinement lets them pass by sendmsg and recvmsg alone."""

    def __init__(self, descriptor):
        self._socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, descriptor)
        self._bytes = bytearray()
        self._descriptors = []

    def send(self, message):
        text = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
        rest = memoryview(len(text).to_bytes(4, "little") + bytes(4) + text)
        while rest:
            rest = rest[self._socket.sendmsg([rest]) :]

    def next(self):
        """The next message and the descriptor that came with it, -1 for none; EOFError: the app is gone."""
        while True:
            size = int.from_bytes(self._bytes[:4], "little")
            if len(self._bytes) >= 8 + size and len(self._bytes) >= 8:
                text, has_descriptor = self._bytes[8 : 8 + size], self._bytes[4]
                del self._bytes[: 8 + size]
                return json.loads(text), self._descriptors.pop(0) if has_descriptor else -1
            self._read()

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
