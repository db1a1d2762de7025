//! UCC's list of radices for allgathers: the line that UCC reads, with what it is for, its time, and what one radix costs.

use super::{Contents, File};
use crate::answer::costs::StageCosts;
use crate::answer::{Candidate, MpiPlan, StageSequence};
use crate::request::{No, Refusal};
use logpine_collectives::collective::by_name;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::machine::Machine;
use logpine_models::model::stage::stages_time;
use logpine_text::units::{Bytes, Time};
use logpine_trees::tree::families::{Parameters, Value};
use std::fmt::Write as _;

/// The radix that UCC takes if it does not know where ranks run.
const DEFAULT: u64 = 4;
/// The most radices in a list that UCC reads.
const MOST_RADICES: usize = 31;
/// The bytes in all up to which UCC takes this allgather by itself.
const MOST_BYTES: u64 = 4096;

/// The line for UCC's environment or its `ucc.conf`.
///
/// # Errors
/// [`Refusal`] if no list of radices has the number of ranks as its product.
pub(super) fn file(plan: &MpiPlan, costs: &StageCosts, machine: &Machine) -> Result<File, Refusal> {
    let lists = Lists { plan, costs, machine };
    let text = lists.text()?;
    let what = "a setting for UCC's environment or ucc.conf".to_owned();
    Ok(File { contents: Contents::Text(text), notes: Vec::new(), what, next: None })
}

struct Lists<'a> {
    plan: &'a MpiPlan,
    costs: &'a StageCosts,
    machine: &'a Machine,
}

impl Lists<'_> {
    fn text(&self) -> Result<String, Refusal> {
        let (ranks, block) = (self.plan.job.layout.ranks(), self.plan.job.bytes().unwrap_or(1));
        let (best, radices) = self.best()?;
        let value: Vec<String> = self.written(best, radices).iter().map(u64::to_string).collect();
        let mut text = format!(
            "# Radices for UCC's knomial allgather of {} from each of {ranks} ranks, for the environment or ucc.conf.\n",
            Bytes(block)
        );
        text.push_str(if value.len() > 1 {
            "# A list is read with pull request 1327 of UCC alone, which no release up to 1.9 has (checked against its sources\n\
             # of 2026-08-20), and only for teams of that size: UCC refuses it for others.\n"
        } else {
            "# One radix is read by all releases (checked against the sources of 1.7 to 1.9), for teams of any size.\n"
        });
        self.add_times(&mut text, best);
        if block.saturating_mul(ranks) > MOST_BYTES {
            text.push_str(
                "# Above 4096 bytes in all UCC takes another algorithm, unless UCC_TL_UCP_TUNE=allgather:0-inf:@knomial.\n",
            );
        }
        let _ = writeln!(text, "UCC_TL_UCP_ALLGATHER_KN_RADIX={}", value.join("x"));
        Ok(text)
    }

    /// The best candidate with a list of radices.
    fn best(&self) -> Result<(&Candidate<StageSequence>, &[u64]), Refusal> {
        let ranks = self.plan.job.layout.ranks();
        let no = |why: &str| Err(Refusal::No(No::new(&why, None)));
        let Some(best) = self.of_family("recursive-multiplying") else {
            return no(&format!(
                "no list of radices that is examined has the product {ranks}: take a number of ranks with smaller prime \
                 factors, or leave --emit ucc out"
            ));
        };
        match best.parameters.get("radices") {
            Some(Value::List(radices)) if radices.len() <= MOST_RADICES => Ok((best, radices)),
            _ => no(&format!("UCC reads up to {MOST_RADICES} radices: ask for fewer ranks")),
        }
    }

    /// The list as it is written: one radix, if that makes the same stages.
    fn written<'a>(&self, best: &Candidate<StageSequence>, radices: &'a [u64]) -> &'a [u64] {
        let is_same = |k: u64| self.staged(k).is_some_and(|staged| staged.stages == best.construction.stages);
        match radices {
            &[k, _, ..] if is_same(k) => &radices[..1],
            radices => radices,
        }
    }

    /// Adds the predicted times: of this list, of one radix, of the default, and of the best algorithm.
    fn add_times(&self, text: &mut String, best: &Candidate<StageSequence>) {
        let shown = |time: Time| time.display(self.machine.clock);
        let _ = write!(text, "# Predicted on {} ({}): {}", self.machine.name, self.costs.model(), shown(best.time));
        if let Some(single) = self.of_family("k-nomial")
            && let Some(Value::Number(k)) = single.parameters.get("k")
        {
            let _ = write!(text, "; the best single radix, {k}, takes {}", shown(single.time));
        }
        text.push_str(".\n");
        let _ = match self.with_radix(DEFAULT) {
            Some(time) => writeln!(text, "# The default without a topology, {DEFAULT}, takes {}.", shown(time)),
            None => writeln!(
                text,
                "# The default without a topology, {DEFAULT}, leaves ranks over, which UCC folds into others: not predicted."
            ),
        };
        let fastest = self.plan.best();
        if fastest.time < best.time {
            let _ =
                writeln!(text, "# The fastest algorithm is another: {} takes {}.", fastest.family, shown(fastest.time));
        }
    }

    fn of_family(&self, family: &str) -> Option<&Candidate<StageSequence>> {
        self.plan.candidates().iter().find(|candidate| candidate.family == family)
    }

    /// The algorithm with one radix; `None` if ranks are left over.
    fn staged(&self, k: u64) -> Option<Staged> {
        let job = &self.plan.job;
        let family = by_name(job.collective, "k-nomial")?;
        family.build(job.layout.ranks(), job.bytes()?, Parameters::new().number("k", k))
    }

    /// The time with one radix.
    fn with_radix(&self, k: u64) -> Option<Time> {
        stages_time(self.costs.view().cost(), &self.staged(k)?.stages, &self.plan.job.layout)
    }
}
