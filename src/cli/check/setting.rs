//! Settings of systems whose tree has a knob: the tree that they make and, on a machine, its time.

use super::judgement::{Judgement, counted};
use crate::answer::Scored;
use crate::cli::outcome::{Step, bad_input, message_to_stderr};
use crate::cli::setting::{self, SystemTree};
use crate::report::file::slurm_default;
use crate::report::text;
use crate::request::Request;
use anyhow::anyhow;
use clap::Args;
use logpine_models::machine::Machine;
use logpine_overlays::settings::{self, HostTree, SlurmSettings, Width};
use logpine_text::fault::Report;
use logpine_text::units::Time;
use logpine_trees::tree::Shape;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Questions about a setting besides its validity.
#[derive(Debug, Args)]
#[command(next_help_heading = "Settings of Slurm, Flux and ClusterShell")]
pub struct SettingArgs {
    /// Times the tree of the setting on a machine, and the best tree.
    #[arg(short, long, value_name = "NAME|FILE")]
    machine: Option<PathBuf>,

    /// Number of nodes of Slurm, the controller included [default: those of its NodeName lines, and the controller].
    #[arg(long, value_parser = crate::cli::args::count, value_name = "N", allow_negative_numbers = true)]
    members: Option<u64>,

    /// Release of Slurm, such as 22.05, whose splitting is meant [default: the newest known].
    #[arg(long, value_name = "VERSION", hide_short_help = true)]
    for_version: Option<String>,
}

impl SettingArgs {
    /// Refuses options that have no effect.
    pub fn check_use(&self, is_a_tree: bool, is_slurm: bool) -> Step<()> {
        if self.machine.is_some() && !is_a_tree {
            return Err(bad_input(anyhow!("--machine goes with the settings of Slurm, Flux and ClusterShell")));
        }
        if (self.members.is_some() || self.for_version.is_some()) && !is_slurm {
            return Err(bad_input(anyhow!("--members and --for-version go with a configuration of Slurm")));
        }
        Ok(())
    }

    pub fn clustershell(&self, source: &[u8], file: &Path) -> Step<Judgement> {
        self.of_hosts("ClusterShell topology", &settings::clustershell(source), source, file)
    }

    pub fn flux(&self, source: &[u8], file: &Path) -> Step<Judgement> {
        self.of_hosts("table [bootstrap] of Flux", &settings::flux(source), source, file)
    }

    fn of_hosts(&self, words: &str, report: &Report<HostTree>, source: &[u8], file: &Path) -> Step<Judgement> {
        let mut judgement = Judgement::of_faults(words, &report.faults, source, file);
        if let Some(HostTree { tree, hosts }) = &report.content {
            let root = hosts.first().map_or("", |name| &**name);
            judgement.contents = format!("root {root}, ");
            judgement.values.push(("root", root.into()));
            self.add(&mut judgement, tree.to_shape(), None)?;
        } else {
            "the file alone does not say its tree".clone_into(&mut judgement.contents);
            judgement.is_known = false;
        }
        Ok(judgement)
    }

    pub fn slurm(&self, source: &[u8], file: &Path) -> Step<Judgement> {
        let report = settings::slurm(source);
        let mut judgement = Judgement::of_faults("configuration of Slurm", &report.faults, source, file);
        let Some(SlurmSettings { width, nodes, future }) = report.content else { return Ok(judgement) };
        let version = self.for_version.as_deref();
        let (width, words) = match width {
            Width::Given(width) => (Some(width), format!("TreeWidth={width}")),
            Width::Default => {
                let default = slurm_default(version)?;
                (Some(default), format!("TreeWidth={default} by default"))
            }
            Width::Unknown => (None, "the TreeWidth is not known: a file included may set it".to_owned()),
            Width::Routed => (None, "the tree is not that of TreeWidth, and no time is predicted for it".to_owned()),
        };
        judgement.contents = words;
        judgement.values.push(("tree_width", width.into()));
        if future > 0 {
            let nodes = counted(future, "node", "nodes");
            let _ = write!(judgement.contents, ", {nodes} with State=FUTURE not contacted");
            judgement.values.push(("future_nodes", future.into()));
        }
        let Some(width) = width else {
            judgement.is_known = false;
            return Ok(judgement);
        };
        let Some(members) = self.members.or_else(|| nodes.map(|nodes| nodes + 1)) else {
            judgement.contents += match report.faults.warnings() {
                0 => "; no NodeName line tells the nodes, so say how many with --members N",
                _ => "; the file alone does not say all nodes, so say how many with --members N",
            };
            return Ok(judgement);
        };
        judgement.contents += ", ";
        let SystemTree { shape, family, .. } = setting::of_slurm(width, members, version)?;
        self.add(&mut judgement, shape, family)?;
        Ok(judgement)
    }

    /// Adds the tree and, on a machine, its time and that of the best tree.
    fn add(&self, judgement: &mut Judgement, shape: Shape, family: Option<&'static str>) -> Step<()> {
        let fanout = shape.nodes().map(|node| shape.fanout(node)).max().unwrap_or(0);
        let members = shape.members();
        let _ = write!(
            judgement.contents,
            "{}, height {}, at most {}",
            counted(members, "member", "members"),
            shape.height(),
            counted(fanout, "child", "children")
        );
        judgement.values.extend([
            ("members", members.into()),
            ("height", shape.height().into()),
            ("most_fanout", fanout.into()),
        ]);
        let Some(machine) = &self.machine else { return Ok(()) };
        let machine = Machine::load(machine).map_err(bad_input)?;
        let request = Request { members: Some(members), ..Request::default() };
        let scored = Scored::new(&machine, &request, shape)?.among(family);
        if let Some(note) = scored.assumption() {
            message_to_stderr(&note);
        }
        let _ = write!(judgement.contents, "; {}", text::scored_in_short(&scored));
        let time = |time: Time| time.decimal(machine.clock).parse().unwrap_or(Value::Null);
        judgement.values.extend([
            ("machine", machine.name.clone().into()),
            ("model", scored.costs.model.into()),
            ("unit", machine.clock.symbol().into()),
            ("time", time(scored.score.time)),
        ]);
        judgement.values.extend(scored.best.as_ref().map(|plan| ("best_time", time(plan.best().time))));
        Ok(())
    }
}
