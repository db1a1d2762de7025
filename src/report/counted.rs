//! Counts in words.

/// A count with the word for one or for several: `1 process`, `12 processes`.
pub(super) fn counted(count: impl Into<u64>, one: &str, several: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { several })
}
