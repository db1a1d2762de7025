//! What a library really runs for a setting: some algorithms give way to others.

use super::native::Form;
use super::rounds::Program;
use super::setting::Setting;
use super::trees::Tree;
use super::version::{Library, Maker};
use logpine_models::job::MpiCollective;

/// What runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// The tree of the setting.
    Own,
    /// Another tree, along which messages go in the segments of the setting.
    Tree(Tree),
    /// An algorithm of the catalogue, with words of its parameters.
    Family(&'static str, &'static [(&'static str, &'static str)]),
    /// A program.
    Rounds(Program),
}

/// The bytes of an element, where a library counts elements.
pub const ELEMENT: u64 = 8;

/// Whether a vector has fewer elements than some ranks.
enum Count {
    Enough,
    TooFew,
    /// It depends on the type: with one byte an element there would be enough.
    ByType,
}

impl Count {
    const fn of(bytes: u64, ranks: u64) -> Self {
        if bytes / ELEMENT >= ranks {
            Self::Enough
        } else if bytes < ranks {
            Self::TooFew
        } else {
            Self::ByType
        }
    }
}

impl Setting {
    /// What a library runs for the setting among at least one rank; `None` if it is not known, depends on the type of the elements, or
    /// ends the program.
    #[must_use]
    pub fn runs(&self, library: Library, ranks: u64, bytes: u64) -> Option<Runs> {
        let program = match self.native.form {
            Form::Tree(_) => return Some(Runs::Own),
            Form::Family(name, words) => return Some(Runs::Family(name, words)),
            Form::Uncosted(_) => return None,
            Form::Rounds(program) => program,
        };
        let power = 1 << ranks.max(1).ilog2();
        let own = Some(Runs::Rounds(program));
        let unless_short = |least: u64, other: Option<Runs>| match Count::of(bytes, least) {
            Count::Enough => own,
            Count::TooFew => other,
            Count::ByType => None,
        };
        match (library.maker(), program) {
            (Maker::OpenMpi, Program::ScatterDoubling | Program::ScatterRing) => {
                unless_short(ranks, Some(Runs::Tree(Tree::Flat)))
            }
            (Maker::OpenMpi, Program::HalvingGather(_)) => unless_short(power, Some(Runs::Tree(Tree::Flat))),
            (Maker::OpenMpi, Program::Ring) => unless_short(ranks, Some(Runs::Rounds(Program::Doubling))),
            (Maker::OpenMpi, Program::SplitBinary) => {
                let right = bytes / 2;
                let is_split = right > 0 && self.segment.is_none_or(|segment| segment <= right);
                if is_split { own } else { Some(Runs::Tree(Tree::Pipeline)) }
            }
            // MPICH ends the program.
            (Maker::Mpich, Program::HalvingGather(_) | Program::HalvingDoubling(_)) => unless_short(power, None),
            // Its allgather cuts longer blocks.
            (Maker::Mpich, Program::CeilingRing) if bytes.div_ceil(ranks.max(1)) > MPICH_CHUNK => None,
            (Maker::Impi, _) if divides(self.native.collective, program) => unless_short(ranks, None),
            _ => own,
        }
    }
}

/// `MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE`.
const MPICH_CHUNK: u64 = 32_768;

/// True for algorithms that divide a vector among the ranks.
fn divides(collective: MpiCollective, program: Program) -> bool {
    matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce | MpiCollective::Allreduce)
        && program != Program::Doubling
}
