//! `--robust` and `--explain` of `tree` and `collective`.

use crate::answer::{Candidate, Criterion, Plan, RankCandidate, RankPlan, RobustError, Study};
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::machine::Machine;
use crate::model::PortModel;
use anyhow::anyhow;
use clap::{Args, ValueEnum};

/// What uncertain parameters do to the answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Uncertain parameters")]
pub struct UncertainArgs {
    /// The choice that is best in the worst case, or in the mean, over the ranges that the profile gives: low and high,
    /// or 1.96 standard errors.
    #[arg(long, value_enum, value_name = "CRITERION")]
    robust: Option<CriterionName>,

    /// Shows how far each parameter may move before another choice wins; among ranks also the closed forms of the
    /// literature beside the exact times, and why they differ.
    #[arg(long)]
    explain: bool,
}

/// What is least over all machines within the ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CriterionName {
    /// The time where it is longest.
    Worst,
    /// The mean time.
    Mean,
}

impl UncertainArgs {
    /// The study of an overlay tree.
    pub fn of_tree(&self, plan: &Plan, machine: &Machine) -> Step<Study<Candidate>> {
        let robust = self.criterion().map(|criterion| plan.robust(machine, criterion));
        let robust = robust.transpose().map_err(no_robust_choice)?;
        Ok(Study { robust, sensitivity: self.explain.then(|| plan.sensitivity(machine)) })
    }

    /// The study of an algorithm among ranks.
    pub fn of_ranks(&self, plan: &RankPlan, machine: &Machine, model: PortModel) -> Step<Study<RankCandidate>> {
        let robust = self.criterion().map(|criterion| plan.robust(machine, model, criterion));
        let robust = robust.transpose().map_err(no_robust_choice)?;
        Ok(Study { robust, sensitivity: self.explain.then(|| plan.sensitivity(machine, model)) })
    }

    /// Refuses both options for what cannot be studied.
    pub fn refuse(&self, goes_with: &str) -> Step<()> {
        let given = [("--robust", self.robust.is_some()), ("--explain", self.explain)];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(bad_input(anyhow!("{option} goes with {goes_with}"))),
            None => Ok(()),
        }
    }

    fn criterion(&self) -> Option<Criterion> {
        self.robust.map(|name| match name {
            CriterionName::Worst => Criterion::Worst,
            CriterionName::Mean => Criterion::Mean,
        })
    }
}

fn no_robust_choice(error: RobustError) -> Outcome {
    match error {
        RobustError::NotRepresentable { .. } => refused(&error),
        error => bad_input(error),
    }
}
