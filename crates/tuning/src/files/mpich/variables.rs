//! The variables that releases of MPICH have.

use super::release::Release;

/// A variable `MPIR_CVAR_<name>`.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    releases: &'static str,
    /// The name without `MPIR_CVAR_`.
    pub name: &'static str,
    values: &'static str,
}

impl Known {
    /// All variables, sorted by name.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = include_str!("variables.txt").lines().filter(|line| !line.starts_with('#'));
        rows.filter_map(|row| {
            let (releases, rest) = row.split_once(' ')?;
            let (name, values) = rest.split_once(' ').unwrap_or((rest, ""));
            Some(Self { releases, name, values })
        })
    }

    /// True if a release has the variable.
    pub fn is_of(self, release: Release) -> bool {
        self.releases.split(',').any(|of| of == release.number())
    }

    /// The values that it takes; none if they are not known.
    pub fn values(self) -> impl Iterator<Item = &'static str> + Clone {
        self.values.split_whitespace()
    }

    /// True for a size, a k or a threshold by its name, which takes no unit.
    pub fn is_size(self) -> bool {
        self.name.ends_with("_SIZE") || self.name.ends_with("_KVAL") || self.name.ends_with("_THRESHOLD")
    }

    /// True for a radix of dissemination, of recursive exchange or of Bruck.
    pub fn is_radix(self) -> bool {
        ["_DISSEM_KVAL", "_RECEXCH_KVAL", "_BRUCKS_KVAL"].iter().any(|end| self.name.ends_with(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_their_variables() {
        let count = |release| Known::all().filter(|known| known.is_of(release)).count();
        let counts = [Release::R40, Release::R43, Release::R5].map(count);
        assert!(counts[0] > 300 && counts.is_sorted_by(|one, other| one < other), "{counts:?}");
        let names: Vec<_> = Known::all().map(|known| known.name).collect();
        assert!(names.is_sorted_by(|one, other| one < other));
        let find = |name| Known::all().find(|known| known.name == name).expect(name);
        assert!(!find("BCAST_TREE_TYPE").is_of(Release::R40) && find("IBCAST_TREE_TYPE").is_of(Release::R40));
        assert!(find("BCAST_INTER_ALGORITHM").values().eq(["auto", "nb", "remote_send_local_bcast"]));
    }
}
