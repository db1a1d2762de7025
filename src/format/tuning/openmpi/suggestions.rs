//! Names that unknown ones probably mean.

use crate::suggest::nearest;

/// A supply of suggestions: comparing names takes long, and nobody reads hundreds of them.
#[derive(Debug)]
pub struct Suggestions {
    left: u32,
}

impl Suggestions {
    /// Enough for all faults that a report lists.
    pub const fn new() -> Self {
        Self { left: 200 }
    }

    /// The name that a word probably means, as ``" (`bcast`?)"``; empty if no name is near.
    pub fn near<'a>(&mut self, word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
        if self.left == 0 {
            return String::new();
        }
        self.left -= 1;
        nearest(word, names).map(|near| format!(" (`{near}`?)")).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_supply_ends() {
        let mut suggestions = Suggestions::new();
        assert_eq!(suggestions.near("bcst", ["reduce", "bcast"]), " (`bcast`?)");
        assert_eq!(suggestions.near("gossip", ["reduce", "bcast"]), "");
        let more = (0..300).filter(|_| !suggestions.near("bcst", ["bcast"]).is_empty()).count();
        assert_eq!(more, 198);
    }
}
