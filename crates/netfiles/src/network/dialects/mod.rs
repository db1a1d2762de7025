//! Networks in the formats of other programs. They are read, and not written.

mod gml;
mod ns3;

use super::draft::Draft;
use logpine_text::placed::Found;
use std::fmt;

/// A format of another program.
pub struct Dialect {
    /// The name, without an article.
    pub name: &'static str,
    /// True for a text that this format alone has.
    claims: fn(&str) -> bool,
    read: fn(&str) -> Result<Draft, Found>,
}

/// The formats, each with a file here.
pub const DIALECTS: [&Dialect; 2] = [&gml::GML, &ns3::NS3];

impl Dialect {
    /// The format of a text; `None` for a text of any other.
    #[must_use]
    pub fn of(text: &str) -> Option<&'static Self> {
        DIALECTS.into_iter().find(|dialect| (dialect.claims)(text))
    }

    pub(super) fn read(&self, text: &str) -> Result<Draft, Found> {
        (self.read)(text)
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Dialect {}
