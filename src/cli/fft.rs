//! `logpine fft`: how to divide a 3d FFT among ranks.

use super::args::count;
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::timings::TimingsArgs;
use crate::request::{FileFormat, Operation, Request};
use clap::{Arg, Args};

/// Chooses planes or pencils for the transposes of a 3d FFT.
///
/// Planes (1d) or pencils (2d), the faster of the two, and the number of ranks at which that changes.
#[derive(Debug, Args)]
#[command(mut_args(only_reports))]
#[command(after_help = "\
Examples:
  logpine fft --machine bgp --model bgp --size 512 --ranks 64
  logpine fft --machine loggopsim --size 128 --ranks 64 --element-bytes 8")]
pub struct Fft {
    #[command(flatten)]
    pub machine: MachineArgs,

    /// Number of elements along each side of the box.
    #[arg(long = "size", id = "fft_size", value_parser = count, value_name = "N", allow_negative_numbers = true)]
    size: Option<u64>,

    /// Number of ranks, such as 64; at most 2^63.
    #[arg(short = 'n', long, value_parser = count, value_name = "P", allow_negative_numbers = true)]
    ranks: u64,

    /// Bytes of an element [default: 16, a complex number in double precision].
    #[arg(long, value_parser = count, value_name = "B", allow_negative_numbers = true)]
    element_bytes: Option<u64>,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Options and formats of hosts and schedules are read only to name the subcommands that have them.
fn only_reports(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "fe" | "attach" | "launch" | "place" | "internal_hosts" | "hosts" | "host_list" | "goal_tick"
        | "for_version" => argument.hide(true),
        "emit" => argument.value_parser(Named::hiding(|format: FileFormat| format != FileFormat::Json)),
        _ => argument,
    }
}

impl Fft {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.emit.of(Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: Some(Operation::Fft),
            ranks: Some(self.ranks),
            fft_size: self.size,
            element_bytes: self.element_bytes,
            ..Request::default()
        })
    }
}
