//! `logpine fft`: how to divide a 3d FFT among ranks.

use super::args::{Format, count};
use super::machine::MachineArgs;
use super::outcome::{Outcome, Step, bad_input, refused};
use super::output::OutputArgs;
use crate::answer::{FftCost, FftPlan, FftPlanError};
use crate::model::Bgp;
use crate::report::{LibrarySubject, json, text};
use crate::request::FftJob;
use clap::{Args, ValueEnum};

/// The transposes of a 3d FFT: planes (1d) or pencils (2d), whichever takes less time, and on how many ranks that changes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine fft --machine bgp --model bgp --fft-size 512 --ranks 64
  logpine fft --machine loggopsim --fft-size 128 --ranks 64 --element-bytes 8")]
pub struct Fft {
    #[command(flatten)]
    machine: MachineArgs,

    /// Elements along each side of the box.
    #[arg(long = "fft-size", value_parser = count, value_name = "N", allow_negative_numbers = true)]
    size: u64,

    /// Number of ranks; at most 2^63.
    #[arg(long, value_parser = count, value_name = "P", allow_negative_numbers = true)]
    ranks: u64,

    /// Bytes of an element: 16 are a complex number in double precision.
    #[arg(long, value_parser = count, value_name = "B", allow_negative_numbers = true, default_value_t = 16)]
    element_bytes: u64,

    /// Writes the report in a format to the --output that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<ReportFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// The report as JSON.
    Json,
}

impl Fft {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let job = FftJob::new(self.size, self.element_bytes, self.ranks).map_err(bad_input)?;
        let requests = self.output.requests(&self.emit)?;
        let (document, text) = if self.machine.is_library() {
            let machine = self.machine.load_machine()?;
            let bgp = Bgp::new(&machine).map_err(bad_input)?;
            let subject = LibrarySubject { machine: &machine.name, clock: machine.clock, model: Bgp::NAME };
            answer(FftCost::Library(&bgp), job, subject)?
        } else {
            let ports = self.machine.load_ports()?;
            let (machine, timing) = (ports.machine(), ports.subject().timing);
            let subject = LibrarySubject { machine: &machine.name, clock: machine.clock, model: timing.name() };
            answer(FftCost::Messages(timing), job, subject)?
        };
        self.output.write(requests.into_iter().map(|(_, path)| (path, document.clone())))?;
        Ok(Outcome::Done(match format {
            Format::Json => document,
            Format::Text => text,
        }))
    }
}

/// The answer as JSON and as text.
fn answer(cost: FftCost<'_>, job: FftJob, subject: LibrarySubject<'_>) -> Step<(String, String)> {
    let plan = FftPlan::new(cost, job).map_err(|error| match error {
        FftPlanError::NoDecomposition { .. } | FftPlanError::NotRepresentable => refused(&error),
        error => bad_input(error),
    })?;
    Ok((json::fft(&plan, subject), text::fft(&plan, subject)))
}
