"""What a person types in any scenario is in no log, no address and no unsealed file of the device."""

import re
from pathlib import Path

import pytest
from conftest import ROOT
from rotation import part

SCENARIOS = ROOT / "Tests" / "Scenarios"
# Shorter texts occur in other words by chance.
LEAST = 7


def marked() -> list:
    """Each scenario with the texts that are typed in it, where there are some that can be told from other words."""
    found = []
    for file in sorted(SCENARIOS.glob("*.scenario")):
        parts = re.split(r"(?m)^(?=(?:scenario|beginning) )", file.read_text())[1:]
        beginnings = "".join(part for part in parts if part.startswith("beginning "))
        for text in parts:
            if text.startswith("beginning "):
                continue
            title = re.match(r'scenario "(.*)"', text)[1]
            typed = re.findall(r'(?m)^\s+type "(.*?)" "((?:[^"\\]|\\.)*)"', text)
            words = {
                # A password or a passcode, and what is sealed for another person.
                word: "ass" in label or label.startswith(("Message to ", "Task for ", "Note to "))
                for label, word in typed if len(word) >= LEAST and re.search("[a-z]", word) and "\\" not in word
            }  # fmt: skip
            if words and "\n  stage " not in text:
                found.append(pytest.param(beginnings + text, words, id=f"{file.stem}: {title}"))
    return found


@pytest.mark.covers("pa-R14.2")
# A third of them at each commit, and others at the next ones.
@pytest.mark.parametrize("scenario, words", part(marked(), 3))
def test_typed_words_are_in_no_file_and_no_log(troupe, tmp_path, scenario, words):
    file = tmp_path / "one.scenario"
    file.write_text(scenario)
    data = tmp_path / "data"
    said = troupe("play", file, "--data", data, "--json")
    assert said.returncode in (0, 1), said.stderr
    files = [path for path in data.rglob("*") if path.is_file()]
    assert any(path.name.startswith("store") for path in files), files
    for path in files:
        # A server keeps addresses of accounts and names of uploads readable, but no password, no message and no task.
        is_servers = path.relative_to(data).parts[0] == "backend"
        content = path.read_bytes()
        for word, is_secret in words.items():
            if is_secret or not is_servers or "@" not in word:
                assert word.encode() not in content, f"{word} is in {path.relative_to(data)}"
                assert word not in str(path), path
    # The report of a scenario that failed on the live clock shows its screen.
    log = said.stderr.decode() if said.returncode == 0 else ""
    for word in words:
        assert word not in log, f"{word} is in the log"


def test_some_scenarios_are_marked():
    assert len(marked()) > 20 and isinstance(SCENARIOS, Path)
