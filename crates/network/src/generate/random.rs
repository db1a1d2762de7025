//! Random graphs.

use super::Draft;
use super::join::join_components;
use logpine_text::random::Generator;

/// G(n, p): each pair of nodes is linked with probability p = `rel_connect` n / (n - 1), at most 1, so that a node has
/// `rel_connect` n links on average (Lemeire, Dirkx and Colitti 2008, section 4); components are joined by random links.
///
/// Pairs in their order are skipped over by geometric steps (Batagelj and Brandes, Efficient Generation of Large Random
/// Networks, 2005, algorithm 1). **Complexity** O(nodes + links).
pub(in super::super) fn random(nodes: u32, rel_connect: f64, seed: u64) -> Draft {
    let probability = probability(nodes, rel_connect);
    let mut generator = Generator::new(seed);
    let mut links = if probability > 0.0 { linked_pairs(nodes, probability, &mut generator) } else { Vec::new() };
    join_components(nodes, &mut links, &mut generator);
    Draft::new(nodes, links)
}

/// Draws each pair with the given probability, which is above 0.
fn linked_pairs(nodes: u32, probability: f64, generator: &mut Generator) -> Vec<[u32; 2]> {
    let mut links = Vec::new();
    // `libm` computes in software, so it is the same on every platform. Minus infinity if all pairs are linked.
    let log_unlinked = libm::log1p(-probability);
    let (mut from, mut to) = (0u32, 0u64);
    loop {
        let skipped = (libm::log1p(-generator.fraction()) / log_unlinked).floor();
        // A step beyond all pairs saturates.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 0, and saturating")]
        let step = (skipped as u64).saturating_add(1);
        to = to.saturating_add(step);
        while from + 1 < nodes && to >= u64::from(nodes) {
            from += 1;
            to = to - u64::from(nodes) + u64::from(from) + 1;
        }
        match u32::try_from(to) {
            Ok(to) if from + 1 < nodes => links.push([from, to]),
            _ => return links,
        }
    }
}

fn probability(nodes: u32, rel_connect: f64) -> f64 {
    let nodes = f64::from(nodes);
    if nodes < 2.0 { 0.0 } else { (rel_connect * nodes / (nodes - 1.0)).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_links_has_its_mean_and_deviation() {
        // 300 pairs, p = 0.5 * 25 / 24: mean 156.25, deviation 8.65; of the mean of 400 draws 0.43.
        let counts: Vec<f64> = (0..400).map(|seed| random(25, 0.5, seed).links.len() as f64).collect();
        let mean = counts.iter().sum::<f64>() / 400.0;
        let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 399.0;
        assert!((mean - 156.25).abs() < 1.7, "{mean}");
        assert!((variance.sqrt() - 8.65).abs() < 1.3, "{}", variance.sqrt());
    }

    #[test]
    fn the_ends_of_the_range() {
        assert_eq!(random(40, 1.0, 3).links.len(), 780);
        assert_eq!(random(40, 0.0, 3).links.len(), 39, "a random tree");
        assert_eq!([0, 1].map(|nodes| random(nodes, 0.5, 1).links.len()), [0, 0]);
        assert_eq!(random(2, 0.0, 1).links, [[0, 1]]);
    }
}
