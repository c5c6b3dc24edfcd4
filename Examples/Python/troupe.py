"""Troupe in a program in Python: a thin layer of ctypes over troupe.h."""

import ctypes
import json
import queue

OK, INVALID, REFUSED, IN_USE, CLOSED, BUSY, IN_CALLBACK = range(7)
MESSAGE, FILE, FILE_FAILED, LOG, ENDED = range(1, 6)


class Event(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32), ("kind", ctypes.c_int32), ("bytes", ctypes.c_void_p), ("length", ctypes.c_size_t),
        ("file", ctypes.c_int64), ("offset", ctypes.c_uint64), ("total", ctypes.c_uint64),
    ]

    def data(self) -> bytes:
        return ctypes.string_at(self.bytes, self.length) if self.length else b""


Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Event))


def load(path):
    """Loads libtroupe and declares its functions."""
    library = ctypes.CDLL(str(path))
    library.troupe_open.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, Callback, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64),
        ctypes.POINTER(ctypes.c_void_p),
    ]
    library.troupe_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
    library.troupe_read_file.argtypes = [ctypes.c_uint64, ctypes.c_int64]
    library.troupe_close.argtypes = [ctypes.c_uint64]
    library.troupe_free.argtypes = [ctypes.c_void_p]
    library.troupe_free.restype = None
    library.troupe_version.restype = ctypes.c_char_p
    return library


class Refused(Exception):
    """A window was not opened. `problem` says why, where there is something to say."""

    def __init__(self, status, problem):
        super().__init__(status, problem)
        self.status, self.problem = status, problem


class Window:
    """One open window. Answers wait in a queue each; everything else is appended to `told`, or handed to `listen`."""

    def __init__(self, library, listen=None, **options):
        self.library, self.listen, self.told = library, listen, []
        self.number, self.answers = 0, {}
        # Kept as long as the window: the library calls it.
        self.callback = Callback(self._take)
        handle, problem = ctypes.c_uint64(), ctypes.c_void_p()
        text = json.dumps(options).encode()
        status = library.troupe_open(text, len(text), self.callback, None, ctypes.byref(handle), ctypes.byref(problem))
        if status != OK:
            told = json.loads(ctypes.string_at(problem)) if problem else None
            library.troupe_free(problem)
            raise Refused(status, told)
        self.handle = handle.value

    def _take(self, _, event):
        event = event.contents
        kind, data = event.kind, event.data()
        if kind == MESSAGE:
            message = json.loads(data)
            waiting = self.answers.pop(message.get("id"), None) if isinstance(message, dict) else None
            if waiting is not None:
                return waiting.put(message)
            kind, data = MESSAGE, message
        if self.listen:
            return self.listen(self, kind, data, event)
        self.told.append((kind, data, event.file, event.offset, event.total))

    def send(self, message: bytes):
        """Sends one message as it is, and returns the status."""
        return self.library.troupe_send(self.handle, message, len(message))

    def call(self, method, timeout=60, **params):
        """Sends a request and waits for its answer."""
        self.number += 1
        waiting = self.answers[self.number] = queue.Queue()
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        status = self.send(json.dumps(request).encode())
        if status != OK:
            raise Refused(status, None)
        return waiting.get(timeout=timeout)

    def frame(self, method, **params):
        answer = self.call(method, **params)
        if "result" not in answer:
            raise Refused(REFUSED, answer["error"])
        return answer["result"]

    def close(self):
        return self.library.troupe_close(self.handle)
