//! The text of a file of measurements and places in it.

use logpine_text::text::{Line, Text};

/// The beginning of the comment by which a file says that its times are those of an emulated network.
pub const EMULATED: &str = "emulated, not measured";

/// The words of the comment by which a file says how many bytes the messages of its waves have: `waves of 1024 B`.
pub const WAVES_OF: &str = "waves of";

/// The beginning of the comments by which a file says what is doubtful about its times.
const WARNING: &str = "warning: ";

/// The words of the comment by which files of earlier releases say that processes shared cores.
pub const SHARED_CORES: &str = "they waited for each other";

/// The bytes of the messages of waves, if the comments before the first row of a file say so.
#[must_use]
pub fn bytes_of_waves(file: &[u8]) -> Option<u64> {
    let source = Text::new(file, "").ok()?;
    let bytes = |comment: &str| {
        let mut words = comment.trim_start().strip_prefix(WAVES_OF)?.split_whitespace();
        let bytes = words.next()?.parse().ok()?;
        let unit = words.next()?.trim_end_matches([';', ',', '.']);
        (unit == "B").then_some(bytes)
    };
    comments(source).find_map(bytes)
}

/// The path as the origin of the times, and whether the comments before the first row say that they were emulated: nobody should take a
/// profile of them for that of a machine.
pub(super) fn origin(text: Text<'_>) -> String {
    let is_emulated = comments(text).any(|comment| comment.trim_start().starts_with(EMULATED));
    if is_emulated { format!("emulated times of {}", text.path()) } else { text.path().to_owned() }
}

/// The comments before the first row that say what is doubtful about the times.
pub(super) fn warnings(text: Text<'_>) -> Vec<String> {
    let warning = |comment: &str| {
        let comment = comment.trim();
        comment.strip_prefix(WARNING).or_else(|| comment.ends_with(SHARED_CORES).then_some(comment)).map(str::to_owned)
    };
    comments(text).filter_map(warning).collect()
}

/// The comments before the first row.
fn comments(text: Text<'_>) -> impl Iterator<Item = &str> {
    text.content().0.lines().map_while(|line| line.trim_start().strip_prefix('#'))
}

/// The line without the tag of the rank that printed it: `[1,0]<stdout>:` of Open MPI, `0: ` of `srun --label`, `[0] ` of MPICH
/// and Intel MPI.
pub(super) fn without_tag(line: Line<'_>) -> Line<'_> {
    let is_rank = |tag: &str| !tag.is_empty() && tag.chars().all(|letter| letter.is_ascii_digit());
    let of_mpirun = |tag: &str| tag.starts_with('[') && (tag.ends_with("]<stdout>") || tag.ends_with("]<stderr>"));
    let before_colon = line
        .text
        .split_once(':')
        .filter(|(tag, rest)| of_mpirun(tag) || is_rank(tag) && (rest.is_empty() || rest.starts_with(' ')));
    let in_brackets = || {
        let (tag, rest) = line.text.strip_prefix('[')?.split_once(']')?;
        (is_rank(tag) && (rest.is_empty() || rest.starts_with(' '))).then_some((tag, rest))
    };
    let Some((_, rest)) = before_colon.or_else(in_brackets) else { return line };
    let text = rest.trim_start();
    Line { text, start: line.start + line.text.len() - text.len(), ..line }
}

/// True if the line begins with a number.
pub(super) fn begins_with_a_number(line: Line<'_>) -> bool {
    line.text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_say_how_large_their_waves_are() {
        let of = |text: &str| bytes_of_waves(text.as_bytes());
        assert_eq!(of("# measured\n# waves of 65536 B; 10 repetitions\nfanout,time_us\n"), Some(65_536));
        assert_eq!(of("#waves of 8 B\n"), Some(8));
        for none in ["", "fanout\n# waves of 8 B\n", "# waves of 8 KiB\n", "# waves of the sea\n", "# waves of 8\n"] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn files_say_what_is_doubtful_about_them() {
        let text = "# measured\n# warning: ranks take turns\n# up to 9 processes on a host of 2 cores: they waited for each other\nfanout,time_us\n# warning: late\n";
        let found = warnings(Text::of(text, "f.csv"));
        assert_eq!(found, ["ranks take turns", "up to 9 processes on a host of 2 cores: they waited for each other"]);
    }
}
