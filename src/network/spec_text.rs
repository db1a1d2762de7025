//! Texts of the form `name:argument,key=value`.

/// A text taken apart.
#[derive(Clone, Debug)]
pub(super) struct SpecText<'a> {
    /// What stands before the colon.
    pub name: &'a str,
    /// What stands between the commas after it; none without a colon.
    pub arguments: Vec<&'a str>,
}

impl<'a> SpecText<'a> {
    /// Takes a text apart. Blanks around names and arguments are left out.
    pub fn new(text: &'a str) -> Self {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let arguments = rest.map_or_else(Vec::new, |rest| rest.split(',').map(str::trim).collect());
        Self { name: name.trim(), arguments }
    }

    /// Whether the name is all.
    pub fn is_bare(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The seed, where that is the one argument.
    pub fn seed(&self) -> Option<u64> {
        match self.arguments.as_slice() {
            [argument] => argument.strip_prefix("seed=")?.parse().ok(),
            _ => None,
        }
    }
}
