//! Vectors of counts as numbers in mixed radix.

/// The unit of each place, and the digits of each vector with no more than `counts`; `None` if there are too many.
pub(super) fn vectors(counts: &[u64]) -> Option<(Vec<usize>, Vec<Vec<u64>>)> {
    let mut strides = Vec::new();
    let mut vectors = 1usize;
    for &count in counts {
        strides.push(vectors);
        vectors = vectors.checked_mul(usize::try_from(count).ok()? + 1)?;
    }
    let digit = |vector: usize, place: usize| (vector / strides[place]) as u64 % (counts[place] + 1);
    let digits = (0..vectors).map(|vector| (0..counts.len()).map(|place| digit(vector, place)).collect()).collect();
    Some((strides, digits))
}
