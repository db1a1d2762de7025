//! L(m, tau) as a formula.

use super::measured::Measured;
use super::reader::{Read, Section, Value};
use super::transfer_floor::TransferFloor;
use super::transfer_line::TransferLine;
use logpine_text::units::{Factor, Rate, Time, UnitError};

/// L(m, tau) = latency (1 + latency contention (tau - 1)) + m per byte (1 + contention (tau - 1)).
///
/// If both contentions are 0 the channel is parallel, L(m, tau) = L(m, 1); if both are 1 it is serial, L(m, tau) = tau L(m,
/// 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferFormula {
    /// The time of a transfer without bytes.
    pub latency: Measured<Time>,
    /// The time per byte of a single transfer.
    pub per_byte: Measured<Rate>,
    /// The share of the time of the bytes that every other transfer adds.
    pub contention: Factor,
    /// The share of the latency that every other transfer adds.
    pub latency_contention: Factor,
}

/// Contentions are whole numbers of millionths.
const PARTS: u64 = 1_000_000;

impl TransferFormula {
    /// L(`bytes`, `tau`), rounded half up once; `None` past [`Time::MAX`], and if the contention times tau exceeds 10^14 and
    /// the rate has digits below a tick. A tau of 0 counts as 1.
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64, tau: u64) -> Option<Time> {
        let others = u128::from(tau.saturating_sub(1));
        // At most (2^64 - 1)^2 + 10^6, below 2^128.
        let slowed = |contention: Factor| u128::from(PARTS) + u128::from(contention.millionths()) * others;
        // All times in fractions of a tick; those of the bytes are further divided by the unit of the rate's digits.
        let latency = u128::from(self.latency.value.ticks()).checked_mul(slowed(self.latency_contention))?;
        let rate = self.per_byte.value;
        let unit = u128::from(10u64.pow(u32::from(rate.scale())));
        let (whole, rest) = divided(u128::from(rate.mantissa()) * u128::from(bytes), unit);
        let slower = slowed(self.contention);
        // Half a tick is a whole number of these fractions, so the rest below a fraction does not matter.
        let (carried, _) = divided(rest.checked_mul(slower)?, unit);
        let parts = whole.checked_mul(slower)?.checked_add(carried)?.checked_add(latency)?;
        let (ticks, part) = divided(parts, u128::from(PARTS));
        let ticks = ticks.checked_add(u128::from(part >= u128::from(PARTS / 2)))?;
        u64::try_from(ticks).ok().map(Time::from_ticks)
    }

    /// L(`bytes`, .): one line for all taus; `None` past 128 bits.
    pub(super) fn line(&self, bytes: u64) -> Option<TransferLine> {
        let rate = self.per_byte.value;
        let digits = u128::from(10u64.pow(u32::from(rate.scale())));
        let [latency, stream] = [
            u128::from(self.latency.value.ticks()).checked_mul(digits)?,
            u128::from(rate.mantissa()) * u128::from(bytes),
        ];
        let sum = |of_latency: u64, of_stream: u64| {
            latency.checked_mul(of_latency.into())?.checked_add(stream.checked_mul(of_stream.into())?)
        };
        Some(TransferLine {
            taus: 1..u64::MAX,
            base: sum(PARTS, PARTS)?,
            rise: sum(self.latency_contention.millionths(), self.contention.millionths())?,
            unit: digits * u128::from(PARTS),
        })
    }

    /// A lower bound on the time of any number of consecutive transfers of `bytes` bytes together: the time of a single one,
    /// less what rounding may save. Each transfer rounds off at most half a tick, and each except the first adds a latency.
    pub(super) fn at_least(&self, bytes: u64) -> Option<Time> {
        let single = self.at(bytes, 1)?;
        match (self.per_byte.value.scale(), self.latency.value) {
            (0, _) => Some(single),
            (_, Time::ZERO) => Some(Time::ZERO),
            _ => Some(Time::from_ticks(single.ticks().saturating_sub(1))),
        }
    }

    /// A line below L(m, tau) for all tau up to `most`: (1 + contention (tau - 1)) / tau is least at one of the ends. If
    /// there is any rounding, it may lose half a tick, which comes off the latency, or else off the bytes.
    pub(super) fn floor(&self, most: u64) -> TransferFloor {
        let contention = u128::from(self.contention.millionths());
        let (slower, among) = if contention < u128::from(PARTS) {
            (u128::from(PARTS) + contention * u128::from(most - 1), u128::from(most))
        } else {
            (u128::from(PARTS), 1)
        };
        let unit = 10u128.pow(u32::from(self.per_byte.value.scale()));
        // Below 2^96, in 2^-32 ticks.
        let single = (u128::from(self.per_byte.value.mantissa()) << TransferFloor::FRACTION) / unit;
        let exact = single.checked_mul(slower).map_or(0, |product| product / (u128::from(PARTS) * among));
        let whole = |contention: Factor| most == 1 || contention.millionths().is_multiple_of(PARTS);
        if self.per_byte.value.scale() == 0 && whole(self.contention) && whole(self.latency_contention) {
            return TransferFloor::new(self.latency.value, exact);
        }
        let half = 1 << (TransferFloor::FRACTION - 1);
        match self.latency.value.ticks().checked_sub(1) {
            Some(fixed) => TransferFloor::new(Time::from_ticks(fixed), exact),
            // No transfer has less than one byte.
            None if single > half => TransferFloor::new(Time::ZERO, exact - exact.div_ceil(single / half)),
            None => TransferFloor::default(),
        }
    }

    /// Reads `{ latency = "0.2us", per_byte = "0.25ns/B", contention = 0.3, latency_contention = 0 }`.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("transfer", &["latency", "per_byte", "contention", "latency_contention"])?;
        section.required("contention", "0.3")?;
        let share = |key| contention(&section, key);
        Ok(Self {
            latency: Measured::time(section.required("latency", "\"0.2us\"")?)?,
            per_byte: Measured::per_byte(section.required("per_byte", "\"0.25ns/B\"")?)?,
            contention: share("contention")?,
            latency_contention: share("latency_contention")?,
        })
    }
}

/// The quotient and the remainder. Short numbers, the usual case, divide several times as fast.
#[inline]
pub(super) fn divided(number: u128, by: u128) -> (u128, u128) {
    match (u64::try_from(number), u64::try_from(by)) {
        (Ok(number), Ok(by)) => (u128::from(number / by), u128::from(number % by)),
        _ => (number / by, number % by),
    }
}

/// Reads a share, 0 if there is none.
fn contention(section: &Section<'_>, key: &'static str) -> Read<Factor> {
    let Some(value) = section.optional(key) else { return Ok(Factor::from_millionths(0)) };
    value.quantity_or(
        |text, _| text.parse::<Factor>(),
        |error| match error {
            UnitError::NotAFactor { text } => format!(
                " is {text}; concurrent transfers never speed each other up: write 0 where they do not share the channel, 1 where it \
                 serves one at a time, or a number with at most 6 digits after the point, like 0.3"
            ),
            error => format!(": {error}"),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn formula(latency: u64, per_byte: Rate, contention: u64, latency_contention: u64) -> TransferFormula {
        TransferFormula {
            latency: Measured::exactly(Time::from_ticks(latency)),
            per_byte: Measured::exactly(per_byte),
            contention: Factor::from_millionths(contention),
            latency_contention: Factor::from_millionths(latency_contention),
        }
    }

    #[test]
    fn parallel_and_serial_are_the_extremes() {
        let rate = Rate::from_digits(25, 1).expect("2.5 ticks");
        let [parallel, serial] = [0, PARTS].map(|contention| formula(10, rate, contention, contention));
        for tau in [1, 2, 7, 1_000_000] {
            assert_eq!(parallel.at(4, tau), Some(Time::from_ticks(20)));
            assert_eq!(serial.at(4, tau), Some(Time::from_ticks(20 * tau)));
        }
        assert_eq!((parallel.at(1, 1), serial.at(1, 3)), (Some(Time::from_ticks(13)), Some(Time::from_ticks(38))));
        let mixed = formula(10, rate, 300_000, 500_000);
        assert_eq!(mixed.at(4, 3), Some(Time::from_ticks(36)), "10 (1 + 0.5 x 2) + 10 (1 + 0.3 x 2)");
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let largest = formula(u64::MAX, Rate::ZERO, u64::MAX, 0);
        assert_eq!(largest.at(u64::MAX, u64::MAX), Some(Time::MAX));
        let slow = formula(0, Rate::from_time(Time::MAX), 0, u64::MAX);
        assert_eq!((slow.at(1, u64::MAX), slow.at(2, 1)), (Some(Time::MAX), None));
        assert_eq!(formula(2, Rate::ZERO, 0, u64::MAX).at(0, u64::MAX), None);
        let fine = Rate::from_digits(u64::MAX, 18).expect("18 digits");
        assert_eq!(formula(0, fine, 0, 0).at(1_000_000, 9).map(Time::ticks), Some(18_446_744));
    }

    /// Contentions, those without rounding among them.
    fn contention() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), Just(PARTS), Just(2 * PARTS), 0..3 * PARTS]
    }

    proptest! {
        /// The floor is below the time of any number of transfers, and near it for as many as it is least for.
        #[test]
        fn floors_are_below_and_near(
            latency in 0u64..50, (mantissa, scale) in (0u64..5_000, 0u8..3), bytes in 1u64..5_000, most in 1u64..20,
            contention in contention(), latency_contention in contention(),
        ) {
            let rate = Rate::from_digits(mantissa, scale).expect("few digits");
            let of = formula(latency, rate, contention, latency_contention);
            let floor = of.floor(most);
            let time = |tau: u64| of.at(bytes, tau).expect("small").ticks();
            let below = |tau: u64| floor.fixed.ticks() + floor.bytes(u128::from(bytes * tau)).expect("small").ticks();
            prop_assert!((1..=most).all(|tau| below(tau) <= time(tau)), "{of:?} {floor:?}");
            let least = if contention < PARTS { most } else { 1 };
            let lost = time(least) - latency * latency_contention * (least - 1) / PARTS - below(least);
            let is_whole = |contention: u64| most == 1 || contention.is_multiple_of(PARTS);
            let is_exact = rate.scale() == 0 && is_whole(contention) && is_whole(latency_contention);
            let most_lost = match latency {
                _ if is_exact => 1,
                1.. => 3,
                0 if rate.to_f64() > 0.5 => bytes * least + 2,
                0 => time(least),
            };
            prop_assert!(lost <= most_lost, "{of:?} {floor:?}: {lost}");
        }

        #[test]
        fn transfers_one_after_the_other_take_at_least_so_long(
            latency in 0u64..9, (mantissa, scale) in (0u64..5_000, 0u8..3), parts in prop::collection::vec(1u64..99, 1..9),
        ) {
            let of = formula(latency, Rate::from_digits(mantissa, scale).expect("few digits"), 0, 0);
            let time = |bytes: u64| of.at(bytes, 1).expect("small").ticks();
            let least = of.at_least(parts.iter().sum()).expect("small").ticks();
            prop_assert!(least <= parts.iter().map(|&bytes| time(bytes)).sum::<u64>());
            prop_assert!(latency == 0 || least + 1 >= time(parts.iter().sum()));
        }
    }

    proptest! {
        #[test]
        fn it_is_rounded_once(
            latency in 0u64..1_000_000, mantissa in 0u64..1_000_000, scale in 0u8..5, bytes in 0u64..1_000_000,
            tau in 1u64..1_000, contention in 0u64..3_000_000, latency_contention in 0u64..3_000_000,
        ) {
            let rate = Rate::from_digits(mantissa, scale).expect("few digits");
            let value = formula(latency, rate, contention, latency_contention).at(bytes, tau);
            // All in 10^-(6 + scale) ticks.
            let slowed = |contention: u64| 1_000_000 + u128::from(contention) * u128::from(tau - 1);
            let digits = 10u128.pow(scale.into());
            let exact = u128::from(latency) * slowed(latency_contention) * digits
                + u128::from(mantissa) * u128::from(bytes) * slowed(contention);
            let unit = 1_000_000 * digits;
            let rounded = (2 * exact + unit) / (2 * unit);
            prop_assert_eq!(value.map(Time::ticks), u64::try_from(rounded).ok());
            let line = formula(latency, rate, contention, latency_contention).line(bytes).expect("small numbers");
            prop_assert_eq!(line.time(tau), value);
        }
    }
}
