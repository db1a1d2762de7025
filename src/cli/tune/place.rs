//! The options that `tune write` and `tune import` share: the machine, the library, the grid.

use crate::answer::{Grid, TuningQuestion};
use crate::cli::args::{count, size};
use crate::cli::machine::MachineArgs;
use crate::cli::mpi::PlaceArgs;
use crate::cli::named::Named;
use crate::cli::outcome::Step;
use crate::cli::progress::LimitArgs;
use crate::request::Request;
use clap::Args;
use logpine_models::machine::Machine;
use logpine_tuning::library::Library;

/// The library.
pub const LIBRARY: Named<Library> = Named::new();

/// A library on a machine, over a grid.
#[derive(Debug, Args)]
pub struct GridArgs {
    #[command(flatten)]
    pub machine: MachineArgs,

    /// Library and release line.
    #[arg(long = "for", value_parser = LIBRARY, value_name = "LIBRARY")]
    pub library: Library,

    /// Rank counts, such as 2..1024, 2..64:+1 or 2,3,8..64.
    #[arg(short = 'n', long, value_parser = ranks, value_name = "RANKS", allow_negative_numbers = true)]
    pub ranks: Grid,

    /// Message sizes, such as 1B..16MiB or 8,64KiB: of the vector, or of the block of a rank.
    #[arg(short = 's', long, value_parser = bytes, value_name = "SIZES", allow_negative_numbers = true)]
    pub bytes: Grid,

    /// Takes all operators of reductions to commute; else only algorithms that keep the order of ranks.
    ///
    /// Open MPI's rules cannot tell operators that do not commute, for which most of its algorithms give wrong results.
    #[arg(long)]
    pub commutative: bool,

    #[command(flatten)]
    pub places: PlaceArgs,

    #[command(flatten)]
    pub limit: LimitArgs,
}

fn ranks(text: &str) -> Result<Grid, String> {
    Grid::parse(text, count).map_err(|error| error.to_string())
}

fn bytes(text: &str) -> Result<Grid, String> {
    Grid::parse(text, size).map_err(|error| error.to_string())
}

impl GridArgs {
    /// The machine of the options.
    pub fn machine(&self) -> Step<Machine> {
        self.machine.load_machine()
    }

    /// The question on that machine.
    pub fn question<'a>(&self, machine: &'a Machine) -> TuningQuestion<'a> {
        let request = Request { model: self.machine.model, ..Request::default() };
        TuningQuestion {
            machine,
            request: self.places.of(request),
            library: self.library,
            ranks: self.ranks.clone(),
            bytes: self.bytes.clone(),
            all_commute: self.commutative,
            replaces_unpriced: false,
        }
    }
}
