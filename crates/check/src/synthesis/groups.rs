//! Rows that have a number in common.

/// Rows in the order of a number that each has, those with the same number in their own order.
#[derive(Debug)]
pub(super) struct Groups {
    /// The rows, group by group.
    rows: Vec<u32>,
    /// The number of each group that has rows, and where they begin; then the end.
    starts: Vec<(u32, u32)>,
}

impl Groups {
    /// Groups rows by numbers below `numbers`: O(n) time if these are not many more than the rows, else O(n log n).
    pub fn new(numbers: u32, rows: u32, of: impl Fn(u32) -> u32) -> Self {
        let mut starts = Vec::new();
        if u64::from(numbers) > 4 * u64::from(rows) + 1024 {
            let mut sorted: Vec<u32> = (0..rows).collect();
            sorted.sort_by_key(|&row| of(row));
            for (at, &row) in (0..).zip(&sorted) {
                if starts.last().is_none_or(|&(number, _)| number != of(row)) {
                    starts.push((of(row), at));
                }
            }
            starts.push((numbers, rows));
            return Self { rows: sorted, starts };
        }
        let mut next = vec![0u32; numbers as usize + 1];
        (0..rows).for_each(|row| next[of(row) as usize + 1] += 1);
        for number in 0..numbers {
            let before = next[number as usize];
            if next[number as usize + 1] > 0 {
                starts.push((number, before));
            }
            next[number as usize + 1] += before;
        }
        starts.push((numbers, rows));
        let mut sorted = vec![0; rows as usize];
        for row in 0..rows {
            let place = &mut next[of(row) as usize];
            sorted[*place as usize] = row;
            *place += 1;
        }
        Self { rows: sorted, starts }
    }

    /// The number and the rows of each group.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.starts.windows(2).map(|pair| (pair[0].0, &self.rows[pair[0].1 as usize..pair[1].1 as usize]))
    }

    /// The size of the largest group.
    pub fn largest(&self) -> usize {
        self.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_same_for_few_and_many_numbers() {
        let keys = [7u32, 3, 7, 3, 7, 0];
        for numbers in [8, 1 << 20] {
            let groups = Groups::new(numbers, 6, |row| keys[row as usize]);
            assert_eq!(groups.largest(), 3);
            assert_eq!(groups.iter().collect::<Vec<_>>(), [(0, &[5][..]), (3, &[1, 3]), (7, &[0, 2, 4])]);
        }
        assert_eq!(Groups::new(3, 0, |row| row).iter().count(), 0);
    }
}
