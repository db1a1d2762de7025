//! Checks of an answer by code that the search does not use, and the certificate for others to check.

use super::times::{fraction, in_steps, steps};
use super::{Made, NetworkPlan, Proof, Shown, fronts, sent, task};
use crate::check::synthesis::{
    Evidence, Fault, Hop, Least, Limits, Packing as Claimed, Sent, Statement, TreeEdge, WrongCertificate, WrongPort,
    WrongSend, WrongTranslation, WrongTree, check_ports, check_rounds, check_sends, check_translated, check_trees,
};
use crate::network::digraph::Digraph;
use crate::network::synthesis::fronts::Refutation;
use crate::network::synthesis::{Encoding, Packing, SatLimits, StepSchedule, TelephoneLimits, call_formula};
use crate::request::{NetworkPlanJob, Ports};
use std::borrow::Cow;

impl NetworkPlan {
    /// Checks the schedule and the proof by code that the search does not use.
    ///
    /// # Errors
    /// The first fault: a bug of the search.
    pub(crate) fn check(&self) -> Result<(), PlanFault> {
        let statement = self.statement();
        match &self.planned().construction.0 {
            Made::Steps(schedule) => self.check_steps(&statement, schedule)?,
            Made::Translated(translated) => {
                let tree: Vec<_> = translated.tree().map(|(step, from)| Hop { step, from }).collect();
                self.check_claim(check_translated(&statement, translated.sides(), &tree)?.steps)?;
            }
            Made::Trees(trees) => {
                let edges: Vec<TreeEdge> = trees.edges().collect();
                let Packing { p, q, .. } = *trees.packing();
                let reduce_scatter = trees.reduce_scatter().map(|packing| (packing.p, packing.q));
                let packing = Claimed { p, q, reduce_scatter, height: Some(trees.height()), edges: &edges };
                let packed = check_trees(&statement, &packing, &Limits::default()).map_err(first)?;
                if packed.time.and_then(|(p, q)| fraction(p, q)).is_some_and(|time| time > self.planned().time) {
                    return Err(PlanFault::Time);
                }
            }
            Made::Executed => {}
        }
        let proof = match &self.extra.proof {
            Proof::Shown(shown) => Some(Cow::Borrowed(shown)),
            _ => self.formula().map(Cow::Owned),
        };
        // Formulas that are too large to be written are not checked.
        if let Some(shown) = proof {
            let proved = match shown.check(&statement)? {
                Evidence::Proved(Least::Steps(bound)) | Evidence::NeedsSolver { bound, .. } => Some(steps(bound)),
                Evidence::Proved(Least::TimePerUnit { p, q }) => fraction(p, q),
                _ => None,
            };
            if proved.is_some_and(|proved| proved < self.claim.bound.value) {
                return Err(PlanFault::Bound);
            }
        }
        if let Some(shown) = self.proof_of_front() {
            shown.check(&statement)?;
        }
        self.check_points()
    }

    /// Checks the schedules of a front.
    fn check_points(&self) -> Result<(), PlanFault> {
        for point in self.extra.points.iter().flat_map(|front| &front.points) {
            let statement = Statement { blocks: point.blocks, ..self.statement() };
            let sends: Vec<Sent> = sent(statement.graph, &point.schedule).collect();
            let executed = check_rounds(&statement, &point.composition, &sends, &Limits::default()).map_err(first)?;
            let rounds: u64 = point.composition.iter().map(|&rounds| u64::from(rounds)).sum();
            let (claimed, found) = (point.steps.into(), executed.steps.max(point.composition.len() as u64));
            if found != claimed || rounds != u64::from(point.rounds) {
                return Err(PlanFault::Steps { claimed, found });
            }
        }
        Ok(())
    }

    fn check_steps(&self, statement: &Statement<'_>, schedule: &StepSchedule) -> Result<(), PlanFault> {
        let sends: Vec<Sent> = sent(statement.graph, schedule).collect();
        let found = check_sends(statement, &sends, &Limits::default()).map_err(first)?.steps;
        if self.job.ports == Ports::One {
            check_ports(statement.graph, &sends)?;
        }
        self.check_claim(found)
    }

    /// Checks that the schedule takes the steps that are claimed.
    fn check_claim(&self, found: u64) -> Result<(), PlanFault> {
        let claimed = in_steps(self.planned().time);
        if found == claimed { Ok(()) } else { Err(PlanFault::Steps { claimed, found }) }
    }

    /// All that a checker needs besides the statement: the proof of a front's bounds, or else of the bound. `None` if
    /// its formula is too large.
    pub(crate) fn certificate(&self) -> Option<Shown> {
        if let Some(shown) = self.proof_of_front() {
            return Some(shown);
        }
        match &self.extra.proof {
            Proof::Shown(shown) => Some(shown.clone()),
            _ => self.formula(),
        }
    }

    /// The formula that proves the bound; `None` if there is none, or it is too large.
    fn formula(&self) -> Option<Shown> {
        match self.extra.proof {
            Proof::Shown(_) => None,
            Proof::Formula { steps } => {
                let (task, rounds) = (task::task(&self.job), vec![1; steps as usize]);
                let encoding = Encoding::new(&self.spreading(), &task, &rounds, &SatLimits::default()).ok()?.dimacs();
                Some(Shown::Sat { steps, dimacs: encoding })
            }
            Proof::CallFormula { steps } => {
                let bound = u32::try_from(self.bound_in_steps()?).ok()?;
                let dimacs = call_formula(&self.spreading(), self.job.root, steps, &TelephoneLimits::default())?;
                Some(Shown::Calls { bound, dimacs: Some(dimacs) })
            }
        }
    }

    /// The proof of a front's bounds: on the rounds for a block, for each number of steps; of a broadcast or reduction on the blocks, for
    /// each number of steps and rounds with a proof by cuts alone. `None` without bounds.
    fn proof_of_front(&self) -> Option<Shown> {
        let front = self.extra.points.as_ref()?;
        if self.job.collective.has_blocks_of_root() {
            let cells: Vec<_> = front.cells.iter().filter_map(fronts::cuts).collect();
            return (!cells.is_empty()).then_some(Shown::Cells(cells));
        }
        let graph = self.spreading();
        let duals: Vec<_> = front.cells.iter().filter_map(|cell| fronts::dual(&graph, cell)).collect();
        (!duals.is_empty()).then_some(Shown::Duals(duals))
    }

    /// The cells of a front whose proofs are formulas, at least in part, and so in no certificate.
    pub(crate) fn cells_by_formulas(&self) -> usize {
        let is_by_formula = |refutation: &Refutation| matches!(refutation, Refutation::Sat { .. });
        let cells = self.extra.points.iter().flat_map(|front| &front.cells);
        cells.filter(|cell| cell.refutations.iter().any(is_by_formula)).count()
    }

    /// The graph whose arcs lead where data spread.
    fn spreading(&self) -> Cow<'_, Digraph> {
        let digraph = &self.extra.links.digraph;
        if self.job.collective.is_backward() { Cow::Owned(digraph.reversed()) } else { Cow::Borrowed(digraph) }
    }

    /// The collective on its graph, as the checkers take it.
    pub(crate) fn statement(&self) -> Statement<'_> {
        let NetworkPlanJob { collective, root, blocks, .. } = self.job;
        Statement { graph: &self.extra.links.digraph, collective, root, blocks: blocks.unwrap_or(1) }
    }
}

/// The first of several faults.
fn first<W: Into<PlanFault>>(faults: Vec<Fault<W>>) -> PlanFault {
    faults.into_iter().next().map_or(PlanFault::Unnamed, |fault| fault.wrong.into())
}

/// A fault of an answer that its check found.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlanFault {
    /// A wrong transmission.
    #[error(transparent)]
    Send(#[from] WrongSend),
    /// A port with two blocks in a step.
    #[error(transparent)]
    Port(#[from] WrongPort),
    /// A wrong tree.
    #[error(transparent)]
    Tree(#[from] WrongTree),
    /// A wrong translation.
    #[error(transparent)]
    Translation(#[from] WrongTranslation),
    /// A wrong proof.
    #[error(transparent)]
    Certificate(#[from] WrongCertificate),
    /// Another number of steps than was claimed.
    #[error("the schedule takes {found} steps, and {claimed} were claimed")]
    Steps {
        /// The number that was claimed.
        claimed: u64,
        /// The number that was counted.
        found: u64,
    },
    /// Trees that take longer than was claimed.
    #[error("the trees take longer than was claimed")]
    Time,
    /// A bound above that which is proved.
    #[error("the bound is above what its certificate proves")]
    Bound,
    /// A check that failed without a fault.
    #[error("the check failed")]
    Unnamed,
}
