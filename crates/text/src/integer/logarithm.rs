//! Logarithms of integers, rounded up, without floating point.

/// ceil(log2 `number`), the number of doublings from 1 to at least `number`; 0 for 0.
#[must_use]
pub const fn ceil_log2(number: u64) -> u32 {
    u64::BITS - number.saturating_sub(1).leading_zeros()
}

/// `ceil(log_base number)`, the least d with base^d >= number; 0 for a number below 2. *Requires* a base of at least 2.
#[must_use]
pub fn ceil_log(base: u64, number: u64) -> u32 {
    let floor = number.checked_ilog(base).unwrap_or(0);
    if base.checked_pow(floor).is_some_and(|power| power < number) { floor + 1 } else { floor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_rounded_up() {
        for base in 2..7_u64 {
            let mut digits = 0;
            for number in 1..3000 {
                digits += u32::from(number > base.pow(digits));
                assert_eq!(ceil_log(base, number), digits, "{base} {number}");
            }
        }
        assert_eq!((ceil_log(2, 0), ceil_log(2, u64::MAX), ceil_log(u64::MAX, u64::MAX)), (0, 64, 1));
        for number in (0..3000).chain([1 << 63, (1 << 63) + 1, u64::MAX]) {
            assert_eq!(ceil_log2(number), ceil_log(2, number), "{number}");
        }
    }
}
