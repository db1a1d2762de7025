//! The releases of Slurm: their trees, and their default width.

use crate::request::Refusal;
use logpine_trees::tree::families::{OneWidth, SLURM, SLURM_GREEDY};

/// The family of a release of Slurm, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is not a release.
pub(crate) fn slurm_family(version: Option<&str>) -> Result<&'static OneWidth, Refusal> {
    Ok(if is_since(version, (24, 11))? { &SLURM } else { &SLURM_GREEDY })
}

/// Slurm's default width in a release, the newest known if none is named.
///
/// # Errors
/// [`Refusal`] if the text is not a release.
pub(crate) fn slurm_default(version: Option<&str>) -> Result<u64, Refusal> {
    Ok(if is_since(version, (23, 11))? { 16 } else { 50 })
}

/// True if a version, like `24.11` or `24.11.5`, is that release or a later one, as the newest is.
fn is_since(version: Option<&str>, release: (u64, u64)) -> Result<bool, Refusal> {
    let Some(text) = version else { return Ok(true) };
    let mut numbers = text.trim().split('.').map(|number| number.parse::<u64>().ok());
    match (numbers.next().flatten(), numbers.next()) {
        (Some(major), None) => Ok((major, 0) >= release),
        (Some(major), Some(Some(minor))) => Ok((major, minor) >= release),
        _ => Err(Refusal::invalid(format!("`{text}` is not a release of Slurm: write it like 24.11"))),
    }
}
