//! Texts of the form `name:argument,key=value`.

/// A text split into its parts.
#[derive(Clone, Debug)]
pub(super) struct SpecText<'a> {
    /// The text before the colon.
    pub name: &'a str,
    /// The parts between the commas after it; empty without a colon.
    pub arguments: Vec<&'a str>,
}

impl<'a> SpecText<'a> {
    /// Splits a text. Blanks around names and arguments are dropped.
    pub fn new(text: &'a str) -> Self {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let arguments = rest.map_or_else(Vec::new, |rest| rest.split(',').map(str::trim).collect());
        Self { name: name.trim(), arguments }
    }

    /// True if there is nothing after the name.
    pub fn is_bare(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The seed, if it is the only argument.
    pub fn seed(&self) -> Option<u64> {
        match self.arguments.as_slice() {
            [argument] => argument.strip_prefix("seed=")?.parse().ok(),
            _ => None,
        }
    }
}
