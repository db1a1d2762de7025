//! `logpine best --collective fft`.

use super::Best;
use crate::cli::args::{Format, count};
use crate::cli::mpi::refuse_given;
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use anyhow::anyhow;
use clap::Args;
use logpine::model::Bgp;
use logpine::plan::{FftCost, FftPlan, FftPlanError};
use logpine::report::{LibrarySubject, json, text};
use logpine::request::FftJob;

/// Bytes of a complex number in double precision.
const COMPLEX_DOUBLE: u64 = 16;

/// What goes with `--collective fft` only.
#[derive(Debug, Args)]
#[command(next_help_heading = "3d FFT (with --collective fft)")]
pub(super) struct FftArgs {
    /// Elements along each side of the box.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true, requires = "ranks")]
    fft_size: Option<u64>,

    /// Bytes of an element [default: 16, complex in double precision].
    #[arg(long, value_parser = count, value_name = "B", allow_negative_numbers = true, requires = "ranks")]
    element_bytes: Option<u64>,
}

impl FftArgs {
    /// Refuses its options for other collectives.
    pub(super) fn refuse(&self) -> Step<()> {
        let options = [("--fft-size", self.fft_size.is_some()), ("--element-bytes", self.element_bytes.is_some())];
        refuse_given(options, "--collective fft")
    }
}

impl Best {
    /// The fastest decomposition of a 3d FFT.
    pub(super) fn run_fft(self, ranks: u64, format: Format) -> Step<Outcome> {
        let job = self.fft_job(ranks)?;
        self.refuse_of_plans("--collective fft")?;
        self.library.refuse("the messages and collectives of --model bgp")?;
        let requests = self.emit.report_requests()?;
        let document_and_text = if self.machine.is_library() {
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
        let (document, text) = document_and_text;
        self.emit.write_report(&requests, &document)?;
        Ok(Outcome::Done(match format {
            Format::Json => document,
            Format::Text => text,
        }))
    }

    fn fft_job(&self, ranks: u64) -> Step<FftJob> {
        let Some(size) = self.fft.fft_size else {
            return Err(bad_input(anyhow!(
                "--collective fft needs --fft-size N, the elements along each side of the box"
            )));
        };
        if self.among_ranks.bytes.is_some() {
            return Err(bad_input(anyhow!(
                "--bytes does not go with --collective fft: blocks follow from --fft-size and --element-bytes"
            )));
        }
        FftJob::new(size, self.fft.element_bytes.unwrap_or(COMPLEX_DOUBLE), ranks).map_err(bad_input)
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
