//! Trees that MPICH writes with `MPIR_CVAR_COLL_TREE_DUMP`: a file `colltree<rank>.json` for each rank.
//!
//! ```json
//! { "rank": 1, "nranks": 4, "parent": 0, "children": [3] }
//! ```
//!
//! The root has the parent -1. The files do not say the collective, nor how much was sent.

use super::{beyond, missing, other_run, repeated};
use crate::library::{Edge, Link, Observed, ObservedBy};
use logpine_models::job::MpiCollective;
use logpine_text::text::{Text, TextError};
use serde::Deserialize;
use std::ops::Range;

/// The place of a rank in its tree.
#[derive(Deserialize)]
struct Node {
    rank: u64,
    nranks: u64,
    parent: i64,
    children: Vec<u64>,
}

/// A place in a tree, and where it is written.
struct Place<'a> {
    node: Node,
    file: Text<'a>,
    span: Range<usize>,
}

impl Place<'_> {
    fn error(&self, fault: String) -> TextError {
        self.file.error(self.span.clone(), fault)
    }

    fn parent(&self) -> Option<u64> {
        u64::try_from(self.node.parent).ok()
    }
}

/// Reads the files of all ranks, in any order; a file may have several ranks.
pub(super) fn read(files: &[Text<'_>], collective: MpiCollective) -> Result<Observed, TextError> {
    let mut places = Vec::new();
    for &file in files {
        read_file(file, &mut places)?;
    }
    let Some(first) = places.first() else {
        let none = files.first().copied().unwrap_or(Text::of("", ""));
        return Err(none.error(0..0, "there is no tree in the file; name the files of one run"));
    };
    let ranks = first.node.nranks;
    // No longer than the files: each rank has a place in them.
    let mut of_rank: Vec<Option<&Place<'_>>> = Vec::new();
    for place in &places {
        let &Node { rank, nranks, .. } = &place.node;
        if nranks != ranks {
            return Err(place.error(other_run(nranks, ranks, first.file.path())));
        }
        for rank in place.node.children.iter().copied().chain(place.parent()).chain([rank]) {
            if rank >= ranks {
                return Err(place.error(beyond(rank, ranks)));
            }
        }
        let Some(index) = usize::try_from(rank).ok().filter(|&rank| rank < places.len()) else { continue };
        of_rank.resize(of_rank.len().max(index + 1), None);
        if let Some(before) = of_rank[index].replace(place) {
            return Err(place.error(repeated(rank, before.file.path())));
        }
    }
    let seen: Vec<bool> = (0..ranks.min(places.len() as u64 + 1)).map(|rank| find(&of_rank, rank).is_some()).collect();
    if let Some(fault) = missing(&seen, ranks, ranks.saturating_sub(places.len() as u64)) {
        return Err(first.error(fault));
    }
    check(&of_rank, first)?;
    let children = places.iter().filter_map(|place| Some(Link::along(collective, place.parent()?, place.node.rank)));
    let mut links: Vec<Link> = children.collect();
    links.sort_unstable();
    Ok(Observed { ranks, edges: links.into_iter().map(Edge::plain).collect(), source: ObservedBy::TreeDump })
}

/// Reads the objects of a file, one after the other.
fn read_file<'a>(file: Text<'a>, places: &mut Vec<Place<'a>>) -> Result<(), TextError> {
    let text = file.text();
    let mut nodes = serde_json::Deserializer::from_str(text).into_iter::<Node>();
    loop {
        let before = nodes.byte_offset();
        let start = text.len() - text.get(before..).unwrap_or_default().trim_start().len();
        match nodes.next() {
            None => return Ok(()),
            Some(Ok(node)) => places.push(Place { node, file, span: start..nodes.byte_offset() }),
            Some(Err(error)) => {
                let at = offset(text, error.line(), error.column()).max(start);
                // Its place is said in our own way.
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                let fault = format!("this is no tree as MPICH dumps it: {reason}");
                let keys = "it has \"rank\", \"nranks\", \"parent\" and \"children\"";
                return Err(file.error(at..at + 1, format!("{fault}; {keys}")));
            }
        }
    }
}

/// The offset of a line and a column, both from 1; columns are bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

fn find<'a, 'b>(of_rank: &[Option<&'b Place<'a>>], rank: u64) -> Option<&'b Place<'a>> {
    usize::try_from(rank).ok().and_then(|rank| of_rank.get(rank).copied().flatten())
}

/// Parents and children say the same, and there is one root.
fn check(of_rank: &[Option<&Place<'_>>], first: &Place<'_>) -> Result<(), TextError> {
    for place in of_rank.iter().flatten() {
        let rank = place.node.rank;
        for &child in &place.node.children {
            let parent = find(of_rank, child).and_then(Place::parent);
            if parent != Some(rank) {
                let parent = parent.map_or("that it has no parent".to_owned(), |parent| format!("rank {parent}"));
                let fault = format!("rank {child} is a child of rank {rank}, but its own file says {parent}");
                return Err(place.error(format!("{fault}; name the files of one run only")));
            }
        }
    }
    // As every listed child has its parent, a parent with fewer children than ranks name it does not list one of them.
    let mut named = vec![0; of_rank.len()];
    for parent in of_rank.iter().flatten().filter_map(|place| place.parent()) {
        if let Some(count) = usize::try_from(parent).ok().and_then(|parent| named.get_mut(parent)) {
            *count += 1;
        }
    }
    for place in of_rank.iter().flatten() {
        let Some(parent) = place.parent() else { continue };
        let listed = find(of_rank, parent).map_or(0, |parent| parent.node.children.len());
        let names = usize::try_from(parent).ok().and_then(|parent| named.get(parent)).copied().unwrap_or(0);
        let is_listed = || find(of_rank, parent).is_some_and(|parent| parent.node.children.contains(&place.node.rank));
        if names != listed && !is_listed() {
            let fault = format!("rank {} is the child of rank {parent}, which does not list it", place.node.rank);
            return Err(place.error(format!("{fault}; name the files of one run only")));
        }
    }
    let roots = of_rank.iter().flatten().filter(|place| place.parent().is_none()).count() as u64;
    if roots == 1 {
        return Ok(());
    }
    Err(first.error(format!("{roots} ranks have no parent, where one has; name the files of one run only")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trees of MPICH 4.3.2 among 4 ranks look so.
    const TREE: [&str; 4] = [
        "{ \"rank\": 0, \"nranks\": 4, \"parent\": -1, \"children\": [1,2] }\n",
        "{ \"rank\": 1, \"nranks\": 4, \"parent\": 0, \"children\": [3] }\n",
        "{ \"rank\": 2, \"nranks\": 4, \"parent\": 0, \"children\": [] }\n",
        "{ \"rank\": 3, \"nranks\": 4, \"parent\": 1, \"children\": [] }\n",
    ];

    fn read_all(texts: &[&str], collective: MpiCollective) -> Result<Observed, TextError> {
        let files: Vec<_> = texts.iter().map(|text| Text::of(text, "t")).collect();
        read(&files, collective)
    }

    fn links(observed: Result<Observed, TextError>) -> String {
        let observed = observed.expect("a tree");
        assert_eq!((observed.ranks, &observed.source), (4, &ObservedBy::TreeDump));
        observed.edges.iter().map(|edge| edge.link().to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn trees_are_read_in_the_direction_of_the_messages() {
        assert_eq!(links(read_all(&TREE, MpiCollective::Bcast)), "0>1 0>2 1>3");
        assert_eq!(links(read_all(&TREE, MpiCollective::Reduce)), "1>0 2>0 3>1");
        let [zero, one, two, three] = TREE;
        assert_eq!(links(read_all(&[three, one, two, zero], MpiCollective::Bcast)), "0>1 0>2 1>3");
        assert_eq!(links(read_all(&[&TREE.concat()], MpiCollective::Bcast)), "0>1 0>2 1>3");
    }

    #[test]
    fn faults_have_places() {
        let [zero, one, two, three] = TREE;
        let other = |text: &str, old: &str, new: &str| text.replace(old, new);
        for (texts, line, column, fault) in [
            (vec![zero.to_owned(), one.to_owned()], 1, 1, "rank 2 of 4 is in none of the files, nor is another"),
            (vec![zero.to_owned(), two.to_owned(), three.to_owned()], 1, 1, "rank 1 of 4 is in none of the files;"),
            (vec![TREE.concat(), one.to_owned()], 1, 1, "rank 1 is in `t`, too"),
            (vec![TREE[..3].concat(), other(three, "4", "5")], 1, 1, "5 ranks here, and 4 in `t`"),
            (vec![other(&TREE.concat(), "[3]", "[4]")], 2, 1, "rank 4, but the run had 4 ranks"),
            (vec![other(&TREE.concat(), "\"rank\": 3", "\"rank\": 9")], 4, 1, "rank 9, but the run had 4 ranks"),
            (
                vec![other(&TREE.concat(), "[1,2]", "[1]")],
                3,
                1,
                "rank 2 is the child of rank 0, which does not list it",
            ),
            (
                vec![other(&TREE.concat(), "[3]", "[2,3]")],
                2,
                1,
                "rank 2 is a child of rank 1, but its own file says rank 0",
            ),
            (vec![other(&TREE.concat(), "[3]", "[0,3]")], 2, 1, "says that it has no parent"),
            (vec!["{ \"rank\": 0, \"nranks\": 4 }".to_owned()], 1, 26, "missing field `parent`"),
            (vec![format!("{zero}{{ \"rank\": x")], 2, 11, "expected value"),
            (vec![zero.replace("-1", "\"none\"")], 1, 42, "invalid type: string"),
            (vec!["{".to_owned()], 1, 1, "EOF"),
        ] {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let error = read_all(&texts, MpiCollective::Bcast).expect_err(fault);
            assert!(error.to_string().contains(fault), "{error}");
            assert_eq!((error.position.line, error.position.column), (line, column), "{error}");
        }
        let two_roots = TREE
            .concat()
            .replace("[1,2]", "[1]")
            .replace("\"rank\": 2, \"nranks\": 4, \"parent\": 0", "\"rank\": 2, \"nranks\": 4, \"parent\": -1");
        let fault = read_all(&[&two_roots], MpiCollective::Bcast).expect_err("two roots").message;
        assert!(fault.starts_with("2 ranks have no parent"), "{fault}");
    }

    #[test]
    fn huge_numbers_of_ranks_take_no_memory() {
        let text = "{ \"rank\": 0, \"nranks\": 18446744073709551615, \"parent\": -1, \"children\": [] }";
        let fault = read_all(&[text], MpiCollective::Bcast).expect_err("ranks are missing").message;
        assert!(fault.starts_with("rank 1 of 18446744073709551615"), "{fault}");
    }
}
