//! Files of the transmissions of a schedule in steps: CSV with the columns `step,from,to,block`.

use super::preamble::{Preamble, RowKind, read as read_lines};
use super::rows::{Field, exactly};
use crate::fault::FileFault;
use logpine_check::synthesis::{Executed, Limits, Sent, check_ports, check_rounds};
use logpine_text::csv_lines::csv_rows;

/// A file of a schedule in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendsFile {
    /// Graph, collective and claims.
    pub preamble: Preamble,
    /// The transmissions, in the order of the file.
    pub sends: Vec<Sent>,
    /// The line of each.
    lines: Vec<usize>,
}

impl SendsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The first 20 [`FileFault`]s.
    pub fn read(text: &str) -> Result<Self, Vec<FileFault>> {
        let (mut sends, mut lines) = (Vec::new(), Vec::new());
        let preamble = read_lines(text, RowKind::Sends, |line, text| {
            let [step, from, to, block] = exactly(Field::commas(line, text), line, RowKind::Sends.header())?;
            sends.push(Sent {
                step: step.small("step", 1)?,
                from: from.small("vertex", 0)?,
                to: to.small("vertex", 0)?,
                block: block.small("block", 0)?,
            });
            lines.push(line);
            Ok(())
        })?;
        Ok(Self { preamble, sends, lines })
    }

    /// Checks schedule and claims.
    ///
    /// # Errors
    /// The first [`FileFault`]s, each with its line if it has one.
    pub fn check(&self, limits: &Limits) -> Result<Executed, Vec<FileFault>> {
        let Preamble { rounds, .. } = &self.preamble;
        let executed = check_rounds(&self.preamble.statement(), rounds, &self.sends, limits).map_err(|faults| {
            let located = faults.into_iter().map(|fault| {
                let line = fault.row.and_then(|row| self.lines.get(row));
                match line {
                    Some(&line) => FileFault::of_line(line, fault.wrong),
                    None => FileFault::of_file(fault.wrong),
                }
            });
            located.collect::<Vec<_>>()
        })?;
        if self.preamble.one_port {
            check_ports(&self.preamble.graph, &self.sends).map_err(|wrong| vec![FileFault::of_file(wrong)])?;
        }
        let of_file = |fault: String| Err(vec![FileFault::of_file(fault)]);
        // A schedule may end before the last of the steps whose rounds the file says.
        let listed = rounds.len() as u64;
        let steps = executed.steps.max(listed);
        if listed > 0 && listed < steps {
            return of_file(format!("the schedule takes {steps} steps, and `rounds` has those of {listed}"));
        }
        if let Some(claimed) = self.preamble.steps.filter(|&claimed| claimed != steps) {
            return of_file(format!("the schedule takes {steps} steps, and {claimed} are claimed"));
        }
        if let Some(bound) = self.preamble.bound.filter(|&bound| bound > steps) {
            return of_file(format!("the schedule takes {steps} steps, so that {bound} is no lower bound"));
        }
        Ok(Executed { steps, ..executed })
    }
}

/// Writes a schedule, which [`SendsFile::read`] reads back.
#[must_use]
pub fn write(preamble: &Preamble, sends: &[Sent]) -> String {
    let rows = sends.iter().map(|&Sent { step, from, to, block }| (step, from, to, block));
    preamble.write(RowKind::Sends) + &csv_rows(rows)
}
