//! Member trees as systems with a tree knob make them: by a number, a word or a file.

use super::input;
use super::outcome::{Step, bad_input, message_to_stderr};
use crate::report::file::slurm_family;
use crate::request::Job;
use anyhow::anyhow;
use logpine_overlays::settings::{self, HostTree};
use logpine_text::excerpt::short;
use logpine_text::fault::Report;
use logpine_text::input::InputLimit;
use logpine_trees::tree::Shape;
use logpine_trees::tree::families::{FluxTopology, PRRTE, Splitting};
use std::path::Path;

/// A tree that a system makes.
pub struct SystemTree {
    pub shape: Shape,
    /// The tree in words.
    pub name: String,
    /// The family of trees that the system can make, if it cannot make all.
    pub family: Option<&'static str>,
}

/// The tree of Slurm with a `TreeWidth`, as a release splits it.
pub fn of_slurm(width: u64, members: u64, version: Option<&str>) -> Step<SystemTree> {
    let family = slurm_family(version)?;
    let release = version.map_or_else(String::new, |version| format!(" in Slurm {}", short(version)));
    one_width(family.splitting, members, width, format!("TreeWidth={width}{release}"), Some(family.name))
}

/// The tree of PRRTE with a radix.
pub fn of_prrte(radix: u64, members: u64) -> Step<SystemTree> {
    one_width(PRRTE.splitting, members, radix, format!("rml_base_radix {radix}"), Some(PRRTE.name))
}

/// The tree of Flux with a topology.
pub fn of_flux(topology: FluxTopology, members: u64) -> Step<SystemTree> {
    let (splitting, width) = topology.splitting(members);
    one_width(splitting, members, width, topology.to_string(), topology.family())
}

fn one_width(
    splitting: Splitting,
    members: u64,
    width: u64,
    name: String,
    family: Option<&'static str>,
) -> Step<SystemTree> {
    Job::of_members(members).map_err(bad_input)?;
    let shape = splitting.shape(members, width);
    let shape =
        shape.ok_or_else(|| bad_input(anyhow!("the tree of {name} has too many levels; take a greater width")))?;
    Ok(SystemTree { shape, name, family })
}

/// The tree of ClusterShell's topology.
pub fn of_clustershell(path: &Path) -> Step<SystemTree> {
    of_file(path, InputLimit::ROUTES, "ClusterShell topology", settings::clustershell)
}

/// The tree of Flux' table of hosts.
pub fn of_bootstrap(path: &Path) -> Step<SystemTree> {
    of_file(path, InputLimit::BOOTSTRAP, "table [bootstrap] of Flux", settings::flux)
}

fn of_file(path: &Path, limit: InputLimit, what: &str, read: fn(&[u8]) -> Report<HostTree>) -> Step<SystemTree> {
    let source = input::read(path, limit)?;
    let report = read(&source);
    let faults = report.faults.rendered(&source, path);
    let Some(HostTree { tree, .. }) = report.content else {
        let verdict = if report.faults.errors() == 0 { "the tree is not known from this" } else { "not a valid" };
        return Err(bad_input(anyhow!("{verdict} {what}\n{}", faults.trim_end())));
    };
    if !faults.is_empty() {
        message_to_stderr(&faults);
    }
    Ok(SystemTree { shape: tree.to_shape(), name: path.display().to_string(), family: None })
}
