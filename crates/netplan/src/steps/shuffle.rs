//! Random order.

use logpine_text::random::Generator;

/// Puts items in random order (Fisher and Yates).
pub(crate) fn shuffle<T>(generator: &mut Generator, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let other = usize::try_from(generator.below(last as u64 + 1)).unwrap_or(last);
        items.swap(last, other);
    }
}
