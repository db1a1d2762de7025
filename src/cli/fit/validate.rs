//! `--validate`: predicted against measured times of whole trees.

use crate::answer::{MeasuredTree, Validation};
use crate::cli::input;
use crate::cli::outcome::{Step, bad_input, message_to_stderr};
use crate::cli::tree_name::{self, NamedTree};
use anyhow::anyhow;
use logpine_fit::measurements::{ReadOptions, read_trees};
use logpine_models::machine::Machine;
use logpine_text::input::InputLimit;
use logpine_trees::tree::Shape;
use std::path::Path;

/// Compares a machine's predictions with the trees of a file.
pub fn validation(machine: &Machine, path: &Path, options: ReadOptions) -> Step<Validation> {
    let bytes = input::read(path, InputLimit::MEASUREMENTS)?;
    // Files of trees stand beside the table, wherever it is read from.
    let directory = path.parent().unwrap_or(Path::new(""));
    let shape = |name: &str| shape(name, directory);
    let table = read_trees(&bytes, &path.display().to_string(), options, shape).map_err(bad_input)?;
    if table.clock != machine.clock {
        return Err(bad_input(anyhow!(
            "{} is in {}, but the times of machine `{}` in {}; give both in the same unit",
            path.display(),
            table.clock.plural(),
            machine.name,
            machine.clock.plural()
        )));
    }
    let tree = |tree: logpine_fit::measurements::TimedTree<Shape>| MeasuredTree {
        name: tree.name,
        shape: tree.tree,
        times: tree.times,
    };
    let trees: Vec<MeasuredTree> = table.trees.into_iter().map(tree).collect();
    Validation::new(machine, &trees).map_err(bad_input)
}

/// The tree of a spec string or of a file.
fn shape(name: &str, directory: &Path) -> Result<Shape, String> {
    match tree_name::named(name, directory) {
        Ok(NamedTree { shape, warnings, .. }) => {
            if !warnings.is_empty() {
                message_to_stderr(&warnings);
            }
            Ok(shape)
        }
        Err(end) => Err(end.message()),
    }
}
