//! The trees that systems build, with the times of others to compare.

use super::{Settings, Trees};
use crate::answer::costs::ModelChoice;
use crate::answer::{Candidate, HostOrder, OverlayTree};
use crate::request::{Criterion, No, Objective, Refusal};
use logpine_models::machine::Machine;
use logpine_text::units::Time;
use logpine_trees::tree::Tree;
use logpine_trees::tree::families::{FLAT, Member, OneWidth, Parameters, Value};
use std::borrow::Cow;

/// A tree that a system builds on the hosts in the order in which they are given.
pub(super) struct Built {
    pub family: &'static str,
    pub parameters: Parameters,
    pub time: Time,
}

impl From<Candidate<OverlayTree>> for Built {
    fn from(Candidate { family, parameters, time, .. }: Candidate<OverlayTree>) -> Self {
        Self { family, parameters, time }
    }
}

impl Settings<'_> {
    /// The number of members.
    pub(super) const fn members(&self) -> u64 {
        match self.trees {
            Trees::Alike { plan, .. } => plan.job.count(),
            Trees::OnHosts { plan, .. } => plan.job.count,
        }
    }

    /// The quantity that was minimised; on hosts that are not alike, the time of one wave.
    pub(super) const fn objective(&self) -> Objective {
        match self.trees {
            Trees::Alike { plan, .. } => plan.job.objective,
            Trees::OnHosts { .. } => Objective::Latency,
        }
    }

    /// The time of the tree of any shape that was chosen.
    pub(super) fn chosen(&self) -> Time {
        match self.trees {
            Trees::Alike { plan, study } => match &study.robust {
                Some(robust) => robust.chosen.value(robust.criterion).unwrap_or(Time::MAX),
                None => plan.best().time,
            },
            Trees::OnHosts { plan, .. } => plan.best().time,
        }
    }

    /// The criterion of a robust choice.
    pub(super) fn criterion(&self) -> Option<Criterion> {
        match self.trees {
            Trees::Alike { study, .. } => study.robust.as_ref().map(|robust| robust.criterion),
            Trees::OnHosts { .. } => None,
        }
    }

    /// The machine with only the section that the costs are from.
    fn section(&self) -> Cow<'_, Machine> {
        ModelChoice::from(self.place.request()).only_of_nodes(self.machine)
    }

    /// The best tree of a family on the hosts in the order given.
    pub(super) fn built(&self, family: &'static str) -> Option<Built> {
        match self.trees {
            Trees::Alike { plan, .. } => match self.criterion() {
                Some(criterion) => {
                    let best = plan.robust_of(family, &self.section(), criterion)?;
                    Some(Built { time: best.value(criterion)?, ..best.choice.into() })
                }
                None => plan.candidates().iter().find(|candidate| candidate.family == family).cloned().map(Built::from),
            },
            Trees::OnHosts { plan, .. } => {
                let is_built = |order| order == HostOrder::AsGiven;
                let mut of_family = plan.candidates().iter().filter(|candidate| candidate.family == family);
                let found = of_family.find(|candidate| is_built(candidate.construction.order))?;
                Some(Built { family: found.family, parameters: found.parameters.clone(), time: found.time })
            }
        }
    }

    /// The best tree of a family, which every job should have.
    pub(super) fn best_of(&self, family: &'static str) -> Result<Built, Refusal> {
        self.built(family).ok_or_else(|| {
            Refusal::invalid(if self.members() < 2 {
                "a single member has no tree: ask for 2 members or more".to_owned()
            } else {
                format!("no tree of the family {family} keeps to the limits: `logpine tree` says which it breaks")
            })
        })
    }

    /// The objective's value with a width at all levels, whether or not it keeps to the limits.
    pub(super) fn with_width(&self, family: &OneWidth, width: u64) -> Option<Time> {
        let Member { parameters, shape } = family.member(self.members(), width)?;
        let cost = self.costs.cost.as_ref();
        match self.trees {
            Trees::Alike { plan, .. } => {
                let tree = plan.candidate((family.name, parameters), shape, cost)?;
                match self.criterion() {
                    Some(criterion) => plan.value_over(tree, &self.section(), criterion),
                    None => Some(tree.time),
                }
            }
            Trees::OnHosts { plan, hosts } => plan.time_of(cost, &hosts.internal, (family.name, parameters), &shape),
        }
    }

    /// The objective's value if the root serves all others.
    pub(super) fn flat(&self) -> Option<Time> {
        let others = self.members().checked_sub(1).filter(|&others| others > 0)?;
        self.with_width(&FLAT, others)
    }

    /// The chosen tree with the host of each node, breadth-first; the root is the front end, or the first host.
    pub(super) fn placed(
        &self,
        root_is_front_end: bool,
        notes: &mut Vec<String>,
    ) -> Result<(Tree, Vec<String>), Refusal> {
        match self.trees {
            Trees::Alike { plan, study } => {
                self.place.members(&study.chosen(plan).0.construction.shape, root_is_front_end, notes)
            }
            Trees::OnHosts { plan, hosts } => {
                let no = |why: &str| Err(Refusal::No(No::new(&why, None)));
                if !root_is_front_end {
                    return no("the root is on a host of its own, which the file has to name: give it with --fe");
                }
                let topology = self.place.on_hosts(plan.best(), hosts)?;
                let names: Vec<String> = topology.processes.into_iter().map(|process| process.host).collect();
                if names[1..].contains(&names[0]) {
                    return no(&format!("the root's host {} is a member, too: name it with --fe", names[0]));
                }
                Ok((topology.tree, names))
            }
        }
    }
}

/// The number among a tree's parameters.
pub(super) fn number(built: &Built, name: &str) -> u64 {
    match built.parameters.get(name) {
        Some(Value::Number(number)) => *number,
        _ => 0,
    }
}
