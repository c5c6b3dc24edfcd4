"""Scripts/release: packs a program into an archive and a Debian package."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "Scripts" / "packaging").glob("*.service"))

# Answers what the packing asks of a program.
PROGRAM = """\
#!/bin/sh
case "$1" in
  --version) echo '{"name":"troupe","version":"1.2.3","commit":null,"licence":"MIT","libraries":[{"name":"SQLite","licence":"blessing","module":"CSQLite"}]}' ;;
  *) echo "$*" ;;
esac
"""

PROGRAM_IN_C = """\
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "--version") == 0) return puts(ANSWER) < 0;
  if (count > 1 && strcmp(words[1], "man") == 0) return puts(".TH TROUPE 1\\n.SH NAME\\ntroupe \\\\- a program") < 0;
  for (int at = 1; at < count; at++) printf("%s ", words[at]);
  return 0;
}
"""

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="NOT RUN: dpkg-deb is missing.")


def pack(folder, name, program=None):
    if program is None:
        program = folder / "program"
        program.write_text(PROGRAM)
        program.chmod(0o755)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    command = [ROOT / "Scripts" / "release", "--program", program, "--to", folder / name]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return [Path(line) for line in run.stdout.splitlines()]


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    return pack(tmp_path_factory.mktemp("release"), "packed")


def test_the_same_program_packs_into_the_same_bytes(packed, tmp_path):
    again = pack(tmp_path, "again")
    assert [path.name for path in again] == [path.name for path in packed]
    for one, other in zip(packed, again):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_the_checksums_are_those_of_the_files(packed):
    *files, sums = packed
    told = dict(reversed(line.split("  ")) for line in sums.read_text().splitlines())
    assert told == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files} and len(told) == 3


def test_the_archive_and_the_package_hold_the_same_files(packed):
    with tarfile.open(packed[0]) as archive:
        entries = [entry for entry in archive.getmembers() if entry.isfile()]
    in_archive = {entry.name.removeprefix("troupe-1.2.3/"): entry.mode for entry in entries}
    assert all(entry.uid == 0 and entry.mtime == 1_700_000_000 for entry in entries)
    listed = subprocess.run(["dpkg-deb", "-c", packed[1]], capture_output=True, text=True, check=True).stdout.splitlines()
    in_package = {line.split()[5].removeprefix("./") for line in listed if line.startswith("-")}
    assert all(line.split()[1] == "root/root" for line in listed)
    assert in_package == set(in_archive) and in_archive["usr/bin/troupe"] == 0o755
    for name in ["lib/systemd/system/troupe-serve.service", "lib/systemd/system/troupe-backend.service", "lib/sysusers.d/troupe.conf",
                 "share/man/man1/troupe.1.gz", "share/bash-completion/completions/troupe", "share/zsh/vendor-completions/_troupe",
                 "share/fish/vendor_completions.d/troupe.fish", "share/doc/troupe/copyright", "share/doc/troupe/CHANGELOG.md.gz"]:  # fmt: skip
        assert f"usr/{name}" in in_archive
    fields = subprocess.run(["dpkg-deb", "-f", packed[1], "Version", "Depends"], capture_output=True, text=True, check=True).stdout
    assert "Version: 1.2.3" in fields and "libsqlite3-0" in fields


def test_the_bill_names_the_program_and_its_parts(packed):
    bill = json.loads(packed[2].read_text())
    assert bill["spdxVersion"] == "SPDX-2.3" and [one["name"] for one in bill["packages"]] == ["troupe", "SQLite"]
    known = {one["SPDXID"] for one in bill["packages"]} | {"SPDXRef-DOCUMENT"}
    assert all({one["spdxElementId"], one["relatedSpdxElement"]} <= known for one in bill["relationships"])
    installed = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libsqlite3-0"], capture_output=True, text=True, check=True).stdout
    assert [one["versionInfo"] for one in bill["packages"]] == ["1.2.3", installed]
    assert bill["packages"][0]["checksums"][0]["checksumValue"] == hashlib.sha256(PROGRAM.encode()).hexdigest()


@pytest.mark.skipif(shutil.which("lintian") is None, reason="NOT RUN: lintian is missing.")
def test_lintian_finds_nothing_that_is_not_explained(tmp_path):
    # A compiled program in place of the script, since most of lintian's questions are about such.
    program = tmp_path / "program"
    source = PROGRAM_IN_C.replace("ANSWER", json.dumps(PROGRAM.split("echo '")[1].split("'")[0]))
    subprocess.run(["cc", "-x", "c", "-O2", "-fPIE", "-pie", "-Wl,-z,relro,-z,now", "-o", program, "-"], input=source, text=True, check=True)
    packed = pack(tmp_path, "packed", program)
    command = ["lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", packed[1]]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="NOT RUN: dpkg installs for root only.")
def test_upgrade_removal_and_purge_keep_what_people_entered(packed, tmp_path):
    root = tmp_path / "root"
    for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "etc"):
        (root / folder).mkdir(parents=True)
    for file in ("status", "available"):
        (root / "var/lib/dpkg" / file).touch()

    def dpkg(*words):
        # Dependencies are not installed there, and nothing runs but the package's own scripts.
        command = ["dpkg", f"--root={root}", "--force-script-chrootless", "--force-depends", *words]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stderr

    dpkg("--install", packed[1])
    assert (root / "usr/bin/troupe").stat().st_mode & 0o777 == 0o755
    if shutil.which("systemd-sysusers"):
        assert "troupe:" in (root / "etc/passwd").read_text()
    entered = root / "var/lib/troupe/serve/yhealth/me/store"
    entered.parent.mkdir(parents=True)
    entered.write_text("entered")
    dpkg("--install", packed[1])
    assert entered.read_text() == "entered"
    dpkg("--remove", "troupe")
    assert not (root / "usr/bin/troupe").exists() and entered.read_text() == "entered"
    assert "is kept" in dpkg("--purge", "troupe")
    assert entered.read_text() == "entered"


@pytest.mark.skipif(
    os.environ.get("TROUPE_WHOLE") is None or os.geteuid() != 0 or shutil.which("mmdebstrap") is None,
    reason="NOT RUN: makes a system with mmdebstrap, as root, where TROUPE_WHOLE is set.",
)
def test_the_package_runs_in_a_system_that_has_nothing_but_what_it_depends_on(tmp_path):
    subprocess.run([ROOT / "Scripts" / "release", "--to", tmp_path], check=True)
    (package,) = tmp_path.glob("*.deb")
    steps = [
        f"copy-in {package} /tmp",
        f'chroot "$1" apt-get install -y --no-install-recommends /tmp/{package.name}',
        'chroot "$1" troupe --version --json',
        'chroot "$1" troupe screen --product yhealth --data /tmp/data /settings',
        # Ends as it was told to, and with no error before.
        'chroot "$1" timeout 5 troupe backend --data /tmp/server --port 0 || test $? -eq 124',
    ]
    command = ["mmdebstrap", "--variant=apt", *(f"--customize-hook={step}" for step in steps), "bookworm", tmp_path / "system"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    assert "Settings" in run.stdout and "The server is at" in run.stdout, run.stdout[-3000:]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NOT RUN: systemd-analyze is missing.")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_the_units_are_understood_and_closed_off(unit, tmp_path):
    run = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    complaints = [line for line in run.stderr.splitlines() if "is not executable" not in line and "man troupe(1)" not in line]
    assert complaints == []
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=25", unit]
    assert subprocess.run(command, capture_output=True, text=True).returncode == 0


def test_a_program_that_is_not_there_is_refused(tmp_path):
    run = subprocess.run([ROOT / "Scripts" / "release", "--program", tmp_path / "none"], capture_output=True, text=True)
    assert run.returncode == 1 and "is no program" in run.stderr
