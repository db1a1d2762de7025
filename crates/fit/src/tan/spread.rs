//! Medians, and standard deviations estimated from them.

/// The standard deviation of residuals, estimated by their median absolute deviation from 0, or by their mean if most are 0
/// (for both see Iglewicz and Hoaglin 1993).
pub fn spread(mut residuals: Vec<f64>) -> f64 {
    const OF_MEDIAN: f64 = 1.482_602_218_505_602;
    const OF_MEAN: f64 = 1.253_314_137_315_500_3;
    for residual in &mut residuals {
        *residual = residual.abs();
    }
    let count = residuals.len();
    let mean = residuals.iter().sum::<f64>() / count.max(1) as f64;
    match median(&mut residuals) {
        median if median > 0.0 => OF_MEDIAN * median,
        _ => OF_MEAN * mean,
    }
}

/// The median, by selection; 0 without values.
pub fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    let even = values.len().is_multiple_of(2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if even { f64::midpoint(lower, *upper) } else { *upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_spreads_are_those_of_the_definition() {
        assert_eq!(
            [median(&mut []), median(&mut [3.0]), median(&mut [4.0, 1.0])].map(f64::to_bits),
            [0.0, 3.0, 2.5].map(f64::to_bits)
        );
        assert!((median(&mut [9.0, 2.0, 7.0, 5.0, 1.0]) - 5.0).abs() < f64::EPSILON);
        // The median of 1, 2, 3, 4, 10 is 3.
        assert!((spread(vec![-1.0, 2.0, -3.0, 4.0, 10.0]) - 3.0 * 1.482_602_218_505_602).abs() < 1e-12);
        // Most values are 0, and the mean of the absolute values is 1.
        assert!((spread(vec![0.0, 0.0, 0.0, -4.0]) - 1.253_314_137_315_500_3).abs() < 1e-12);
        assert!(spread(Vec::new()).abs() < f64::EPSILON);
    }
}
