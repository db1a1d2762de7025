//! The shim: one C file with the chosen algorithms, to be loaded before an MPI library.
//!
//! The run-time text (`runtime/`) is the same for all. The tables have the rules, and the parents in trees that no formula gives:
//! those of [`Earliest`](crate::library::Earliest), which the run-time numbers as [`Setting::tree`](crate::library::Setting::tree)
//! does.

mod check;
mod tables;

pub use check::check;

use crate::library::Rules;
use logpine_text::shell_word::without_controls;
use logpine_text::unwritable::Unwritable;

/// The run-time text before the tables, and its parts behind them.
const TYPES: &str = include_str!("runtime/types.c");
const RUNTIME: [&str; 10] = [
    include_str!("runtime/start.c"),
    include_str!("runtime/contexts.c"),
    include_str!("runtime/trees.c"),
    include_str!("runtime/data.c"),
    include_str!("runtime/along_trees.c"),
    include_str!("runtime/in_blocks.c"),
    include_str!("runtime/in_stages.c"),
    include_str!("runtime/operators.c"),
    include_str!("runtime/served.c"),
    include_str!("runtime/entries.c"),
];
const SELF_CHECK: &str = include_str!("self_check.c");

/// The most ranks whose trees are in tables, with 16 bits a rank.
pub const MOST_RANKS: u64 = (1 << 16) - 1;

/// The C file for rules; `comment` says where they come from.
///
/// # Errors
/// [`Unwritable`] without a rule, beyond [`MOST_RANKS`], and for other libraries' settings.
pub fn source(all: &[Rules], comment: &str) -> Result<String, Unwritable> {
    let head = format!(
        "/* {}\n *\n * Compile it with the MPI library's own wrapper, and load it before the library:\n *\n *     mpicc -O2 -shared \
         -fPIC logpine-shim.c -o logpine-shim.so -ldl\n */\n\n",
        // Neither ends the comment nor begins one in it, of which compilers warn.
        comment
            .lines()
            .map(without_controls)
            .collect::<Vec<_>>()
            .join("\n * ")
            .replace("*/", "* /")
            .replace("/*", "/ *")
    );
    let (before, behind) = (TYPES.to_owned() + "\n", tables::tables(all)? + &RUNTIME.concat());
    Ok(head + &before + &number_line(number(&before, &behind)) + &behind)
}

/// The line with the number by which ranks tell a file with other tables, or another run-time.
fn number_line(number: u64) -> String {
    format!("{MARK}{number:016x}u\n\n")
}

const MARK: &str = "#define TABLES 0x";

/// The hash FNV-1a of the text before the number's line and behind it.
fn number(before: &str, behind: &str) -> u64 {
    let bytes = before.bytes().chain(behind.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A program that checks collectives against results that every rank computes for itself, with the sizes at which rules begin among
/// others.
#[must_use]
pub fn self_check(all: &[Rules]) -> String {
    const MOST: u64 = 4 << 20;
    let sizes = all.iter().flat_map(|rules| &rules.rules).map(|rule| rule.bytes.least);
    let mut sizes: Vec<u64> = sizes.filter(|&bytes| bytes <= MOST).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    let list = if sizes.is_empty() { "0".to_owned() } else { sizes.join(", ") };
    SELF_CHECK.replace("static const long sizes[] = {0};", &format!("static const long sizes[] = {{{list}}};"))
}
