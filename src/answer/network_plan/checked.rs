//! Checks of an answer by code that the search does not use, and the certificate for others to check.

use super::{Candidate, Made, NetworkPlan, NetworkSchedule, Proof, Shown, fronts, sent, statement, task};
use logpine_check::synthesis::{
    ClaimedPoint, Hop, Made as Claimed, Packing as ClaimedPacking, Sent, Statement, TreeEdge, Wrong, check_bound,
    check_made, check_point, check_ranking,
};
use logpine_netplan::fronts::{Point, Refutation};
use logpine_netplan::{Encoding, Packing, SatLimits, TelephoneLimits, call_formula};
use logpine_network::digraph::Digraph;
use std::borrow::Cow;

impl NetworkPlan {
    /// Checks the ranking, the schedule, the proofs and the points of a front by code that the search does not use.
    ///
    /// # Errors
    /// The first fault: a bug of the search.
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        let statement = self.statement();
        let times = self.candidates().iter().map(|candidate| candidate.time);
        check_ranking(&self.claim, self.extra.contracted.is_some(), times)?;
        self.candidates().iter().try_for_each(|candidate| self.check_made(&statement, candidate))?;
        let proof = match &self.extra.proof {
            Proof::Shown(shown) => Some(Cow::Borrowed(shown)),
            // Formulas that are too large to be written are not checked.
            _ => self.formula().map(Cow::Owned),
        };
        let proofs = proof.into_iter().chain(self.proof_of_front().map(Cow::Owned));
        proofs.into_iter().try_for_each(|proof| check_bound(&statement, &proof, self.claim.bound.value))?;
        for Point { steps, rounds, blocks, composition, schedule } in
            self.extra.points.iter().flat_map(|front| &front.points)
        {
            let sends: Vec<Sent> = sent(statement.graph, schedule).collect();
            let point = ClaimedPoint { steps: *steps, rounds: *rounds, composition, sends: &sends };
            check_point(&Statement { blocks: *blocks, ..statement }, &point)?;
        }
        Ok(())
    }

    /// Checks a schedule whose transmissions, or trees, are known. What else algorithms of the catalogue take is not checked here.
    fn check_made(&self, statement: &Statement<'_>, candidate: &Candidate<NetworkSchedule>) -> Result<(), Wrong> {
        match &candidate.construction.0 {
            Made::Steps(schedule) => {
                let sends: Vec<Sent> = sent(statement.graph, schedule).collect();
                check_made(statement, &Claimed::Steps { sends: &sends, ports: self.job.ports }, candidate.time)
            }
            Made::Translated(translated) => {
                let tree: Vec<_> = translated.tree().map(|(step, from)| Hop { step, from }).collect();
                let made = Claimed::Translated { sides: translated.sides(), tree: &tree };
                check_made(statement, &made, candidate.time)
            }
            Made::Trees(trees) => {
                let edges: Vec<TreeEdge> = trees.edges().collect();
                let Packing { p, q, .. } = *trees.packing();
                let reduce_scatter = trees.reduce_scatter().map(|packing| (packing.p, packing.q));
                let packing = ClaimedPacking { p, q, reduce_scatter, height: Some(trees.height()), edges: &edges };
                check_made(statement, &Claimed::Trees(packing), candidate.time)
            }
            Made::Executed => Ok(()),
        }
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
        statement(&self.job, &self.extra.links.digraph)
    }
}

#[cfg(test)]
mod tests;
