//! The foundation of logpine's crates: quantities, whole numbers, and text as people and programs read it.
//!
//! | to | use |
//! |---|---|
//! | parse, print and add times, rates and sizes exactly | [`units`] |
//! | round logarithms and roots of whole numbers up, bisect | [`integer`] |
//! | draw random numbers from a seed | [`random`] |
//! | read a file up to a limit | [`input`] |
//! | read a text by lines and words that know their places, and refuse it at one of them | [`text`] |
//! | read comma-separated values, with the place of every field | [`csv_rows`] |
//! | collect all faults of a file, each with its place and a way out | [`fault`], [`place`] |
//! | refuse a text at its first fault | [`placed`] |
//! | say why there is no result | [`reason`] |
//! | show a piece of input in a message | [`excerpt`] |
//! | propose the word that was meant | [`suggest`] |
//! | quote text for CSV, TOML, DOT, XML and a shell | [`csv_lines`], [`toml_string`], [`dot`], [`xml`], [`shell_word`] |
//! | refuse to write what a format cannot hold | [`unwritable`] |
//! | report the progress of long work, and end it | [`watch`] |

#![warn(unnameable_types)]

pub mod csv_lines;
pub mod csv_rows;
pub mod dot;
pub mod excerpt;
pub mod fault;
pub mod input;
pub mod integer;
pub mod named;
pub mod place;
pub mod placed;
pub mod random;
pub mod reason;
pub mod shell_word;
pub mod suggest;
pub mod text;
pub mod toml_string;
pub mod units;
pub mod unwritable;
pub mod watch;
pub mod xml;
