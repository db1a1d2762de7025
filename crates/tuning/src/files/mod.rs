//! Tuning files of MPI libraries: read with all their flaws, and written.

mod covered;
mod grid;
pub mod impi;
mod json_spans;
mod manifest;
pub mod mpich;
pub mod observed;
pub mod openmpi;
mod settings;
pub mod shim;
mod suggestions;
pub mod ucc;

pub use manifest::{Manifest, RuleJson, SettingJson};

use crate::library::{Library, Maker, Rules};
use logpine_text::fault::Report;

/// The kind of a file, in words, such as `classic rules file of coll/tuned of Open MPI 4.1`.
#[must_use]
pub fn noun(source: &[u8], library: Library) -> String {
    let kind = match library.maker() {
        Maker::OpenMpi => openmpi::Kind::of(source).noun(),
        Maker::Mpich | Maker::Ucc | Maker::Impi | Maker::Shim => "tuning file",
    };
    format!("{kind} of {}", library.title())
}

/// Reads a file that a library loads, of whichever kind it is, and finds all its flaws.
#[must_use]
pub fn check(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    match library.maker() {
        Maker::OpenMpi => openmpi::check(source, library),
        Maker::Mpich => mpich::check(source, library),
        Maker::Ucc => ucc::check(source),
        Maker::Impi => impi::check(source),
        Maker::Shim => shim::check(source),
    }
}
