"""Finishes a product's first steps for a profile, for suites that show what comes after them."""

import json
import subprocess

MOST = 80  # actions


def finish_first_steps(troupe, product, *words):
    """Finishes the first steps in a window of its own, over JSON-RPC, and returns the route at which they end.

    Skips what can be skipped, and gives the first answer to everything else, so it needs to know no product. `words` name the
    folder and the profile.
    """
    process = subprocess.Popen(
        [troupe, "rpc", "--product", product, *map(str, words)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        frame = call(process, "open", {"route": "/onboarding"})
        for _ in range(MOST):
            steps = [one for root in frame["nodes"] for one in flat(root) if one["id"] == "steps"]
            if frame["route"] != "/onboarding" or not steps:
                return frame["route"]
            frame = call(process, *next_action(list(flat(steps[0]))))
        raise AssertionError(f"{product}: the first steps do not end: {frame['nodes']}")
    finally:
        process.stdin.close()
        process.wait(timeout=120)


def call(process, method, params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    while line := process.stdout.readline():
        message = json.loads(line)
        if "id" in message:
            assert "result" in message, message
            return message["result"]
    raise AssertionError("the RPC process ended without a response")


def flat(node):
    yield node
    for child in node.get("children", []):
        yield from flat(child)


def next_action(nodes):
    """Returns the method and the parameters of what is to be done next in the shown step."""
    can = {node["id"] for node in nodes if "activate" in node["actions"]}
    for name in ("steps.buttons.skip", "steps.buttons.next"):
        if name in can:
            return "tap", {"id": name}
    for node in nodes:
        answers = [child for child in node.get("children", []) if child["role"] in ("radio", "option", "checkbox")]
        if answers and not any(is_chosen(answer) for answer in answers):
            return "tap", {"id": answers[0]["id"]}
        if node["role"] == "textbox" and not node.get("value"):
            return "type", {"id": node["id"], "text": "Jonas"}
    for node in nodes:
        if node["id"] in can and node["state"].get("prominent"):
            return "tap", {"id": node["id"]}
    raise AssertionError(f"nothing is left to do in this step: {nodes}")


def is_chosen(answer):
    return answer["state"].get("selected", False) or answer["state"].get("checked") == "on"
