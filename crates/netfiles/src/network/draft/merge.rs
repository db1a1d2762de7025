//! Links that are in a file several times.

use super::Draft;
use logpine_network::LinkKind;
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use logpine_text::units::{Clock, Rate};
use rustc_hash::FxHashMap;

impl Draft {
    /// Takes raw speeds for bandwidths if all links have one.
    pub(super) fn take_raw_speeds(&mut self) {
        let have = self.links.iter().filter(|link| link.times.raw_speed.is_some()).count();
        let links = self.links.len();
        if have > 0 && have < links {
            self.notes.push(format!("`LinkSpeedRaw` is not read: it is a number above 0 for {have} of {links} links"));
        }
        for link in &mut self.links {
            let speed = link.times.raw_speed.take().filter(|_| have == links);
            link.times.per_byte = link.times.per_byte.or(speed.map(|rate| (Clock::Second, rate)));
        }
    }

    /// Merges links that are there several times: a link that is listed from both ends is one, and parallel links are one that
    /// carries as much as all of them.
    pub(super) fn merge(&mut self) -> Result<(), Found> {
        /// A kept link, and how often it is there in its direction and in the other.
        struct Kept {
            at: usize,
            ways: [u32; 2],
        }
        let mut kept: FxHashMap<[u32; 2], Kept> = FxHashMap::default();
        // The rates that parallel links add to a kept one.
        let mut faster: Vec<(usize, Rate)> = Vec::new();
        let mut is_dropped = vec![false; self.links.len()];
        for (at, link) in self.links.iter().enumerate() {
            let mut ends = link.ends;
            if self.kind == LinkKind::Undirected {
                ends.sort_unstable();
            }
            let Some(first) = kept.get_mut(&ends) else {
                kept.insert(ends, Kept { at, ways: [1, 0] });
                continue;
            };
            let is_back = self.links[first.at].ends != link.ends;
            if self.links[first.at].times != link.times {
                if is_back {
                    let [from, to] = self.links[first.at].ends.map(|end| short(&self.nodes[end as usize].name));
                    let what = format_args!(
                        "the link from {from} to {to} is not the same as the one back, and links here carry messages both ways; begin the file with `#! directed`, or say in its own way that it is a directed graph"
                    );
                    return Err(Found::new(link.span.clone(), what));
                }
                let times = self.links[first.at].times;
                if times.per_byte.is_none()
                    || link.times.per_byte.is_none()
                    || times.latency != link.times.latency
                    || times.capacity != link.times.capacity
                {
                    continue;
                }
            }
            let is_parallel = !is_back || first.ways[1] > 0;
            if let Some((_, rate)) = link.times.per_byte.filter(|_| is_parallel) {
                faster.push((first.at, rate));
            }
            first.ways[usize::from(is_back)] += 1;
            is_dropped[at] = true;
        }
        let mut merged: Vec<(usize, [u32; 2])> = kept
            .into_values()
            .filter(|kept| kept.ways.iter().sum::<u32>() > 1)
            .map(|kept| (kept.at, kept.ways))
            .collect();
        merged.sort_unstable();
        self.note_merged(&merged);
        for &(at, rate) in &faster {
            if let Some((_, first)) = &mut self.links[at].times.per_byte {
                *first = of_both(*first, rate);
            }
        }
        let parallel = |ways: &[u32; 2]| ways[0].max(ways[1]);
        let of_one = faster.is_empty() && merged.iter().any(|(_, ways)| parallel(ways) > 1);
        if of_one && self.links.iter().all(|link| link.times.capacity.is_none()) {
            self.links.iter_mut().for_each(|link| link.times.capacity = Some(1));
        }
        for (at, ways) in &merged {
            if let Some(capacity) = &mut self.links[*at].times.capacity {
                *capacity = capacity.saturating_mul(parallel(ways));
            }
        }
        let mut dropped = is_dropped.into_iter();
        self.links.retain(|_| !dropped.next().unwrap_or(false));
        Ok(())
    }

    /// Says which links were merged.
    fn note_merged(&mut self, merged: &[(usize, [u32; 2])]) {
        let name = |at: usize| {
            let [from, to] = self.links[at].ends.map(|end| short(&self.nodes[end as usize].name));
            format!("{from} and {to}")
        };
        let further = |count: usize| {
            if count > 1 { format!(", and {} further pairs of nodes", count - 1) } else { String::new() }
        };
        let both: Vec<usize> = merged.iter().filter(|(_, ways)| ways[1] > 0).map(|&(at, _)| at).collect();
        let parallel: Vec<usize> =
            merged.iter().filter(|(_, ways)| ways[0].max(ways[1]) > 1).map(|&(at, _)| at).collect();
        let notes = [
            both.first().map(|&first| {
                format!(
                    "the link between {}{} is listed in both directions, and is one link that carries messages both ways; if each line is \
                     one direction, begin the file with `#! directed`, or say in its own way that it is a directed graph",
                    name(first),
                    further(both.len())
                )
            }),
            parallel.first().map(|&first| {
                format!(
                    "the parallel links between {}{} are merged into one with the capacity of all; `network simulate` sends over it as over one link",
                    name(first),
                    further(parallel.len())
                )
            }),
        ];
        self.notes.extend(notes.into_iter().flatten());
    }
}

/// The time per byte of two parallel links, rounded to a millionth of a tick.
fn of_both(one: Rate, other: Rate) -> Rate {
    const MILLION: f64 = 1e6;
    let (one, other) = (one.to_f64(), other.to_f64());
    let ticks = if one > 0.0 && other > 0.0 { one * other / (one + other) } else { 0.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below the larger rate, and not negative"
    )]
    let digits = (ticks * MILLION).round() as u64;
    Rate::from_digits(digits, 6).unwrap_or_default()
}
