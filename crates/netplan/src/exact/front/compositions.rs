//! The ways to divide rounds among steps.

/// All ways to write `rounds` as an ordered sum of `steps` positive numbers, in lexicographic order; `None` if there are more than
/// `most`.
pub fn compositions(steps: u32, rounds: u32, most: u64) -> Option<Vec<Vec<u32>>> {
    if steps == 0 || rounds < steps {
        return Some(if steps == rounds { vec![Vec::new()] } else { Vec::new() });
    }
    // Places of the steps - 1 divisions among rounds - 1 gaps.
    let mut count = 1u128;
    let chosen = (steps - 1).min(rounds - steps);
    for index in 0..chosen {
        count = count * u128::from(rounds - 1 - index) / u128::from(index + 1);
        if count > u128::from(most) {
            return None;
        }
    }
    if u128::from(steps).saturating_mul(count) > u128::from(most).saturating_mul(64) {
        return None;
    }
    let steps = steps as usize;
    let mut parts = vec![1; steps];
    parts[steps - 1] = rounds - u32::try_from(steps - 1).ok()?;
    let mut all = vec![parts.clone()];
    // The next: add 1 to the last part after which something can be taken, and move the rest to the end.
    while let Some(last) = (1..steps).rev().find(|&index| parts[index] > 1) {
        let rest = parts[last] - 1;
        parts[last] = 1;
        parts[last - 1] += 1;
        parts[steps - 1] = rest;
        all.push(parts.clone());
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions_are_all_and_in_order() {
        assert_eq!(compositions(2, 4, 10), Some(vec![vec![1, 3], vec![2, 2], vec![3, 1]]));
        assert_eq!(compositions(3, 2, 10), Some(vec![]));
        assert_eq!(compositions(0, 0, 10), Some(vec![vec![]]));
        let all = compositions(4, 9, 1000).expect("56 are few");
        assert_eq!(all.len(), 56);
        assert!(all.is_sorted() && all.iter().all(|parts| parts.iter().sum::<u32>() == 9 && !parts.contains(&0)));
        assert_eq!(compositions(4, 9, 55), None);
        assert_eq!(compositions(5_000, 10_000, 1 << 40), None);
    }
}
