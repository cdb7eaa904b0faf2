# SPDX-License-Identifier: MIT
"""What comes from the app and goes to it while cells run: a thread sorts what was asked, another one sends what was
printed, a moment later, so that a loop that prints numbers one by one fills a message.
"""

import _signal
import _thread
import fcntl
import posix
from time import monotonic, sleep
from _queue import SimpleQueue

_MOST_OUTPUT = 8 << 20  # bytes that a cell prints, as protocol::kMostOutputBytes
_MOST_SIDE, _MOST_PICTURE = 8192, 1 << 26  # pixels, bytes
_MOST_PICTURES = 200
_MOST_PICTURES_BYTES = 1 << 29
_AT_ONCE = 32 << 10  # bytes that are sent without waiting for more
_DELAY = 0.01  # seconds that printed text waits
_STREAMS = "stdout", "stderr"
_ADD_SEALS, _SEALS = 1033, 0xE  # F_ADD_SEALS; that it shrinks, grows and is written


class _Whole:
    """What a thread does within this is not left halfway: an interrupt waits for its end."""

    def __init__(self, link):
        self._link = link

    def __enter__(self):
        if _thread.get_ident() == self._link.main:
            self._link.within += 1

    def __exit__(self, *_error):
        link = self._link
        if _thread.get_ident() != link.main:
            return
        link.within -= 1
        if link.waits and not link.within:
            link.waits = False
            raise KeyboardInterrupt


def fill_and_seal(descriptor, data):
    """Writes bytes into a memory file of just their size, seals and closes it."""
    try:
        data = memoryview(data).cast("B")
        if posix.fstat(descriptor).st_size != len(data):
            raise OSError("the memory file has another size")
        written = 0
        while written < len(data):
            written += posix.pwrite(descriptor, data[written : written + (1 << 30)], written)
        fcntl.fcntl(descriptor, _ADD_SEALS, _SEALS)
    finally:
        posix.close(descriptor)


class Link:
    """Questions come in, answers and what cells print and show go out, over a channel: own/frames.py has one."""

    def __init__(self, channel):
        self._channel = channel
        self._questions = SimpleQueue()
        self._lines, self._lines_asked = SimpleQueue(), 0
        self._input_lock = _thread.allocate_lock()
        self._wake = _thread.allocate_lock()
        self._wake.acquire()
        self._output_lock = _thread.allocate_lock()
        self._number, self._text, self._bytes = 0, [], 0  # what waits to be sent
        self._printed, self._told = 0, False
        self._sent = 0.0  # when text was sent last
        self._picture_lock = _thread.allocate_lock()
        self._shows, self._pictures, self._picture_bytes = False, 0, 0
        #: Of the main thread: whether an interrupt is heeded, how deep it is in what is done whole, and
        #: whether an interrupt waits for the end of that.
        self.heeds = False
        self.main = _thread.get_ident()
        self.within = 0
        self.waits = False
        self.whole = _Whole(self)

    def start(self):
        _signal.signal(_signal.SIGINT, self._on_signal)
        _thread.start_new_thread(self._read, ())
        _thread.start_new_thread(self._send_later, ())

    def _on_signal(self, _number, _frame):
        self._channel.heed()
        if not self.heeds:
            return
        if self.within:
            self.waits = True
        else:
            raise KeyboardInterrupt

    def _read(self):
        try:
            while True:
                message, descriptor = self._channel.next()
                if message["message"] == "line":
                    self._lines.put(message)
                else:
                    self._questions.put((message, descriptor))
        except BaseException:  # the app has ended, or sent something malformed: nobody waits for this process
            posix._exit(0)

    def next(self):
        """The next question, and the descriptor that came with it."""
        return self._questions.get()

    def answer(self, message):
        """Sends an answer, behind all output before it."""
        with self.whole, self._output_lock:
            self._flush()
            self._send(message)

    def begin(self, run):
        with self._output_lock:
            self._printed, self._told, self._shows = 0, False, True
            self._pictures = self._picture_bytes = 0
        self.waits = False
        self.heeds = True
        self._channel.begin(run)

    def end(self):
        self.heeds = False
        with self._picture_lock, self._output_lock:
            self._shows = False
        self._channel.end()

    def write(self, number, data, at_once):
        """Keeps printed text until the app gets it; of more than a cell may print, the rest is dropped."""
        with self.whole, self._output_lock:
            room = _MOST_OUTPUT - self._printed
            fits = len(data) <= room
            if not fits:
                data = data[:room].decode("utf-8", "ignore").encode()
            self._printed += len(data) if fits else room
            if not fits and not data and not self._told:
                self._flush()
                self._send({"message": "output", "stream": _STREAMS[number], "text": ""})
                self._told = True
            if data:
                self._keep(number, data)
            if at_once:
                self._flush()
        if not fits:
            raise RuntimeError(f"the cell was stopped: it printed more than {_MOST_OUTPUT >> 20} MiB")

    def _keep(self, number, data):
        if self._number != number:
            self._flush()
        self._number = number
        self._text.append(data)
        self._bytes += len(data)
        # The first text after a while is sent at once: code that keeps Python's lock may follow it.
        if self._bytes >= _AT_ONCE or monotonic() - self._sent > _DELAY:
            self._flush()
        elif len(self._text) == 1 and self._wake.locked():
            self._wake.release()

    def show(self, text, after_value, width, height, pixels, number, scale):
        """Shows a picture behind all output before it, and waits until the app has taken its pixels."""
        size = memoryview(pixels).nbytes
        if max(width, height) > _MOST_SIDE or size > _MOST_PICTURE:
            raise RuntimeError("a picture is too large")
        if size != width * height * 4:
            raise RuntimeError("these are not the picture's pixels")
        with self.whole, self._picture_lock:
            with self._output_lock:
                if not self._shows:
                    raise RuntimeError("pictures are shown while a cell runs")
                self._pictures += 1
                self._picture_bytes += size
                if self._pictures > _MOST_PICTURES or self._picture_bytes > _MOST_PICTURES_BYTES:
                    raise RuntimeError("the cell was stopped: it showed more pictures than a cell may")
                self._flush()
                self._send({"message": "picture", "text": text, "after_value": bool(after_value), "width": width,
                            "height": height, "number": number, "scale": float(scale)})
            if not size:
                return
            _, descriptor = self.next()
            try:
                fill_and_seal(descriptor, pixels)
            except OSError as error:
                self._send({"message": "failed", "sentence": str(error)})
                raise
            self._send({"message": "taken", "dtype": "uint8", "elements": size})

    def read_line(self):
        """A line of standard input, behind all output before it; none: there is no more, or no cell runs."""
        with self._input_lock:
            with self.whole, self._output_lock:
                if not self._shows:
                    return b""
                self._lines_asked += 1
                self._flush()
                self._send({"message": "asked", "number": self._lines_asked})
            while True:
                line = self._lines.get()
                # One that was asked for before an interrupt may come after it.
                if line["number"] == self._lines_asked:
                    return line.get("text", "").encode()

    def _send_later(self):
        while True:
            self._wake.acquire()
            sleep(_DELAY)
            with self._output_lock:
                self._flush()

    def _flush(self):
        if self._text:
            text = b"".join(self._text).decode("utf-8", "replace")
            self._text.clear()
            self._bytes = 0
            self._sent = monotonic()
            self._send({"message": "output", "stream": _STREAMS[self._number], "text": text})

    def _send(self, message):
        try:
            self._channel.send(message)
        except OSError:
            posix._exit(0)
