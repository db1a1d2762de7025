//! The nearest valid word to a misspelt one, for "did you mean".

/// The candidate nearest to `word` in edits, letter case aside; `None` where none is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Beyond that length nothing is near, and comparing would take long.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let near = |&(distance, candidate): &(usize, &str)| distance <= 1 + candidate.len().max(word.len()) / 4;
    let scored = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
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
    }
}
