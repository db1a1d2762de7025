"""Slurm's splitting of hosts below a node, from its own library, against the recorded subtrees.

Takes the path of the record; RECORD=1 renews it. The record has, for widths 2 to 64, digests of the sizes of the subtrees of
1 to 1,000 and of 1 to 5,000 nodes, and some splittings in full. Unit tests of the family `slurm-greedy` read the same file. The
splittings above 1,000 nodes take more than a minute and are compared in CI, or with ALL=1.
"""

import ctypes
import itertools
import multiprocessing
import os
import pathlib
import sys

WIDTHS = range(2, 65)
FEW_NODES, MOST_NODES = 1_000, 5_000
IS_WHOLE = any(map(os.environ.get, ("RECORD", "ALL", "CI")))
IN_FULL = list(itertools.product((2, 3, 11, 16, 50, 64), (16, 17, 128, 1_000, 4_096, 4_368, 4_369, 5_000)))
LIBRARY = "libslurm.so.38"
HEAD = """\
# Sizes of the subtrees below a node, as slurm_route_split_hostlist_treewidth of Slurm 22.05.8 makes them.
# Renewed by RECORD=1 .ci/overlays. Lines of a width: digests of all splittings of 1 to 1000 and of 1 to 5000 nodes (FNV-1a on
# whole numbers: the sizes, and 0 after each splitting). Other lines: nodes, width, and the sizes with their numbers.
"""


def skip(reason):
    print(f"overlays: slurm: skipped: {reason}")
    sys.exit(77)


def load():
    """Slurm's library with the types of the functions used here."""
    try:
        library = ctypes.CDLL(LIBRARY)
        split = library.slurm_route_split_hostlist_treewidth
    except (OSError, AttributeError) as error:
        skip(error)
    library.slurm_hostlist_create.restype = ctypes.c_void_p
    library.slurm_hostlist_create.argtypes = [ctypes.c_char_p]
    library.slurm_hostlist_count.argtypes = [ctypes.c_void_p]
    library.slurm_hostlist_destroy.argtypes = [ctypes.c_void_p]
    lists = ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))
    split.argtypes = [ctypes.c_void_p, lists, ctypes.POINTER(ctypes.c_int), ctypes.c_uint16]
    return library


def subtrees(library, nodes, width):
    """The sizes of the subtrees of this many nodes, in Slurm's order."""
    hosts = library.slurm_hostlist_create(b"n[1-%d]" % nodes)
    parts = ctypes.POINTER(ctypes.c_void_p)()
    count = ctypes.c_int()
    code = library.slurm_route_split_hostlist_treewidth(hosts, ctypes.byref(parts), ctypes.byref(count), width)
    if code != 0:
        sys.exit(f"overlays: slurm: {nodes} nodes, width {width}: error {code}")
    sizes = [library.slurm_hostlist_count(parts[part]) for part in range(count.value)]
    for part in range(count.value):
        library.slurm_hostlist_destroy(parts[part])
    library.slurm_hostlist_destroy(hosts)
    return sizes


def digests(width):
    """The digest up to FEW_NODES, and, in a whole comparison, up to MOST_NODES."""
    library = load()
    value = 0xCBF29CE484222325
    found = []
    for nodes in range(1, (MOST_NODES if IS_WHOLE else FEW_NODES) + 1):
        for number in (*subtrees(library, nodes, width), 0):
            value = ((value ^ number) * 0x100000001B3) % 2**64
        if nodes in (FEW_NODES, MOST_NODES):
            found.append(f"{value:016x}")
    return f"width {width}: {' '.join(found)}\n"


def in_full(library, nodes, width):
    runs = ((size, len(list(run))) for size, run in itertools.groupby(subtrees(library, nodes, width)))
    return f"{nodes} {width}: {' '.join(f'{size}x{count}' for size, count in runs)}\n"


def main():
    record = pathlib.Path(sys.argv[1])
    library = load()
    with multiprocessing.Pool() as pool:
        text = HEAD + "".join(pool.map(digests, WIDTHS, chunksize=1))
    text += "".join(in_full(library, nodes, width) for width, nodes in IN_FULL)
    if os.environ.get("RECORD"):
        record.write_text(text)
    recorded = record.read_text().splitlines()
    if not IS_WHOLE:
        # Without the second digest of each width.
        recorded = [line.rsplit(" ", 1)[0] if line.startswith("width ") else line for line in recorded]
    if text.splitlines() != recorded:
        different = [line for line in text.splitlines() if line not in recorded]
        sys.exit("overlays: slurm: splits otherwise than recorded:\n" + "\n".join(different))
    most = MOST_NODES if IS_WHOLE else FEW_NODES
    print(f"overlays: slurm: passed: {len(WIDTHS) * most} splittings of {LIBRARY}")


main()
