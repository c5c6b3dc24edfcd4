"""JSON is read as RFC 8259 says, by the cases of a public suite of parsers (nst/JSONTestSuite), which are not copied here."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from cases import Source  # noqa: E402

SUITE = ROOT / ".build" / "cases" / "json"


@pytest.mark.skipif(not SUITE.exists(), reason="the public suite is not there: Scripts/cases.py json clones it")
def test_every_case_of_the_public_suite_is_read_or_refused_as_it_says(troupe, tmp_path):
    suite, file, wrong = Source("json"), tmp_path / "case.json", []
    names = [Path(name).name for name in suite.names("test_parsing")]
    for name in names:
        file.write_bytes(suite.bytes(f"test_parsing/{name}"))
        run = troupe("notifications", "plan", str(file), "--json")
        said = run.stderr.decode(errors="replace")
        # A plan that is JSON and no plan is refused for another reason, by the same exit status. A crash has its own.
        is_refused = "is not JSON" in said or "not UTF-8" in said
        if run.returncode not in (0, 1, 2) or name[0] == "y" and is_refused or name[0] == "n" and not is_refused:
            wrong.append((name, run.returncode, said[:200]))
    assert len(names) > 300 and wrong == []
