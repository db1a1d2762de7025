//! The file of `logpine-mpi probe`: a line for each rank with its parent, and how many repetitions agree.
//!
//! ```text
//! # library: Open MPI v4.1.4
//! # hosts of the ranks: a:2
//! # collective: bcast
//! # bytes: 8
//! # root: 0
//! rank,parent,agreeing,of
//! 0,,5,5
//! 1,0,5,5
//! ```

use super::{beyond, expected, number};
use crate::library::{Edge, Link, Observed, ObservedBy, Probed};
use logpine_models::job::MpiCollective;
use logpine_text::text::{Line, Text, TextError, Word};
use std::collections::HashMap;

const COLUMNS: &str = "rank,parent,agreeing,of";
/// The beginning of the first line.
const BEGINNING: &str = "# logpine-mpi ";

/// True for a line that only such a file has.
pub(super) fn is_head(line: &str) -> bool {
    line.starts_with(BEGINNING) || line.trim_end() == COLUMNS
}

/// The lines `# key: value` of the head.
struct Head<'a> {
    file: Text<'a>,
    values: HashMap<&'a str, Word<'a>>,
    /// The offset at which the head ends.
    end: usize,
}

impl<'a> Head<'a> {
    fn value(&self, key: &'static str) -> Result<Word<'a>, TextError> {
        let fault = || format!("the head has no line `# {key}: ...`; let `logpine-mpi probe` write the file");
        let missing = || self.file.error(self.end..self.end, fault());
        self.values.get(key).copied().ok_or_else(missing)
    }

    fn number(&self, key: &'static str) -> Result<u64, TextError> {
        let value = self.value(key)?;
        number(value.text).ok_or_else(|| expected(self.file, value, "a whole number"))
    }
}

/// Reads the file.
pub(super) fn read(file: Text<'_>) -> Result<Observed, TextError> {
    let mut head = Head { file, values: HashMap::new(), end: 0 };
    let mut rows = Vec::new();
    let mut is_titled = false;
    for line in file.lines() {
        if let Some(comment) = line.text.strip_prefix('#') {
            if let Some((key, value)) = comment.split_once(':') {
                let start = line.span().end - value.trim_start().len();
                let value = Word { text: value.trim(), start };
                head.values.entry(key.trim()).or_insert(value);
            }
        } else if line.text.is_empty() {
        } else if is_titled {
            rows.push(read_row(file, line, rows.len() as u64)?);
        } else if line.text == COLUMNS {
            (is_titled, head.end) = (true, line.start);
        } else {
            let fault = format!("the columns are {COLUMNS}, as `logpine-mpi probe` writes them");
            return Err(file.error(line.span(), fault));
        }
    }
    if rows.is_empty() {
        return Err(file.error_at_end("no ranks follow the head; let `logpine-mpi probe` write the file again"));
    }
    let named = head.value("collective")?;
    let collective = [MpiCollective::Bcast, MpiCollective::Reduce].into_iter().find(|of| of.name() == named.text);
    let collective = collective.ok_or_else(|| expected(file, named, "bcast or reduce"))?;
    let (ranks, root) = (rows.len() as u64, head.number("root")?);
    let hosts = match head.values.get("hosts of the ranks") {
        Some(listed) => read_hosts(file, *listed, ranks)?,
        None => Vec::new(),
    };
    let mut links = Vec::with_capacity(rows.len());
    for (row, rank) in rows.iter().zip(0..) {
        match row.parent {
            Some(parent) if parent >= ranks => {
                return Err(file.error(row.line.span(), beyond(parent, ranks)));
            }
            Some(_) if rank == root => {
                let fault = format!("rank {rank} is the root, and has a parent");
                return Err(file.error(row.line.span(), fault));
            }
            None if rank != root => {
                let fault = format!("rank {rank} has no parent, and the root is rank {root}");
                return Err(file.error(row.line.span(), fault));
            }
            Some(parent) => links.push(Link::along(collective, parent, rank)),
            None => {}
        }
    }
    if root >= ranks {
        return Err(file.error(head.value("root")?.span(), beyond(root, ranks)));
    }
    links.sort_unstable();
    let weakest = rows.iter().min_by_key(|row| row.agreeing);
    let (agreeing, of) = weakest.map_or((0, 0), |row| (row.agreeing, row.of));
    let library = head.values.get("library").map(|library| library.text.to_owned()).unwrap_or_default();
    let probed = Probed { collective, bytes: head.number("bytes")?, root, library, hosts, agreeing, of };
    let edges = links.into_iter().map(Edge::plain).collect();
    Ok(Observed { ranks, edges, source: ObservedBy::Probe(probed) })
}

/// The line of a rank.
struct Row<'a> {
    line: Line<'a>,
    parent: Option<u64>,
    agreeing: u64,
    of: u64,
}

fn read_row<'a>(file: Text<'_>, line: Line<'a>, due: u64) -> Result<Row<'a>, TextError> {
    let fields: Vec<Word<'_>> = Word { text: line.text, start: line.start }.split(',').collect();
    let &[rank, parent, agreeing, of] = fields.as_slice() else {
        return Err(file.error(line.span(), format!("{} fields, where 4 are due", fields.len())));
    };
    let whole = |part: Word<'_>| number(part.text).ok_or_else(|| expected(file, part, "a whole number"));
    if whole(rank)? != due {
        return Err(file.error(rank.span(), format!("rank {due} is due here; each rank has a line, in their order")));
    }
    let parent = if parent.text.is_empty() { None } else { Some(whole(parent)?) };
    let row = Row { line, parent, agreeing: whole(agreeing)?, of: whole(of)? };
    if row.agreeing > row.of {
        return Err(file.error(agreeing.span(), "more repetitions agree than there are"));
    }
    Ok(row)
}

/// The host of each rank, from runs of ranks like `a:2 b:2`.
fn read_hosts(file: Text<'_>, listed: Word<'_>, ranks: u64) -> Result<Vec<u32>, TextError> {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut hosts = Vec::new();
    let hosts_of = |found: u64| format!("{found} hosts of ranks, and {ranks} ranks");
    for run in listed.split(' ').filter(|run| !run.text.is_empty()) {
        let parsed = run.text.rsplit_once(':').and_then(|(host, count)| Some((host, number(count)?)));
        let (host, count) = parsed.ok_or_else(|| expected(file, run, "a host with its number of ranks, like a:2"))?;
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let host = *numbers.entry(host).or_insert(next);
        let found = (hosts.len() as u64).saturating_add(count);
        if found > ranks {
            return Err(file.error(run.span(), hosts_of(found)));
        }
        hosts.extend((0..count).map(|_| host));
    }
    let found = hosts.len() as u64;
    if found == ranks { Ok(hosts) } else { Err(file.error(listed.span(), hosts_of(found))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# logpine-mpi 0.1.0: probe reduce
# library: Open MPI v4.1.4
# ranks: 4 on 2 hosts: a:3 b:1
# a: load 0.10; of 2 processors its ranks may use 0 | 1 | 0
# hosts of the ranks: a:2 b:1 a:1
# collective: reduce
# bytes: 8
# root: 1
rank,parent,agreeing,of
0,1,5,5
1,,5,5
2,1,4,5
3,0,5,5
";

    fn read_text(text: &str) -> Result<Observed, TextError> {
        read(Text::of(text, "p.csv"))
    }

    #[test]
    fn a_tree_is_read_with_its_run() {
        let observed = read_text(FILE).expect("a tree");
        let edges: Vec<String> = observed.edges.iter().map(|edge| edge.link().to_string()).collect();
        assert_eq!((observed.ranks, edges.join(" ").as_str()), (4, "0>1 2>1 3>0"));
        let wanted = Probed {
            collective: MpiCollective::Reduce,
            bytes: 8,
            root: 1,
            library: "Open MPI v4.1.4".to_owned(),
            hosts: vec![0, 0, 1, 0],
            agreeing: 4,
            of: 5,
        };
        assert_eq!(observed.source, ObservedBy::Probe(wanted));
        let bcast = read_text(&FILE.replace("reduce", "bcast").replace('\n', "\r\n")).expect("a tree");
        assert_eq!(bcast.edges[0].link().to_string(), "0>3");
    }

    #[test]
    fn the_host_and_the_library_may_be_left_out() {
        let is_kept = |line: &&str| !line.contains("host") && !line.contains("library");
        let text = FILE.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
        let observed = read_text(&text).expect("a tree");
        assert!(
            matches!(observed.source, ObservedBy::Probe(Probed { hosts, library, .. }) if hosts.is_empty() && library.is_empty())
        );
    }

    #[test]
    fn the_root_is_a_rank() {
        let error = read_text(&FILE.replace("root: 1", "root: 4").replace("1,,5,5", "1,0,5,5")).expect_err("no rank");
        assert_eq!((error.position.line, error.position.column), (8, 9));
        assert_eq!(error.message, beyond(4, 4));
    }

    #[test]
    fn faults_have_places() {
        for (old, new, line, column, fault) in [
            ("# collective: reduce\n", "", 8, 1, "no line `# collective: ...`"),
            ("# bytes: 8\n", "", 8, 1, "no line `# bytes: ...`"),
            ("# root: 1\n", "", 8, 1, "no line `# root: ...`"),
            ("collective: reduce", "collective: barrier", 6, 15, "`barrier` is not bcast or reduce"),
            ("bytes: 8", "bytes: 8B", 7, 10, "`8B` is not a whole number"),
            ("root: 1", "root: 0", 10, 1, "rank 0 is the root, and has a parent"),
            ("root: 1", "root: 4", 11, 1, "rank 1 has no parent, and the root is rank 4"),
            ("1,,5,5", "1,0,5,5", 11, 1, "rank 1 is the root, and has a parent"),
            ("3,0,5,5", "3,4,5,5", 13, 1, "rank 4, but the run had 4 ranks"),
            ("2,1,4,5", "3,1,4,5", 12, 1, "rank 2 is due here"),
            ("2,1,4,5", "2,x,4,5", 12, 3, "`x` is not a whole number"),
            ("2,1,4,5", "2,1,6,5", 12, 5, "more repetitions agree than there are"),
            ("2,1,4,5", "2,1,4", 12, 1, "3 fields, where 4 are due"),
            ("rank,parent,agreeing,of", "rank,parent", 9, 1, "the columns are rank,parent,agreeing,of"),
            ("a:2 b:1 a:1", "a:2 b:1", 5, 23, "3 hosts of ranks, and 4 ranks"),
            ("a:2 b:1 a:1", "a:2 b:9", 5, 27, "11 hosts of ranks, and 4 ranks"),
            ("a:2 b:1 a:1", "a:2 b a:1", 5, 27, "`b` is not a host with its number of ranks"),
            ("0,1,5,5\n1,,5,5\n2,1,4,5\n3,0,5,5\n", "", 10, 1, "no ranks follow"),
        ] {
            assert!(FILE.contains(old));
            let error = read_text(&FILE.replace(old, new)).expect_err(fault);
            assert!(error.to_string().contains(fault), "{error}");
            assert_eq!((error.position.line, error.position.column), (line, column), "{error}");
        }
    }
}
