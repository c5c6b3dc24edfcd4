"""The JSON-RPC protocol from outside: waits, differences, and a client generated from its description."""

import json
import shutil
import subprocess
import time

import pytest


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def test_a_wait_holds_up_no_other_call_and_ends_when_its_time_is_over(rpc):
    pipe = rpc()
    pipe.write(request("slow", "wait", label="Nobody", timeout=3) + request("quick", "screen"))
    began = time.monotonic()
    assert pipe.answer()["id"] == "quick"
    answer = pipe.answer()
    assert answer["id"] == "slow" and answer["error"]["code"] == -32001
    assert time.monotonic() - began >= 2.5


def test_the_end_of_the_input_lets_a_wait_be_answered(rpc):
    pipe = rpc()
    pipe.write(request(1, "wait", label="Nobody", timeout=1))
    pipe.process.stdin.close()
    assert pipe.answer()["error"]["code"] == -32001
    assert pipe.process.wait(timeout=120) == 0


def test_an_identifier_comes_back_as_it_was_written(rpc):
    pipe = rpc()
    pipe.process.stdout.readline()
    for written in (b"9007199254740993", b"1.50", b'"\\u0041"'):
        pipe.write(b'{"jsonrpc":"2.0","id":' + written + b',"method":"collections"}\n')
        assert b'"id":' + written + b"," in pipe.process.stdout.readline()
    # Only texts, numbers and null are identifiers.
    for written in (b"true", b"[1]", b'{"a":1}'):
        pipe.write(b'{"jsonrpc":"2.0","id":' + written + b',"method":"collections"}\n')
        assert b'"id":null,' in pipe.process.stdout.readline()


def applied(frame, patch):
    """Returns the frame after a patch, by the words of the description alone."""
    root = {"id": "frame", "children": [
        {"id": "frame-chrome", "children": frame["chrome"]}, {"id": "frame-main", "children": frame["nodes"]},
        {"id": "frame-toasts", "children": frame["toasts"]},
        {"id": "frame-dialog", "children": [frame["dialog"]] if frame.get("dialog") else []},
    ]}

    def everything(node):
        yield node
        for child in node["children"]:
            yield from everything(child)

    def find(name):
        return next(node for node in everything(root) if node["id"] == name)

    def take(name):
        holder = next(node for node in everything(root) if any(child["id"] == name for child in node["children"]))
        return holder["children"].pop(next(at for at, child in enumerate(holder["children"]) if child["id"] == name))

    def put(node, parent, before):
        children = find(parent)["children"]
        at = len(children) if before is None else next(at for at, child in enumerate(children) if child["id"] == before)
        children.insert(at, node)

    for change in patch["changes"]:
        if change["change"] == "update":
            node = find(change["node"]["id"])
            children = node["children"]
            node.clear()
            node.update(change["node"], children=children)
        elif change["change"] == "insert":
            put(change["node"], change["parent"], change.get("before"))
        elif change["change"] == "remove":
            take(change["id"])
        else:
            put(take(change["id"]), change["parent"], change.get("before"))
    chrome, main, toasts, dialog = [node["children"] for node in root["children"]]
    new = {**frame, **patch["members"], "chrome": chrome, "nodes": main, "toasts": toasts}
    new.pop("dialog", None)
    return {**new, "dialog": dialog[0]} if dialog else new


@pytest.mark.parametrize("product", ["yhealth", "dailypa"])
def test_the_differences_lead_to_the_frames_that_another_window_shows(rpc, product):
    pipe, other = rpc(product=product), rpc("--profile", "other", product=product)
    assert pipe.call("hello", protocol=1, frames="differences")["result"]["protocol"] == 1
    # The first frame is sent whole, whether it is an answer or comes by itself.
    answer = pipe.frame("screen")
    first, *more = [one["params"] for one in pipe.told if one["method"] == "frame" and "revision" in one["params"]] + [answer]
    frame, revision = first["frame"], first["revision"]
    for patch in more:
        frame, revision = applied(frame, patch), patch["revision"]
    whole = sent = 0
    for method, params in [("open", {"route": "/search"}), ("type", {"label": "Find a screen", "text": "set"}),
                           ("open", {"route": "/settings"}), ("back", {}), ("screen", {})]:
        pipe.told.clear()
        answer = pipe.frame(method, **params)
        for patch in [one["params"] for one in pipe.told if one["method"] == "frame"] + [answer]:
            assert patch["previous"] == revision and patch["revision"] == revision + 1
            frame, revision = applied(frame, patch), patch["revision"]
        expected = other.frame(method, **params)
        assert {**frame, "profile": "other"} == expected
        whole, sent = whole + len(json.dumps(expected)), sent + len(json.dumps(answer))
    assert sent < whole


STRICT = """
import { Troupe } from "./client";
const lines: Array<string> = [];
const troupe = new Troupe(line => lines.push(line));
async function use(): Promise<void> {
  const greeting = await troupe.call("hello", { protocol: 1, frames: "differences" });
  const wait: number = greeting.limits.wait_seconds;
  const frame = await troupe.call("open", { route: "/settings" });
  const title: string = frame.title + wait;
  for (const node of frame.nodes) { const role: string = node.role; void role; }
  const pieces = await troupe.call("file", { id: 1 });
  const size: number = pieces.size;
  void title; void size;
  // @ts-expect-error A route is needed.
  await troupe.call("open", {});
  // @ts-expect-error There is no such form.
  await troupe.call("hello", { frames: "half" });
  // @ts-expect-error There is no such method.
  await troupe.call("dance", {});
}
troupe.on("toast", params => void params);
troupe.on("frame", frame => void frame.nodes);
void use;
"""

TALK = """
const { Troupe } = require("./client.js");
const { spawn } = require("child_process");
const child = spawn(process.argv[2], ["rpc", "--product", "yhealth", "--data", process.argv[3]]);
const troupe = new Troupe(line => child.stdin.write(line + "\\n"));
let rest = "";
child.stdout.on("data", data => {
  const lines = (rest + data).split("\\n");
  rest = lines.pop();
  lines.forEach(line => troupe.receive(line));
});
(async () => {
  await troupe.call("hello", { frames: "differences" });
  await troupe.call("screen", {});
  await troupe.call("open", { route: "/search" });
  await troupe.call("type", { label: "Find a screen", text: "meals" });
  const patched = JSON.stringify(await troupe.call("screen", {}));
  const failed = await troupe.call("tap", { label: "Nowhere" }).catch(failure => failure.code);
  await troupe.call("hello", { frames: "whole" });
  const whole = await troupe.call("screen", {});
  console.log(JSON.stringify({ patched: JSON.parse(patched), whole, failed }));
  child.stdin.end();
})();
"""


@pytest.fixture
def client(troupe, tmp_path):
    if shutil.which("tsc") is None:
        pytest.skip("NOT RUN: tsc is missing, so the generated TypeScript client was not checked. apt-get install node-typescript")
    said = troupe("rpc", "--typescript")
    assert said.returncode == 0
    (tmp_path / "client.ts").write_bytes(said.stdout)
    return tmp_path


def compiled(folder, *words):
    said = subprocess.run(
        ["tsc", "--strict", "--noImplicitReturns", "--noUnusedLocals", "--target", "es2020", "--module", "commonjs", "--lib", "es2020", "--typeRoots", "none",
         *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stdout
    return said


def test_the_generated_client_is_sound_typescript_and_refuses_wrong_calls(client):
    (client / "use.ts").write_text(STRICT)
    compiled(client, "--noEmit", "use.ts")


def test_the_generated_client_speaks_with_a_product(client, tmp_path):
    if shutil.which("node") is None:
        pytest.skip("NOT RUN: node is missing, so the generated client did not speak. apt-get install nodejs")
    compiled(client, "client.ts")
    (client / "talk.js").write_text(TALK)
    from conftest import TROUPE

    said = subprocess.run(
        ["node", "talk.js", str(TROUPE), str(tmp_path / "data")], cwd=client, capture_output=True, text=True, timeout=120)
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    assert told["patched"] == told["whole"] and told["whole"]["route"] == "/search" and told["failed"] == -32001
