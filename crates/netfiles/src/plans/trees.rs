//! Files of the edges of a packing of trees: CSV with the columns `tree,root,weight,child,parent,path`.

use super::preamble::{Preamble, RowKind, read as read_lines};
use super::rows::{Field, exactly};
use crate::fault::FileFault;
use itertools::Itertools as _;
use logpine_check::synthesis::{Limits, Packed, Packing, TreeEdge, check_trees};
use logpine_text::csv_lines::csv_rows;

/// A file of a packing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreesFile {
    /// Graph, collective and claims.
    pub preamble: Preamble,
    /// The edges, in the order of the file.
    pub edges: Vec<TreeEdge>,
    /// The line of each.
    lines: Vec<usize>,
}

impl TreesFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The first 20 [`FileFault`]s.
    pub fn read(text: &str) -> Result<Self, Vec<FileFault>> {
        let (mut edges, mut lines) = (Vec::new(), Vec::new());
        let preamble = read_lines(text, RowKind::Trees, |line, text| {
            let fields = exactly(Field::commas(line, text), line, RowKind::Trees.header())?;
            let [tree, root, weight, child, parent, path] = fields;
            let vertices = path.text.split('>').map(|vertex| path.part(vertex.trim()).small("vertex", 0));
            edges.push(TreeEdge {
                tree: tree.small("tree", 0)?,
                root: root.small("rank", 0)?,
                weight: weight.number("weight", 1, u64::MAX)?,
                child: child.small("rank", 0)?,
                parent: parent.small("rank", 0)?,
                path: vertices.collect::<Result<_, _>>()?,
            });
            lines.push(line);
            Ok(())
        })?;
        Ok(Self { preamble, edges, lines })
    }

    /// Checks packing and claims.
    ///
    /// # Errors
    /// The first [`FileFault`]s, each with its line if it has one.
    pub fn check(&self, limits: &Limits) -> Result<Packed, Vec<FileFault>> {
        let (p, q) = self.preamble.throughput.unwrap_or((0, 0));
        let Preamble { reduce_scatter, height, .. } = self.preamble;
        let packing = Packing { p, q, reduce_scatter, height, edges: &self.edges };
        check_trees(&self.preamble.statement(), &packing, limits).map_err(|faults| {
            let located = faults.into_iter().map(|fault| {
                let line = fault.row.and_then(|row| self.lines.get(row));
                match line {
                    Some(&line) => FileFault::of_line(line, fault.wrong),
                    None => FileFault::of_file(fault.wrong),
                }
            });
            located.collect()
        })
    }
}

/// Writes a packing, which [`TreesFile::read`] reads back.
///
/// *Requires* [`Preamble::throughput`]; a file without it is refused.
#[must_use]
pub fn write(preamble: &Preamble, edges: &[TreeEdge]) -> String {
    let row = |TreeEdge { tree, root, weight, child, parent, path }: &TreeEdge| {
        (*tree, *root, *weight, *child, *parent, path.iter().join(">"))
    };
    preamble.write(RowKind::Trees) + &csv_rows(edges.iter().map(row))
}
