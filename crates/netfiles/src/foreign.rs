//! Files of other programs that logpine does not read: each is named, so that none is taken for something else.

use logpine_text::xml;

/// A file of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name, with its article.
    pub name: &'static str,
    /// What to do instead; empty if there is nothing to say.
    pub way_out: &'static str,
}

impl std::fmt::Display for Foreign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, way_out } = self;
        let end = if way_out.is_empty() { "" } else { "; " };
        write!(f, "{name}, which logpine does not read{end}{way_out}")
    }
}

const WRITE_LINKS: &str = "write its links as a list, a line each, below a line `from to latency bandwidth`";
const TUNE: &str = "`logpine tune check FILE --for LIBRARY` does";

/// Documents in XML by their root elements.
const ROOTS: [(&str, &str, &str); 7] = [
    ("platform", "a platform of SimGrid", WRITE_LINKS),
    ("rspec", "an RSpec", WRITE_LINKS),
    (
        "graphs",
        "a graph file of NCCL",
        "it has channels in place of links; a topology dump is what NCCL_TOPO_DUMP_FILE names",
    ),
    ("network", "a network of SNDlib", WRITE_LINKS),
    ("gexf", "a graph in GEXF", "write it as GraphML"),
    ("topology", "a topology of hwloc", "it has one host; write the links between hosts as a list"),
    ("trees", "a file of trees of ForestColl", ""),
];

/// Beginnings of lines, by all of which a format is told.
const LINES: [(&[&str], &str, &str); 9] = [
    (&["?SNDlib"], "a network of SNDlib", WRITE_LINKS),
    (&["topology:", "npus_count:"], "a network of astra-sim", WRITE_LINKS),
    (&["%%MatrixMarket"], "a matrix of Matrix Market", WRITE_LINKS),
    (&["SwitchName="], "Slurm's topology.conf", WRITE_LINKS),
    (&["BlockName="], "Slurm's topology.conf", WRITE_LINKS),
    (&["DbdHost="], "Slurm's slurmdbd.conf", ""),
    (&["StorageHost="], "Slurm's slurmdbd.conf", ""),
    (&["StorageType="], "Slurm's slurmdbd.conf", ""),
    (&["AutoDetect="], "Slurm's gres.conf", ""),
];

/// Keys of JSON, by all of which a format is told.
const KEYS: [(&[&str], &str, &str); 6] = [
    (&["node_betas_list"], "a topology of TACCL", WRITE_LINKS),
    (&["intranode_sketch"], "a sketch of TACCL", ""),
    (&["TopologyParams"], "an input of TE-CCL", WRITE_LINKS),
    (&["InstanceParams"], "an input of TE-CCL", ""),
    (&["gpus", "protocol", "collective"], "a plan of MSCCL++", ""),
    (&["rule_file_version", "collectives"], "a rules file of Open MPI", TUNE),
];

/// Beginnings of the names of settings of MPI libraries.
const SETTINGS: [&str; 9] =
    ["I_MPI_", "MPIR_CVAR_", "OMPI_MCA_", "PRTE_MCA_", "UCC_", "coll_tuned_", "coll_han_", "coll_base_", "coll_xhc_"];

/// The format of a text that logpine does not read; `None` for any other text.
#[must_use]
pub fn foreign(text: &str) -> Option<Foreign> {
    let text = text.trim_start_matches('\u{feff}');
    let found = |&(_, name, way_out): &(_, &'static str, &'static str)| Foreign { name, way_out };
    if let Some(root) = xml::root(text) {
        return ROOTS.iter().find(|(name, ..)| *name == root).map(|&(_, name, way_out)| Foreign { name, way_out });
    }
    if text.trim_start().starts_with('{') {
        if text.contains("\"collective=") {
            return Some(Foreign { name: "a selection file of MPICH", way_out: TUNE });
        }
        let has = |key: &&str| text.contains(&format!("\"{key}\""));
        return KEYS.iter().find(|(keys, ..)| keys.iter().all(has)).map(found);
    }
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let begins =
        |mark: &&str| lines().any(|line| line.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark)));
    if let Some(known) = LINES.iter().find(|(marks, ..)| marks.iter().all(begins)) {
        return Some(found(known));
    }
    of_lines(lines)
}

/// The format that the words of lines tell.
fn of_lines<'a, I: Iterator<Item = &'a str>>(lines: impl Fn() -> I) -> Option<Foreign> {
    let any = |is: &dyn Fn(&[&str]) -> bool| lines().any(|line| is(&line.split_whitespace().collect::<Vec<_>>()));
    let all = |is: &dyn Fn(&[&str]) -> bool| {
        lines().next().is_some() && lines().all(|line| is(&line.split_whitespace().collect::<Vec<_>>()))
    };
    let known = |name, way_out| Some(Foreign { name, way_out });
    if all(&is_of_anynet) {
        return known("a network of BookSim (anynet)", WRITE_LINKS);
    }
    if any(&is_of_p2p) {
        return known("the output of `nvidia-smi topo -p2p`", "`nvidia-smi topo -m` has the links");
    }
    if any(&is_of_rocm) {
        return known("a table of `rocm-smi --showtopo`", "the dump that NCCL_TOPO_DUMP_FILE names has the links");
    }
    if any(&is_of_gres) {
        return known("Slurm's gres.conf", "");
    }
    if all(&|words| setting(words).is_some()) && any(&|words| setting(words).is_some_and(is_of_mpi)) {
        return known("a file of settings of an MPI library", TUNE);
    }
    let mut first = lines();
    let is_group = first.next().is_some_and(|line| line.ends_with(':') && !line.contains(char::is_whitespace));
    let is_member = first.next().is_some_and(|line| line.contains(": ") || line.starts_with("- "));
    if is_group && is_member { known("YAML, as groups of ClusterShell are", "") } else { None }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_digit())
}

/// `router 0 node 0 node 1 router 1 15`: each name has a number.
fn is_of_anynet(words: &[&str]) -> bool {
    let is_name = |word: &str| word == "router" || word == "node";
    words.len() >= 4
        && is_name(words[0])
        && words.windows(2).all(|pair| is_number(pair[1]) || is_name(pair[1]) && is_number(pair[0]))
        && words.iter().filter(|word| is_name(word)).count() >= 2
}

/// `GPU0 X OK`, with labels that say what may be copied.
fn is_of_p2p(words: &[&str]) -> bool {
    words.len() > 2 && words[..2] == ["GPU0", "X"] && ["OK", "CNS", "GNS", "TNS", "NS", "DR", "U"].contains(&words[2])
}

/// `GPU0 0 XGMI`: the diagonal has no X.
fn is_of_rocm(words: &[&str]) -> bool {
    words.len() > 2
        && words[..2] == ["GPU0", "0"]
        && words[2..].iter().all(|word| ["XGMI", "PCIE", "N/A"].contains(word) || is_number(word))
}

/// True for a hostfile of a launcher, whose lines are like `n1 slots=4 max_slots=8`.
pub(crate) fn is_hostfile(text: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().skip(1).any(|word| word.starts_with("slots=")))
}

/// `NodeName=n1 Name=gpu File=/dev/nvidia0`.
fn is_of_gres(words: &[&str]) -> bool {
    let has = |key: &str| words.iter().any(|word| word.starts_with(key));
    has("Name=gpu") || has("Name=") && has("File=")
}

/// The name of a variable that a line sets.
fn setting<'a>(words: &[&'a str]) -> Option<&'a str> {
    let words = words.strip_prefix(&["export"]).unwrap_or(words);
    let (name, _) = words.first()?.split_once('=').unwrap_or((words[0], ""));
    let sets = words[0].contains('=') || words.get(1).is_some_and(|word| word.starts_with('='));
    let is_name = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
    Some(name).filter(|_| sets && is_name)
}

fn is_of_mpi(name: &str) -> bool {
    SETTINGS.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_others_are_named() {
        for (text, name) in [
            (
                "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"x.dtd\">\n<platform version=\"4.1\">",
                "a platform of SimGrid",
            ),
            ("<rspec type='request'>", "an RSpec"),
            ("<graphs version='1'>", "a graph file of NCCL"),
            ("?SNDlib native format; type: network; version: 1.0\n", "a network of SNDlib"),
            ("{\"TopologyParams\": {}}", "an input of TE-CCL"),
            ("{\"name\": \"dgx\", \"node_betas_list\": []}", "a topology of TACCL"),
            ("topology: [ Switch ]\nnpus_count: [ 6 ]\n", "a network of astra-sim"),
            ("router 0 node 0 node 1 router 1 router 2\nrouter 1 node 2 15\n", "a network of BookSim (anynet)"),
            ("oss:\n  nodes: 'n[1-4]'\n", "YAML, as groups of ClusterShell are"),
            ("# x\nSwitchName=s1 Nodes=n[1-4]\n", "Slurm's topology.conf"),
            ("DbdHost=h\nStorageHost=t\n", "Slurm's slurmdbd.conf"),
            ("NodeName=n1 Name=gpu File=/dev/nvidia0\n", "Slurm's gres.conf"),
            ("       GPU0         GPU1\nGPU0   0            XGMI\n", "a table of `rocm-smi --showtopo`"),
            ("export I_MPI_ADJUST_BCAST=3\nexport I_MPI_DEBUG=5\n", "a file of settings of an MPI library"),
            ("coll_tuned_use_dynamic_rules = 1\n", "a file of settings of an MPI library"),
        ] {
            assert_eq!(foreign(text).map(|foreign| foreign.name), Some(name), "{text}");
        }
        let p2p = foreign(" \tGPU0\tGPU1\n GPU0\tX\tGNS\n").expect("it is named");
        assert!(p2p.to_string().ends_with("`nvidia-smi topo -m` has the links"));
    }

    #[test]
    fn what_is_read_is_not_named() {
        for text in [
            "",
            "a b\nb c\n",
            "from to\na b\n",
            "<graphml/>",
            "graph { a -- b }",
            "n[1-4]:2\n",
            "Creator \"x\"\ngraph [\n node [ id 0 ]\n]",
            "n1 slots=4 max_slots=8\n",
            "machine = \"cab\"\nleaves = 8\n",
            "ClusterName=c\nNodeName=n[1-4] Gres=gpu:4\nTreeWidth=30\n",
            "\tGPU0\tGPU1\nGPU0\t X \tNV2\n",
            "fe:0 => a:0 ;\n",
            "{\"schema\": 1, \"kind\": \"times\"}",
            "8 4 1 2 12 A100\n8 9\n0 8 100Gbps 0.0005ms 0\n",
        ] {
            assert_eq!(foreign(text), None, "{text}");
        }
    }
}
