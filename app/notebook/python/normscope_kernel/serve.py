# SPDX-License-Identifier: MIT
"""Answers the app's questions, one after the other: the messages of app/notebook/protocol/messages.hpp."""

import json
import posix
import sys
from types import ModuleType

from normscope_kernel import streams
from normscope_kernel.link import Link, fill_and_seal
from normscope_kernel.running import cell
from normscope_kernel.values import ITEM_SIZES, VariableList

_MOST_TEXT = 8 << 20  # bytes of a text of an answer, as JSON


def _text(text):
    """A text as UTF-8 can hold it, of a bounded length."""
    text = text.encode("utf-8", "backslashreplace")[:_MOST_TEXT].decode("utf-8", "ignore")
    while len(json.dumps(text, ensure_ascii=False).encode()) > _MOST_TEXT:
        text = text[: len(text) // 2]
    return text


class _Kernel:

    def __init__(self, link, records):
        from normscope_kernel import cells  # once the streams are there

        self._link, self._records, self._cells = link, records, cells
        self._names = sys.modules["__main__"].__dict__
        self._variables = VariableList()
        self._graph = None

    def serve(self):
        while True:
            question, descriptor = self._link.next()
            answer = getattr(self, "_" + question["message"].replace(" ", "_"))
            try:
                reply = answer(question, descriptor)
            except MemoryError:
                reply = {"message": "failed", "sentence": "there is no memory left for it"}
            self._link.answer(reply)

    def _run(self, question, _descriptor):
        self._graph = None
        self._records.begin(question["run"], question["file"])
        done = {"message": "finished", "notes": ""}
        try:
            self._link.begin(question["run"])
            self._run_cell(question, done)
            self._leave(question, done)
            self._link.end()
        except BaseException as error:  # an interrupt that came when the cell was over
            self._describe(question, error, done)
        self._link.end()
        return done

    def _run_cell(self, question, done):
        try:
            is_notebook = question["mode"] == "notebook"
            codes = self._cells.prepare(question["source"], question["file"], is_notebook, question["picture_scale"])
            exec(codes[0], self._names)
            if codes[1] is not None:
                shown, plain = self._cells.show(eval(codes[1], self._names))
                if shown is not None:
                    done["value"] = _text(shown)
                if plain is not None:
                    done["plain"] = _text(plain)
        except BaseException as error:
            self._describe(question, error, done)

    def _describe(self, question, error, done):
        self._link.heeds = False
        if "error" in done:
            return
        with self._records.paused():
            told = self._told(error, question["file"])
        keys = ("type", "message", "traceback", "line", "interrupted", "exits", "exit_status", "lacks_file")
        done["error"] = {
            key: _text(value) if isinstance(value, str) else value for key, value in zip(keys, told)}
        done["error"]["exit_status"] &= 0xFF

    def _told(self, error, file):
        """What cells.describe tells; of an error that cannot be described, its name."""
        try:
            return self._cells.describe(error, file)
        except BaseException:
            name = type(error).__name__
            return name, "", name + "\n", 0, False, False, 1, False

    def _leave(self, question, done):
        """Shows the figures that the cell has made; at the end of a script runs exit handlers and finalizers."""
        is_script = question["mode"] == "script"
        try:
            done["notes"] = _text(self._cells.leave_script() if is_script else self._cells.leave_cell())
        except BaseException as error:
            if not is_script:
                self._describe(question, error, done)

    def _draw_picture(self, question, _descriptor):
        try:
            self._link.begin(question["run"])
            with self._records.paused():
                self._cells.draw_again(question["number"], question["scale"])
        except BaseException:
            pass  # The app keeps the picture that it has.
        self._link.end()
        return {"message": "finished", "notes": ""}

    def _take_picture(self, _question, _descriptor):
        return {"message": "failed", "sentence": "no picture was shown"}

    def _list_variables(self, _question, _descriptor):
        with self._records.paused():
            return {"message": "variables", "variables": self._variables.listed(self._names, self._records)}

    def _describe_records(self, question, _descriptor):
        self._graph = self._records.graph(self._names.get(question["name"]))
        if self._graph is None:
            return {"message": "nothing"}
        return {"message": "records", "records": self._graph.messages}

    def _take_array(self, question, descriptor):
        return self._taken(descriptor, lambda: self._variables.numbers(self._names.get(question["name"]), self._records))

    def _take_records(self, question, descriptor):
        return self._taken(descriptor, lambda: ("float32", self._numbers(question["records"])))

    def _numbers(self, records):
        if self._graph is None:
            raise ValueError("the values of a step are lost")
        return self._graph.numbers(records)

    def _taken(self, descriptor, numbers):
        try:
            with self._records.paused():
                dtype, data = numbers()
                size = memoryview(data).nbytes
            fill_and_seal(descriptor, data)
        except Exception as error:
            return {"message": "failed", "sentence": _text(str(error)) or "no variable of this name holds numbers"}
        return {"message": "taken", "dtype": dtype, "elements": size // ITEM_SIZES[dtype]}


def _make_main():
    """A module for the cells, as a script has it."""
    main = ModuleType("__main__")
    main.__builtins__ = __builtins__
    main.__annotations__ = {}
    sys.modules["__main__"] = main
    sys.argv[:] = [""]


def serve(channel, confinement, make_records):
    """Says that it is ready, and how it is confined, as the launcher has said; then answers until the app is gone.
    `make_records` gives what knows of arrays and how they were made.
    """
    link = Link(channel)
    try:
        _make_main()
        streams.install(link.write, link.read_line)
        cell.picture = link.show
        kernel = _Kernel(link, make_records())
    except BaseException as error:
        refuse(channel, f"this Python could not be prepared for cells: {type(error).__name__}: {error}")
    # The calls between the start of Python and a cell are not the cell's: those to here, and those of _run_cell.
    depth, frame = 3 + (sys.version_info < (3, 12)), sys._getframe()
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(sys.getrecursionlimit() + depth)
    link.start()
    version = ".".join(map(str, sys.version_info[:3]))
    link.answer({"message": "ready", "python": version, "confinement": json.loads(confinement)["confinement"]})
    kernel.serve()


def refuse(channel, sentence):
    channel.send({"message": "refused", "sentence": sentence, "confinement": False})
    posix._exit(1)
