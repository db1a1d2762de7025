//! The maximum worth of informed ranks in the time that is left, if every rank has a weight.

use super::times::RankTimes;
use logpine_text::integer::gcd;

/// The value of a rank of weight 1, in the units of weights.
pub const RANK: i64 = 1 << 20;
/// The cap of sums: more than any number of ranks of a job.
const PLENTY: i64 = 1 << 56;
/// The index that stands for no send.
const NONE: u16 = u16::MAX;

/// Times in steps of a grid, rounded down.
pub struct Grid {
    /// The number of ticks in a step.
    pub step: u64,
    /// The number of steps of the longest time.
    pub steps: usize,
    /// True if every time is a whole number of steps.
    pub is_exact: bool,
    groups: usize,
    /// The gaps by sender, then receiver.
    gaps: Vec<usize>,
    deliveries: Vec<usize>,
}

/// The maximum work for a table of worths.
const MOST_WORK: usize = 1 << 20;

impl Grid {
    /// A grid for times up to `longest` ticks; `None` if it would have to be too fine, because every gap and delivery must
    /// take at least a step.
    pub fn new(times: &RankTimes, longest: u64) -> Option<Self> {
        let groups = times.groups();
        let values = || times.pairs().flat_map(|(from, to)| [times.gap(from, to), times.delivery(from, to)]);
        let shortest = values().min().filter(|&shortest| shortest > 0)?;
        let most = (MOST_WORK / (groups * groups)).clamp(512, 1 << 14) as u64;
        let common = values().fold(0, gcd);
        let is_exact = longest / common <= most;
        let step = if is_exact { common } else { (longest / most + 1).min(shortest) };
        let steps = usize::try_from(longest / step + 1).ok().filter(|&steps| steps <= 1 << 15)?;
        let floor = |ticks: u64| usize::try_from(ticks / step).unwrap_or(usize::MAX);
        let all = (0..groups).flat_map(|from| (0..groups).map(move |to| (from, to)));
        let gaps = all.clone().map(|(from, to)| floor(times.gap(from, to)).max(1)).collect();
        let deliveries = all.map(|(from, to)| floor(times.delivery(from, to)).max(1)).collect();
        Some(Self { step, steps, is_exact, groups, gaps, deliveries })
    }
}

/// S(s, r): the worth, beyond itself, of a rank of group s that may send, with r steps left.
pub struct Worth<'a> {
    grid: &'a Grid,
    weights: Vec<i64>,
    /// The worths by steps, then sender.
    values: Vec<i64>,
    /// The receiver of each first send.
    receivers: Vec<u16>,
}

impl<'a> Worth<'a> {
    /// `S(s, r) = max(0, max over groups t with delivery(s, t) <= r of w_t + S(t, r - delivery(s, t)) + S(s, r - gap(s, t)))`,
    /// every time rounded down to steps.
    pub fn new(grid: &'a Grid, weights: Vec<i64>) -> Self {
        let groups = grid.groups;
        let mut values: Vec<i64> = Vec::with_capacity((grid.steps + 1) * groups);
        let mut receivers = Vec::with_capacity((grid.steps + 1) * groups);
        for steps in 0..=grid.steps {
            for sender in 0..groups {
                let (mut most, mut best) = (0, NONE);
                for (receiver, &weight) in weights.iter().enumerate() {
                    let pair = sender * groups + receiver;
                    let Some(left) = steps.checked_sub(grid.deliveries[pair]) else { continue };
                    let further = steps.checked_sub(grid.gaps[pair]).map_or(0, |left| values[left * groups + sender]);
                    let value = weight + values[left * groups + receiver] + further;
                    if value > most {
                        (most, best) = (value, u16::try_from(receiver).unwrap_or(NONE));
                    }
                }
                values.push(most.min(PLENTY));
                receivers.push(best);
            }
        }
        Self { grid, weights, values, receivers }
    }

    /// S(s, r).
    pub fn at(&self, sender: usize, steps: usize) -> i64 {
        self.values[steps * self.grid.groups + sender]
    }

    /// The fewest steps in which a sender has at least this worth; `None` if the grid has too few steps.
    pub fn steps_for(&self, sender: usize, worth: i64) -> Option<usize> {
        // The worth never falls as the steps grow.
        let (mut short, mut enough) = (0, self.grid.steps + 1);
        while short < enough {
            let middle = short + (enough - short) / 2;
            if self.at(sender, middle) >= worth {
                enough = middle;
            } else {
                short = middle + 1;
            }
        }
        (enough <= self.grid.steps).then_some(enough)
    }

    /// The number of ranks of each group that make up a sender's worth.
    pub fn ranks(&self, sender: usize, steps: usize) -> Vec<f64> {
        let groups = self.grid.groups;
        let mut senders = vec![0.0; (steps + 1) * groups];
        let mut ranks = vec![0.0; groups];
        senders[steps * groups + sender] = 1.0;
        for left in (0..=steps).rev() {
            for sender in 0..groups {
                let count = senders[left * groups + sender];
                let receiver = self.receivers[left * groups + sender];
                if count <= 0.0 || receiver == NONE {
                    continue;
                }
                let receiver = usize::from(receiver);
                let pair = sender * groups + receiver;
                ranks[receiver] += count;
                senders[(left - self.grid.deliveries[pair]) * groups + receiver] += count;
                if let Some(left) = left.checked_sub(self.grid.gaps[pair]) {
                    senders[left * groups + sender] += count;
                }
            }
        }
        ranks
    }

    /// The worth of a send to a rank, with the ticks that remain after its delivery and after the gap.
    pub fn of_send(&self, sender: usize, receiver: usize, informed: u64, further: Option<u64>) -> i64 {
        let steps = |ticks: u64| usize::try_from(ticks / self.grid.step).unwrap_or(usize::MAX).min(self.grid.steps);
        let further = further.map_or(0, |ticks| self.at(sender, steps(ticks)));
        self.weights[receiver] + self.at(receiver, steps(informed)) + further
    }
}
