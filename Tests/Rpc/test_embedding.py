"""The products as a library: libtroupe in Python by ctypes, in C, and in another package in Swift."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Examples" / "Python"), str(ROOT / "Scripts")]
import layers  # noqa: E402
import troupe as binding  # noqa: E402
from rotation import part  # noqa: E402

BUILT = ROOT / ".build" / "debug"
CLOCK = "2026-03-02T08:00:00Z"


@pytest.fixture(scope="session")
def library():
    return binding.load(BUILT / "libTroupeC.so")


@pytest.fixture
def window(library):
    """Opens windows in memory, and closes those that are left."""
    opened = []

    def start(product="yhealth", **options):
        options = options if "data" in options else {"memory": True, **options}
        opened.append(binding.Window(library, product=product, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def fails(library, options):
    """Opens a window that cannot be opened. Returns the status and the problem."""
    with pytest.raises(binding.Refused) as refused:
        binding.Window(library, **options)
    return refused.value.status, refused.value.problem


# MARK: The same as the binary


def steps(name, most):
    """The acts of a file of scenarios as calls, without what is expected."""
    found = []
    for line in (ROOT / "Tests" / "Scenarios" / f"{name}.scenario").read_text().splitlines():
        words = line.split()
        quoted = re.findall(r'"([^"]*)"', line)
        if words[:1] == ["open"] and words[1].startswith("/"):
            # Passcodes are not recorded, and the entries to be sent have identifiers that are drawn side by side.
            if words[1].startswith(("/settings/lock", "/settings/sync")):
                continue
            found.append(("open", {"route": words[1]}))
        elif re.fullmatch(r'  tap (\w+ )?"[^"]*"', line):
            found.append(("tap", {"label": quoted[0]}))
        elif words[:1] == ["type"] and len(quoted) == 2:
            found.append(("type", {"label": quoted[0], "text": quoted[1]}))
        elif words[:1] == ["choose"] and len(quoted) == 2:
            found.append(("choose", {"label": quoted[0], "value": quoted[1]}))
        elif words == ["back"]:
            found.append(("back", {}))
        elif words[:1] == ["advance"] and (unit := SECONDS.get(words[-1].rstrip("s"))) and len(words) == 3:
            found.append(("clock", {"advance": int(words[1]) * unit}))
    return found[:most]


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


def scenarios():
    """The files of scenarios with their products: some of each product's at each commit."""
    files = {}
    for path in sorted((ROOT / "Tests" / "Scenarios").glob("*.scenario")):
        product = (re.findall(r"^  product (\w+)", path.read_text(), re.MULTILINE) or [""])[0]
        if "passcode" not in path.read_text().lower() and product in ("yhealth", "syncwell", "cadence", "volvox", "dailypa") and len(steps(path.stem, 6)) > 5:
            files.setdefault(product, []).append(path.stem)
    return [(product, name) for product, names in files.items() for name in part(names, min(9, len(names)))]


@pytest.mark.parametrize(("product", "scenarios"), scenarios())
def test_the_steps_of_a_scenario_give_the_frames_of_the_binary_and_of_the_library(rpc, troupe, window, tmp_path, product, scenarios):
    acts = [("network", {"state": "offline"}), *steps(scenarios, 60), ("clock", {"advance": 3600}), ("screen", {})]
    assert len(acts) > 5
    # In Swift: what the binary records is played back by `Person` and `Window`, which compares every frame.
    recorder = rpc(
        "--clock", CLOCK, "--zone", "Europe/Rome", "--seed", "7", "--record", str(tmp_path / "log"), product=product, folder=str(tmp_path / "recorded"),
    )  # fmt: skip
    for method, params in acts:
        recorder.call(method, **params)
    assert recorder.end() == 0
    replayed = troupe("replay", tmp_path / "log")
    assert replayed.stdout.startswith(b"The same: "), replayed.stdout.decode()
    backend = {"address": "http://127.0.0.1:9", "key": "public"}
    pipe = rpc(
        "--clock", CLOCK, "--zone", "Europe/Rome", "--locale", "de-DE", "--seed", "7", "--backend", backend["address"],
        "--backend-key", backend["key"], product=product,
    )  # fmt: skip
    inside = window(product, data=str(tmp_path / "inside"), clock=CLOCK, zone="Europe/Rome", locale="de-DE", seed=7, backend=backend)
    shown = 0
    for method, params in acts:
        expected, found = pipe.call(method, **params), inside.call(method, **params)
        ends = time.monotonic() + 30
        # What one feature reads of another may come after the answer.
        while "result" in expected and "result" in found and found["result"] != expected["result"] and time.monotonic() < ends:
            expected, found = pipe.call("screen"), inside.call("screen")
        assert found == {**expected, "id": found["id"]}, (method, params)
        shown += "result" in found
    assert shown > 4
    assert pipe.end() == 0


# What the apps of both platforms tell of themselves. Only there do they differ.
APPS = {
    "ios": [
        ("push_address", {"service": "apns", "token": "d3" * 32}),
        ("speech", {"listens": True, "microphone": "undecided"}),
        ("browser", {"callback": "org.troupe.dailypa:/callback"}),
    ],
    "android": [
        ("push_address", {"service": "fcm", "token": "a" * 140}),
        ("speech", {"listens": True, "microphone": "undecided"}),
        ("browser", {"callback": "https://app.troupe.example/callback"}),
    ],
}


@pytest.mark.covers("pa-R11.1", "pa-R11.3", "pa-R11.4")
@pytest.mark.parametrize("feature", ["dailypa-todos", "dailypa-expenses", "dailypa-calendar", "dailypa-assistant", "dailypa-reminders"])
def test_daily_pa_has_the_same_screens_and_keeps_the_same_records_in_the_apps_of_both_platforms(window, tmp_path, feature):
    # The JNI side and the Swift side of an app call this interface; Daily PA has no code of either platform.
    acts = [("network", {"state": "offline"}), *steps(feature, 60), ("clock", {"advance": 3600}), ("screen", {})]
    seen = {}
    for platform, told in APPS.items():
        inside = window("dailypa", data=str(tmp_path / platform), clock=CLOCK, zone="Europe/Rome", locale="de-DE", seed=7)
        for method, params in told:
            assert "result" in inside.call(method, **params), method
        answers = [inside.call(method, **params) for method, params in acts]
        names = inside.call("collections")["result"]
        # The drawer is each device's own: random keys lie in it.
        records = {name: inside.call("query", collection=name)["result"] for name in names if name != "drawer"}
        seen[platform] = [{**answer, "id": 0} for answer in answers], records
    (ios, of_ios), (android, of_android) = seen.values()
    assert sum("result" in answer for answer in ios) > len(acts) / 2
    for act, one, other in zip(acts, ios, android, strict=True):
        assert one == other, act
    assert of_ios == of_android and sum(map(len, of_ios.values())) > 0


def test_what_a_program_enters_is_read_by_the_binary_after_it_and_beside_it(rpc, window, tmp_path):
    data = str(tmp_path / "data")
    inside = window(data=data, clock=CLOCK)
    inside.frame("open", route="/log/water")
    inside.frame("tap", label="250 ml")
    # The binary finds the profile open, and gets a window of it.
    beside = rpc(folder=data)
    assert "250 ml" in str(beside.frame("open", route="/history"))
    assert beside.end() == 0
    assert inside.close() == binding.OK
    after = rpc("--clock", CLOCK, folder=data)
    assert "250 ml" in str(after.frame("open", route="/history"))
    assert after.end() == 0


# MARK: Invalid input


@pytest.mark.parametrize(
    "options",
    [
        {}, {"product": "nothing", "memory": True}, {"product": "yhealth"}, {"product": "yhealth", "memory": True, "colour": "red"},
        {"product": "yhealth", "data": "/proc/nowhere"}, {"product": "yhealth", "data": "/dev/null"},
        {"product": "yhealth", "memory": True, "profile": "../other"}, {"product": ["yhealth"], "memory": True},
    ],
)  # fmt: skip
def test_options_that_cannot_be_used_are_refused_with_a_problem(library, options):
    status, problem = fails(library, options)
    assert status == binding.REFUSED and set(problem) >= {"code", "what", "remedy"}, problem


def test_rubbish_instead_of_options_is_refused(library, dice):
    import ctypes

    handle, problem = ctypes.c_uint64(99), ctypes.c_void_p()
    nothing = binding.Callback(lambda *_: None)

    def opened(text, length, callback=nothing, place=ctypes.byref(handle), reason=ctypes.byref(problem)):
        return library.troupe_open(text, length, callback, None, place, reason)

    for bytes in [b"\x00", b"\xff\xfe", b"[[[[", b"{" * 1000, dice.randbytes(500), b'{"product":"\xff"}']:
        assert opened(bytes, len(bytes)) == binding.REFUSED
        assert handle.value == 0 and json.loads(ctypes.string_at(problem))["code"] == "bad-options"
        library.troupe_free(problem)
        assert opened(bytes, len(bytes), reason=None) == binding.REFUSED
    good = b'{"product":"yhealth","memory":true}'
    for arguments in [(None, 5), (good, 0), (b" " * 65537, 65537), (good, 1 << 62)]:
        assert opened(*arguments) == binding.INVALID and problem.value is None
    assert opened(good, len(good), callback=binding.Callback()) == binding.INVALID
    assert opened(good, len(good), place=None) == binding.INVALID
    library.troupe_free(None)


def test_rubbish_instead_of_messages_is_answered_and_the_window_goes_on(library, window, dice):
    answered = threading.Semaphore(0)
    codes = []

    def listen(_, kind, data, event):
        if kind == binding.MESSAGE and "method" not in data:
            codes.append(data["error"]["code"] if isinstance(data, dict) else data)
            answered.release()

    one = window()
    one.listen = listen
    deep = b'{"jsonrpc":"2.0","id":1,"method":"screen","params":{"x":' + b"[" * 200 + b"]" * 200 + b"}}"
    rubbish = [b"\x00", b"{", b"[]", b"7", b"\xff" + dice.randbytes(300), b"x" * ((1 << 20) + 1), deep, b'{"method":7}']
    for bytes in rubbish:
        assert one.send(bytes) == binding.OK
        assert answered.acquire(timeout=60)
    assert codes[:2] == [-32700, -32700] and codes[2:4] == [-32600, -32600] and len(codes) == len(rubbish), codes
    assert one.send(b"") == binding.INVALID
    assert library.troupe_send(one.handle, None, 3) == binding.INVALID
    assert "result" in one.call("screen")
    assert one.call("dance")["error"]["code"] == -32601


def test_a_window_that_is_closed_or_never_was_is_recognised(library, window):
    one = window()
    assert one.close() == binding.OK
    for handle in (one.handle, 0, one.handle + 1000, (1 << 64) - 1):
        assert library.troupe_send(handle, b"{}", 2) == binding.CLOSED
        assert library.troupe_read_file(handle, 1) == binding.CLOSED
        assert library.troupe_close(handle) == binding.CLOSED
    told = len(one.told)
    assert window().call("screen")["result"]["product"] == "yhealth" and len(one.told) == told


# MARK: Threads and order


def test_callbacks_come_from_another_thread_which_may_send_and_must_not_close(library, window):
    seen, done = [], threading.Event()

    def listen(one, kind, data, event):
        if not hasattr(one, "handle"):
            return
        seen.append(threading.get_ident())
        if isinstance(data, dict) and data.get("id") == "first":
            options = b'{"product":"yhealth","memory":true}'
            place = binding.ctypes.c_uint64()
            seen.extend([one.close(), library.troupe_open(options, len(options), one.callback, None, binding.ctypes.byref(place), None)])
            one.send(b'{"jsonrpc":"2.0","id":"second","method":"screen"}')
        elif isinstance(data, dict) and data.get("id") == "second":
            done.set()

    one = window()
    one.listen = listen
    one.send(b'{"jsonrpc":"2.0","id":"first","method":"screen"}')
    assert done.wait(60)
    assert seen.count(binding.IN_CALLBACK) == 2 and threading.get_ident() not in seen


def test_messages_are_bounded_and_each_that_is_taken_is_answered_before_the_window_is_closed(window):
    one = window()
    taken = status = 0
    while status != binding.BUSY:
        assert taken < 1_000_000
        status = one.send(b'{"jsonrpc":"2.0","id":"x%d","method":"stats"}' % taken)
        taken += status == binding.OK
    while one.send(b'{"jsonrpc":"2.0","id":"waits","method":"wait","params":{"label":"Nobody","timeout":600}}') == binding.BUSY:
        pass
    # Does not wait for ten minutes.
    assert one.close() == binding.OK
    ids = [message["id"] for kind, message, *_ in one.told if kind == binding.MESSAGE and "id" in message]
    assert ids == [*(f"x{number}" for number in range(taken)), "waits"]


def test_windows_of_one_profile_share_it_and_close_it_with_the_last(library, window, rpc, tmp_path):
    data = str(tmp_path / "data")
    one, other = window(data=data, clock=CLOCK), window(data=data, clock=CLOCK)
    one.frame("open", route="/log/water")
    one.frame("tap", label="250 ml")
    assert "250 ml" in str(other.frame("open", route="/history"))
    assert one.close() == binding.OK
    assert fails(library, {"product": "yhealth", "data": data, "clock": "2027-01-01T00:00:00Z"})[1]["code"] == "owner-decides"
    assert "250 ml" in str(other.frame("screen"))
    assert other.close() == binding.OK
    again = rpc(folder=data)
    again.frame("screen")
    status, problem = fails(library, {"product": "yhealth", "data": data})
    assert status == binding.IN_USE and str(again.process.pid) in problem["what"]


def test_windows_are_opened_used_and_closed_by_several_threads_at_once(library, tmp_path):
    def use(number):
        for turn in range(3):
            where = {"data": str(tmp_path / f"data{number % 2}")} if number % 4 < 2 else {"memory": True}
            one = binding.Window(library, product=["yhealth", "dailypa"][number % 2], **where)
            assert one.frame("open", route="/settings")["title"] == "Settings"
            assert one.close() == binding.OK

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(use, range(8)))


def test_a_file_comes_in_pieces_as_bytes(window, tmp_path):
    one = window(clock="2026-03-12T12:00:00Z")
    for method, params in [
        ("open", {"route": "/connect"}), ("tap", {"label": "Add the simulated device"}), ("open", {"route": "/settings/goals-coaching"}),
        ("choose", {"label": "Flexibility mode", "value": "Deep"}), ("open", {"route": "/pillars/fitness/steps"}),
        ("tap", {"label": "Export"}), ("tap", {"label": "Save"}),
    ]:  # fmt: skip
        one.frame(method, **params)
    offer = next(message["params"] for kind, message, *_ in one.told if kind == binding.MESSAGE and message.get("method") == "file_offered")
    ended, pieces = threading.Event(), []

    def listen(_, kind, data, event):
        if kind in (binding.FILE, binding.FILE_FAILED):
            pieces.append((kind, data, event.file, event.offset, event.total))
            if kind == binding.FILE_FAILED or event.offset + len(data) == event.total:
                ended.set()

    one.listen = listen
    for file in (offer["id"], 999):
        ended.clear()
        assert one.library.troupe_read_file(one.handle, file) == binding.OK
        assert ended.wait(60)
    *whole, failed = pieces
    assert {(kind, file, total) for kind, _, file, _, total in whole} == {(binding.FILE, offer["id"], offer["size"])}
    one.frame("save_file", id=offer["id"], folder=str(tmp_path))
    assert b"".join(data for _, data, *_ in whole) == (tmp_path / offer["name"]).read_bytes()
    assert failed[0] == binding.FILE_FAILED and failed[2] == 999 and "code" in json.loads(failed[1])


# MARK: Resources


def test_many_windows_one_after_another_leave_no_memory_files_or_threads_behind(library, tmp_path):
    def turns(count):
        for number in range(count):
            where = {"data": str(tmp_path / "data")} if number % 4 == 0 else {"memory": True}
            one = binding.Window(library, product="yhealth", **where)
            one.frame("screen")
            assert one.close() == binding.OK

    def used():
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE"), *(len(os.listdir(f"/proc/self/{what}")) for what in ("fd", "task"))

    turns(30)
    memory, files, threads = used()
    turns(90)
    memory_then, files_then, threads_then = used()
    # A window in a folder takes four files, and those that leaked would leave 90.
    assert files_then <= files + 8 and threads_then <= threads + 8
    # 90 windows that were never released would be more than that.
    assert memory_then - memory < 24 << 20


# MARK: Other languages


def test_a_shell_in_c_shows_screens(tmp_path):
    program, include = tmp_path / "shell", ROOT / "Apps" / "Embedding" / "CTroupe" / "include"
    compiler = shutil.which("cc") or "clang"  # Swift comes with one
    command = [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", include, ROOT / "Examples" / "C" / "shell.c", "-o", program]
    subprocess.run([*command, "-L", BUILT, "-lTroupeC", "-lpthread"], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(BUILT)}

    def run(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, timeout=120, env=environment)

    shown = run('{"product":"yhealth","memory":true}', "/insights", "/settings")
    assert (shown.returncode, shown.stdout.split("\n")[1:], shown.stderr) == (0, ["Insights", "Settings", ""], "")
    refused = run('{"product":"yhealth"}')
    assert refused.returncode == 1 and "bad-options" in refused.stderr


@pytest.mark.skipif(shutil.which("javac") is None, reason="NOT RUN: javac is missing, so the JNI side was not compiled.")
def test_the_jni_side_serves_java_and_leaves_its_signals_alone(tmp_path):
    java = Path(shutil.which("javac")).resolve().parents[1]
    android, include = ROOT / "Examples" / "Android", ROOT / "Apps" / "Embedding" / "CTroupe" / "include"
    headers = ["-I", java / "include", "-I", java / "include" / "linux", "-I", include]
    library = tmp_path / "libtroupe_jni.so"
    compiler = shutil.which("cc") or "clang"
    command = [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *headers, android / "troupe_jni.c", "-o", library]
    subprocess.run([*command, "-L", BUILT, "-lTroupeC"], check=True)
    sources = [*(android / "org" / "troupe").glob("*.java"), ROOT / "Tests" / "Rpc" / "java" / "org" / "troupe" / "Attempt.java"]
    subprocess.run([java / "bin" / "javac", "-d", tmp_path / "classes", *sources], check=True)
    command = [java / "bin" / "java", f"-Djava.library.path={tmp_path}", "-cp", tmp_path / "classes", "org.troupe.Attempt"]
    environment = {**os.environ, "LD_LIBRARY_PATH": str(BUILT)}
    run = subprocess.run([*command, tmp_path / "data"], capture_output=True, text=True, timeout=120, env=environment)
    # A Java machine notices the end of a stack by SIGSEGV, whose handler it must keep.
    assert (run.returncode, run.stdout.split("\n")) == (0, ["true", "0", "true true", "0", "true true", "stack", "0", ""]), run.stderr


def test_a_handler_of_crashes_that_the_program_has_stays(tmp_path):
    program = """
import faulthandler, os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import troupe
faulthandler.enable()
window = troupe.Window(troupe.load(sys.argv[2]), product="yhealth", data=sys.argv[3])
window.frame("screen")
os.kill(os.getpid(), signal.SIGSEGV)
"""
    command = [sys.executable, "-c", program, ROOT / "Examples" / "Python", BUILT / "libTroupeC.so", tmp_path / "data"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == -signal.SIGSEGV and "Fatal Python error: Segmentation fault" in run.stderr


def test_another_package_opens_a_product_in_nine_lines(tmp_path):
    source = ROOT / "Examples" / "Swift" / "Sources" / "Outside" / "main.swift"
    assert len(source.read_text().splitlines()) <= 10
    # What SwiftPM would pass, with the modules that are built already.
    maps = [*ROOT.glob("Modules/Libraries/*/module.modulemap"), *BUILT.glob("C*.build/module.modulemap")]
    clang = [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
    link = ["-L", BUILT, "-lTroupeC", "-Xlinker", f"-rpath={BUILT}"]
    program = tmp_path / "outside"
    command = ["swiftc", "-swift-version", "6", "-module-name", "Outside", source, *clang, "-I", BUILT / "Modules", *link, "-o", program]
    subprocess.run(command, check=True)
    shown = subprocess.run([program], capture_output=True, text=True, timeout=120)
    assert (shown.returncode, shown.stdout) == (0, "Settings\n"), shown.stderr
    # And SwiftPM reads the manifest, with the products that it names.
    outside = tmp_path / "Examples" / "Swift"
    shutil.copytree(ROOT / "Examples" / "Swift", outside, ignore=shutil.ignore_patterns(".build"))
    (outside / "Package.swift").write_text((outside / "Package.swift").read_text().replace('path: "../.."', f'path: "{ROOT}"'))
    told = json.loads(subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=outside, capture_output=True, text=True, check=True).stdout)
    assert told["targets"][0]["product_dependencies"] == ["Troupe", "YHealth"]


def test_the_library_holds_no_server_and_the_products_are_offered_as_libraries():
    project = layers.read()
    inside, more = set(), {"Embedding"}
    while more:
        inside |= more
        more = {name for one in more for name in project.targets[one].dependencies} - inside
    groups = {project.targets[name].group for name in inside}
    assert groups.isdisjoint({"Server", "Lab", "troupe"})
    assert inside.isdisjoint({"Transport", "CEpoll", "CPostgres", "Web", "HTML", "Terminal", "Commands"})
    offered = {one["name"]: one for one in layers._dump()["products"]}
    products = {"YHealth", "SyncWell", "Cadence", "Volvox", "DailyPA"}
    assert products | {"Troupe", "TroupeC", "Kernel", "Interface", "Plot", "Storage", "Sync"} <= set(offered)
    assert "dynamic" in str(offered["TroupeC"]["type"])
