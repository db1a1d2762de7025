//! Suggestions for invalid words: "did you mean".

/// Names that other programs use, without marks and in lower case, each with its meanings here. The first valid meaning
/// counts.
const SYNONYMS: [(&str, &[&str]); 12] = [
    ("broadcast", &["bcast", "multicast"]),
    ("bcast", &["bcast", "multicast"]),
    ("ibcast", &["bcast"]),
    ("multicast", &["multicast", "bcast"]),
    ("reduction", &["reduce"]),
    ("all2all", &["alltoall"]),
    ("transpose", &["alltoall"]),
    ("sendrecv", &["point-to-point"]),
    ("send", &["point-to-point"]),
    ("p2p", &["point-to-point"]),
    ("pingpong", &["point-to-point"]),
    ("summation", &["sum"]),
];

/// Returns the candidate that a word probably means: one that differs in letter case and marks only (`all-reduce`), one with
/// another name elsewhere (`broadcast`), or else the nearest by edit distance. `None` if none is near enough.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer words are near nothing, and comparing them would take long.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let candidates: Vec<&str> = candidates.into_iter().filter(|candidate| candidate.len() <= 2 * LONGEST).collect();
    by_name(word, &candidates).or_else(|| by_edits(word, &candidates))
}

/// The question with the name that was probably meant, for messages.
#[must_use]
pub fn question(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The [`question`] and a blank; nothing without a name.
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| question(name) + " ")
}

/// The candidate that differs in letter case and marks only, or that the word is a synonym of.
fn by_name<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let word = bare(word);
    let named = |name: &str| candidates.iter().copied().find(|candidate| bare(candidate) == bare(name));
    let plain = word.strip_prefix("mpi").unwrap_or(&word);
    let synonyms =
        SYNONYMS.iter().filter(|(synonym, _)| *synonym == plain).flat_map(|(_, meant)| meant.iter().copied());
    [word.as_str(), plain].into_iter().filter(|name| !name.is_empty()).chain(synonyms).find_map(named)
}

/// A word in lower case, without marks.
fn bare(word: &str) -> String {
    word.chars().filter(|character| !matches!(character, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

fn by_edits<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let near = |&(distance, candidate): &(usize, &str)| distance <= 1 + candidate.len().max(word.len()) / 4;
    let scored = candidates.iter().map(|&candidate| (distance(candidate), candidate));
    scored.filter(near).min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let keys = ["latency", "overhead", "gap"];
        assert_eq!(nearest("latencyy", keys), Some("latency"));
        assert_eq!(nearest("OVERHEAD", keys), Some("overhead"));
        assert_eq!(nearest("gpa", keys), Some("gap"));
        assert_eq!(nearest("bandwidth", keys), None);
        assert_eq!(nearest(&"gap".repeat(1000), keys), None);
        assert_eq!(nearest("mpi", keys), None);
        assert_eq!(nearest("", ["a"]), Some("a"));
    }

    #[test]
    fn collectives_have_other_names_elsewhere() {
        let collectives =
            ["reduce", "multicast", "bcast", "allgather", "reduce-scatter", "allreduce", "alltoall", "point-to-point"];
        let cases = [
            ("broadcast", "bcast"),
            ("Bcast", "bcast"),
            ("MPI_Bcast", "bcast"),
            ("all-reduce", "allreduce"),
            ("All_Gather", "allgather"),
            ("ReduceScatter", "reduce-scatter"),
            ("all2all", "alltoall"),
            ("p2p", "point-to-point"),
        ];
        for (word, meant) in cases {
            assert_eq!(nearest(word, collectives), Some(meant), "{word}");
        }
        assert_eq!(nearest("broadcast", ["reduce", "multicast", "roundtrip"]), Some("multicast"));
    }
}
