//! `logpine fft`: how to divide a 3d FFT among ranks.

use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::options::{Kind, Options, of_kind};
use super::related::applies;
use super::timings::TimingsArgs;
use crate::answer::relations::Subject;
use crate::request::{Operation, Request};
use clap::{Arg, Args};

/// Chooses planes or pencils for the transposes of a 3d FFT.
///
/// Planes (1d) or pencils (2d), the faster of the two, and the number of ranks at which that changes.
#[derive(Debug, Args)]
#[command(mut_args(of_kind::<OfFft>))]
#[command(after_help = "\
Examples:
  logpine fft --machine bgp --model bgp --size 512 --ranks 64
  logpine fft --machine loggopsim --size 128 --ranks 64 --element-bytes 8")]
pub struct Fft {
    #[command(flatten)]
    pub machine: MachineArgs,

    #[command(flatten)]
    options: Options<OfFft>,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Requests for the transposes of an FFT.
#[derive(Debug)]
struct OfFft;

impl Kind for OfFft {
    const SUBJECTS: &'static [Subject] = &[Subject::Fft];

    fn has(option: &Arg) -> bool {
        let id = option.get_id();
        id == "ranks" || (applies(option, Self::SUBJECTS) && id != "collective")
    }

    fn adapted(option: Arg) -> Arg {
        if option.get_id() == "ranks" { option.required(true) } else { option }
    }
}

impl Fft {
    /// The request of the options.
    pub fn request(&self) -> Request {
        let collective = Some(Operation::Fft);
        self.emit.of(Request { model: self.machine.model, collective, ..self.options.request() })
    }
}
