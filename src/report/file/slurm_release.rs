//! The releases of Slurm: their splitting, and their default width.

use crate::request::Refusal;
use crate::tree::families::Splitting;

/// The first release of Slurm that splits evenly.
const EVEN_SLURM: Version = Version { major: 24, minor: 11 };
/// The first release of Slurm whose default is 16.
const SIXTEEN_SLURM: Version = Version { major: 23, minor: 11 };

/// The release of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u64,
    minor: u64,
}

impl Version {
    /// Reads `24.11` or `24.11.5`.
    fn read(text: &str) -> Result<Self, Refusal> {
        let mut numbers = text.trim().split('.').map(|number| number.parse::<u64>().ok());
        match (numbers.next().flatten(), numbers.next()) {
            (Some(major), None) => Ok(Self { major, minor: 0 }),
            (Some(major), Some(Some(minor))) => Ok(Self { major, minor }),
            _ => Err(Refusal::invalid(format!("`{text}` is no version: write it like 24.11"))),
        }
    }
}

/// The splitting of a release of Slurm, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is no version.
pub(crate) fn slurm_splitting(version: Option<&str>) -> Result<Splitting, Refusal> {
    let version = version.map(Version::read).transpose()?;
    Ok(if version.is_none_or(|version| version >= EVEN_SLURM) { Splitting::Even } else { Splitting::Greedy })
}

/// Slurm's default width in a release, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is no version.
pub(crate) fn slurm_default(version: Option<&str>) -> Result<u64, Refusal> {
    let version = version.map(Version::read).transpose()?;
    Ok(if version.is_none_or(|version| version >= SIXTEEN_SLURM) { 16 } else { 50 })
}
