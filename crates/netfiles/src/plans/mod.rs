//! Files of schedules made for a network, of packings of trees, and of certificates.
//!
//! | file | module | direction |
//! |---|---|---|
//! | transmissions of a schedule in steps (CSV) | [`sends`] | both |
//! | edges of a packing of trees (CSV) | [`trees`] | both |
//! | certificate of a bound (JSON) | [`certificate`] | both |
//! | algorithm of msccl-tools (JSON) | [`msccl`] | both |
//! | program of MSCCL (XML) | [`msccl_xml`] | both |
//!
//! The first four contain everything that a check of them needs: graph, collective, and what is claimed.
//!
//! # CSV
//!
//! Lines that begin with `#!` come first, one fact a line; then the header and the rows. All other lines that begin with `#`
//! are comments, so that pandas reads the rows with `comment="#"`.
//!
//! ```text
//! #! logpine sends             or trees
//! #! collective allgather
//! #! ranks 2                   the vertices 0 and 1; those beyond only relay
//! #! blocks 1                  of the root, or of each rank; only for sends
//! #! root 0                    if the collective has one
//! #! ports 1                   if every vertex sends one block in a step, and receives one
//! #! rounds 1                  of each step, if some have several: a link then carries its capacity in each
//! #! steps 1                   claims: these four may be missing, and throughput and height are for trees
//! #! bound 1
//! #! throughput 7 2            time per unit p/q; must not be missing for trees
//! #! height 3
//! #! vertex 0 gpu zero         names, for people
//! #! arc 0 1 1 1               from, to, capacity, latency
//! #! arc 1 0 1 1
//! step,from,to,block           or tree,root,weight,child,parent,path
//! 1,0,1,0                      or 0,0,4,3,0,0>9>3: the path in the direction of the data
//! ```

pub mod certificate;
pub mod msccl;
pub mod msccl_xml;
mod preamble;
mod rows;
pub mod sends;
pub mod trees;

pub use crate::fault::FileFault;
pub use logpine_check::synthesis::{BlocksBound, Evidence, Executed, Least, Limits, RoundsBound, Statement, Wrong};
pub use preamble::Preamble;

use logpine_text::xml::root;

/// A kind of file that can be checked by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Transmissions of a schedule in steps.
    Sends,
    /// Edges of a packing of trees.
    Trees,
    /// A certificate.
    Certificate,
    /// An algorithm of msccl-tools.
    Msccl,
    /// A program of MSCCL.
    MscclXml,
}

impl FileKind {
    /// The name of a file, with its article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sends => "a schedule in steps",
            Self::Trees => "a packing of trees",
            Self::Certificate => "a certificate",
            Self::Msccl => "an algorithm of msccl-tools",
            Self::MscclXml => "a program of MSCCL",
        }
    }

    /// The kind of a file by its beginning; `None` if it is none of these.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first: Vec<&str> = text.lines().next().unwrap_or("").split_whitespace().take(4).collect();
        match first[..] {
            ["#!", "logpine", "sends"] => Some(Self::Sends),
            ["#!", "logpine", "trees"] => Some(Self::Trees),
            // Other JSON files have other keys in front.
            _ if begins(text, "{\"schema\":1,\"kind\":") => Some(Self::Certificate),
            _ if begins(text, "{\"msccl_type\":\"algorithm\"") => Some(Self::Msccl),
            _ if root(text) == Some("algo") => Some(Self::MscclXml),
            _ => None,
        }
    }
}

/// True if a text begins with these keys, whatever white space is between them.
fn begins(text: &str, keys: &str) -> bool {
    let start: String = text.chars().take(80).filter(|letter| !letter.is_whitespace()).collect();
    start.starts_with(keys)
}

#[cfg(test)]
mod tests;
