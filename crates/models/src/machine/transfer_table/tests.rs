//! Values of tables of transfers, by hand and at their ends.

use super::*;
use proptest::prelude::*;

/// A table with a row for each size and a column for each tau.
fn table(sizes: &[u64], taus: &[u32], times: &[u64]) -> TransferTable {
    let pairs = sizes.iter().flat_map(|&bytes| taus.iter().map(move |&tau| (bytes, tau)));
    let points = pairs.zip(times).map(|((bytes, tau), &ticks)| TransferPoint {
        bytes: Bytes(bytes),
        tau,
        time: Measured::exactly(Time::from_ticks(ticks)),
    });
    TransferTable::new(&points.collect::<Vec<_>>()).unwrap_or_else(|fault| panic!("{fault}"))
}

fn at(table: &TransferTable, bytes: u64, tau: u64) -> u64 {
    table.at(bytes, tau).map_or(0, Time::ticks)
}

#[test]
fn it_is_linear_in_both() {
    let table = table(&[10, 20, 40], &[1, 3], &[100, 110, 200, 240, 300, 380]);
    assert_eq!(
        [10, 20, 40].map(|bytes| (at(&table, bytes, 1), at(&table, bytes, 3))),
        [(100, 110), (200, 240), (300, 380)]
    );
    assert_eq!((at(&table, 30, 1), at(&table, 30, 3), at(&table, 30, 2)), (250, 310, 280));
    assert_eq!([0, 5].map(|bytes| at(&table, bytes, 2)), [105; 2], "below the first size");
    assert_eq!([at(&table, 60, 1), at(&table, 60, 3), at(&table, 40, 5)], [400, 520, 460], "beyond the last");
    assert_eq!(at(&table, 60, 7), 760, "520 + 2 (520 - 400)");
    assert_eq!(at(&table, 11, 2), 117, "105 + 11.5, rounded half up once");
}

#[test]
fn nothing_falls_beyond_the_last() {
    let falls = table(&[10, 20], &[1, 2], &[50, 60, 40, 45]);
    assert_eq!([20, 21, 99].map(|bytes| (at(&falls, bytes, 1), at(&falls, bytes, 2))), [(40, 45); 3]);
    // 10 per byte alone, 1 per byte together: the lines cross at 30.
    let crossing = table(&[10, 20], &[2, 3], &[0, 100, 100, 110]);
    assert_eq!(
        [20, 30, 40].map(|bytes| (at(&crossing, bytes, 2), at(&crossing, bytes, 3))),
        [(100, 110), (200, 200), (300, 300)]
    );
    assert_eq!([1, 2, 9].map(|tau| at(&crossing, 40, tau)), [300; 3]);
    let one = table(&[10], &[4], &[7]);
    assert_eq!([(1, 1), (10, 4), (99, 99)].map(|(bytes, tau)| at(&one, bytes, tau)), [7; 3]);
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let wide = table(&[0, u64::MAX], &[1, u32::MAX], &[0, u64::MAX, u64::MAX, u64::MAX]);
    assert_eq!(wide.at(u64::MAX, u64::MAX), Some(Time::MAX));
    assert_eq!((wide.at(u64::MAX - 1, 1), wide.at(0, 1)), (Some(Time::from_ticks(u64::MAX - 1)), Some(Time::ZERO)));
    assert_eq!(wide.at(0, 2).map(Time::ticks), Some(4_294_967_298), "(2^64 - 1) / (2^32 - 2), rounded");
    let steep = table(&[0, 1], &[1, 2], &[0, 0, 0, u64::MAX]);
    assert_eq!((steep.at(1, 2), steep.at(2, 2), steep.at(u64::MAX, u64::MAX)), (Some(Time::MAX), None, None));
    assert_eq!(steep.at(u64::MAX, 1), Some(Time::ZERO));
}

/// The value in fractions of whole numbers, which shares only the rule with the table's own arithmetic.
fn by_hand(sizes: &[u64], taus: &[u32], times: &[u64], bytes: u64, tau: u64) -> u64 {
    let times: Vec<i128> = times.iter().map(|&time| time.into()).collect();
    let interval = |marks: &[i128], at: i128| {
        let last = marks.len() - 1;
        (0..last).rev().find(|&left| marks[left] <= at).map(|left| (left, at.max(marks[left])))
    };
    let sizes: Vec<i128> = sizes.iter().map(|&size| size.into()).collect();
    let taus: Vec<i128> = taus.iter().map(|&tau| tau.into()).collect();
    // The times of all taus, each multiplied by the width among the sizes.
    let mut width = 1;
    let mut rows: Vec<i128> = (0..taus.len())
        .map(|row| {
            let time = |size: usize| times[size * taus.len() + row];
            let Some((left, here)) = interval(&sizes, bytes.into()) else { return time(0) };
            width = sizes[left + 1] - sizes[left];
            let (first, second) = (time(left), time(left + 1));
            let beyond = here > sizes[left + 1];
            if beyond && second < first {
                second * width
            } else {
                first * width + (second - first) * (here - sizes[left])
            }
        })
        .collect();
    if i128::from(bytes) > sizes[sizes.len() - 1] {
        for row in 1..rows.len() {
            rows[row] = rows[row].max(rows[row - 1]);
        }
    }
    let (numerator, denominator) = match interval(&taus, tau.into()) {
        None => (rows[0], width),
        Some((left, here)) => {
            let across = taus[left + 1] - taus[left];
            (rows[left] * across + (rows[left + 1] - rows[left]) * (here - taus[left]), width * across)
        }
    };
    u64::try_from((2 * numerator + denominator).div_euclid(2 * denominator)).expect("small numbers")
}

proptest! {
    #[test]
    fn it_equals_fractions_by_hand_and_never_falls_with_tau(
        widths in prop::collection::vec(1u64..9, 1..5), between in prop::collection::vec(1u32..5, 1..4),
        steps in prop::collection::vec(0u64..1_000, 16), bytes in 0u64..60, tau in 1u64..30,
    ) {
        let mut sum = 0;
        let sizes: Vec<u64> = widths.iter().map(|width| { sum += width; sum }).collect();
        let mut sum = 0;
        let taus: Vec<u32> = between.iter().map(|width| { sum += width; sum }).collect();
        let rows = steps.chunks_exact(taus.len()).take(sizes.len());
        let times: Vec<u64> = rows.flat_map(|row| row.iter().scan(0, |time, step| { *time += step; Some(*time) })).collect();
        let table = table(&sizes, &taus, &times);
        prop_assert_eq!(at(&table, bytes, tau), by_hand(&sizes, &taus, &times, bytes, tau));
        prop_assert!(table.at(bytes, tau) <= table.at(bytes, tau + 1));
        let line = table.line(bytes, tau).expect("small numbers");
        prop_assert!(line.taus.contains(&tau));
        for tau in [line.taus.start, tau, (tau + 40).min(line.taus.end - 1)] {
            prop_assert_eq!(line.time(tau), table.at(bytes, tau));
        }
    }
}
