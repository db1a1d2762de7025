//! `--validate`: predicted against measured times of whole trees.

use crate::cli::input;
use crate::cli::outcome::{Step, bad_input};
use anyhow::anyhow;
use logpine::fit::measurements::{ReadOptions, read_trees};
use logpine::machine::Machine;
use logpine::plan::{MeasuredTree, Validation};
use logpine::tree::{Shape, Spec};
use logpine::units::Clock;
use std::path::Path;

/// What a machine predicts for the trees of a file.
pub fn validation(machine: &Machine, path: &Path, options: ReadOptions) -> Step<Validation> {
    let bytes = input::read(path, "the measurements ")?;
    let table = read_trees(&bytes, &path.display().to_string(), options, shape).map_err(bad_input)?;
    if table.clock != machine.clock {
        return Err(bad_input(anyhow!(
            "{} is in {}, but the times of machine `{}` in {}; give both in the same unit",
            path.display(),
            unit(table.clock),
            machine.name,
            unit(machine.clock)
        )));
    }
    let tree = |tree: logpine::fit::measurements::TimedTree<Shape>| MeasuredTree {
        name: tree.name,
        shape: tree.tree,
        times: tree.times,
    };
    let trees: Vec<MeasuredTree> = table.trees.into_iter().map(tree).collect();
    Validation::new(machine, &trees).map_err(bad_input)
}

const fn unit(clock: Clock) -> &'static str {
    match clock {
        Clock::Second => "seconds",
        Clock::Cycle => "cycles",
    }
}

/// The tree of a spec string.
fn shape(name: &str) -> Result<Shape, String> {
    if !["b:", "k:", "g:"].iter().any(|prefix| name.starts_with(prefix)) {
        return Err(format!(
            "`{name}` is no tree; a spec string starts with `b:`, `k:` or `g:`, like b:32 for a flat tree"
        ));
    }
    let spec: Spec = name.parse().map_err(|error| format!("the tree `{name}`: {error}"))?;
    Ok(spec.shape())
}
