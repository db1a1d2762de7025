"""ClusterShell's parser reads every topology that the program writes, and has the tree of it; so has the table for Flux.

Takes the path of the program. The tree stands in the drawing (`--emit dot`), which lists every edge.
Hosts take the places of the tree level by level.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

try:
    from ClusterShell import __version__
    from ClusterShell.NodeSet import NodeSet
    from ClusterShell.Topology import TopologyError, TopologyParser
except ImportError as error:
    print(f"overlays: clustershell: skipped: {error}")
    sys.exit(77)

ROOT = "login1"
HOSTS = {
    "n1": 1,
    "n[1-2]": 2,
    "n[1-35]": 35,
    "n[001-199]": 199,
    "n[8-12],n[098-103],m[1-9]": 20,
    "rack1-n[1-40],rack2-n[1-40],gpu-a,gpu-b": 82,
    "n[1-300]-ib": 300,
    "n[1-999]": 999,
}
MACHINES = [["cab"], ["instances/overlays/prrte_example.toml", "--bytes", "1MiB"]]


def fail(message):
    sys.exit(f"overlays: clustershell: {message}")


def emit(logpine, form, hosts, machine, options=()):
    command = [logpine, "tree", "--machine", *machine, "--members", str(HOSTS[hosts] + 1), "--host-list", hosts]
    command += ["--fe", ROOT, "--emit", form, "--output", "-", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def in_order(hosts):
    """The hosts of a list in its order, which a set does not keep; commas outside brackets divide it."""
    return [str(host) for part in re.findall(r"(?:[^,\[]|\[[^\]]*\])+", hosts) for host in NodeSet(part)]


def drawn(text, names):
    """The parent of each host, whose names are those of the nodes in a drawing, in the same order."""
    edges = re.findall(r"^  n(\d+) -> \{ (.+) \};", text, re.MULTILINE)
    children = [(parent, child[1:]) for parent, below in edges for child in below.split()]
    return {names[int(child)]: names[int(parent)] for parent, child in children}


def read_by_clustershell(path):
    """The parent of each host as ClusterShell understands a topology."""
    parents = {}
    for group in TopologyParser(str(path)).tree(ROOT):
        if group.parent is not None:
            (parent,) = group.parent.nodeset
            parents |= {str(host): str(parent) for host in group.nodeset}
    return parents


def read_as_flux(text):
    """The parent of each host in Flux's table; hosts stand in the order of ranks, and rank 0 comes first."""
    entries = re.findall(r'\{ host = "([^"]+)"(?:, parent = "([^"]+)")? \}', text)
    parents, known = {}, []
    for hosts, parent in entries:
        for host in in_order(hosts):
            if known:
                parents[host] = parent or known[0]
                if parents[host] not in known:
                    fail(f"the parent of {host} comes later in Flux's table:\n{text}")
            known.append(host)
    if len(set(known)) != len(known):
        fail(f"a host occurs twice in Flux's table:\n{text}")
    return parents


def refused(logpine, path):
    """A second parent is refused by ClusterShell, and by `logpine check` if it reads topologies of ClusterShell."""
    def judged():
        return subprocess.run([logpine, "check", str(path)], capture_output=True, check=False).returncode

    path.write_text(f"[routes]\n{ROOT}: n[1-2]\nn1: n[3-4]\nn2: n[5-6]\n")
    read_by_clustershell(path)
    is_read = judged() == 0
    path.write_text(f"[routes]\n{ROOT}: n[1-2]\nn1: n[3-5]\nn2: n[5-6]\n")
    try:
        read_by_clustershell(path)
    except TopologyError:
        pass
    else:
        fail("ClusterShell takes a host with two parents")
    if is_read and judged() == 0:
        fail("logpine check takes a host with two parents")
    return "both refuse a second parent" if is_read else "it refuses a second parent (logpine check does not read topologies)"


def main():
    logpine, trees = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "topology.conf"
        for hosts in HOSTS:
            for machine in MACHINES:
                for limits in ([], ["--max-fanout", "3"]):
                    tree = drawn(emit(logpine, "dot", hosts, machine, limits), [ROOT, *in_order(hosts)])
                    if len(tree) != HOSTS[hosts]:
                        fail(f"{len(tree)} edges drawn for {hosts}")
                    text = emit(logpine, "clustershell", hosts, machine, limits)
                    path.write_text(text)
                    if read_by_clustershell(path) != tree:
                        fail(f"ClusterShell has another tree for {hosts}:\n{text}")
                    table = emit(logpine, "flux", hosts, machine, limits)
                    if read_as_flux(table) != tree:
                        fail(f"Flux's table has another tree for {hosts}:\n{table}")
                    trees += 1
        second = refused(logpine, path)
    print(f"overlays: clustershell: passed: {trees} trees read by {__version__}; {second}")


main()
