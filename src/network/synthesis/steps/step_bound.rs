//! Bounds on steps, and the node times that prove them.

/// A number of steps that no schedule can do with less, and node times that prove it.
///
/// Call a vertex late from its time on: a block that starts at a source of time 0 is at a late vertex, and to be at a
/// sink of time `steps` or more at the end of step `steps` - 1, it has to go from a vertex that is late to one that is
/// not yet. Over an arc from x to y of latency l it can do so if it leaves at the end of step `times[x]` or later and
/// arrives before the end of step `times[y]`: in `times[y] - times[x] - l` steps, if that is positive. So if the
/// capacities of all arcs, times these numbers, are less than the blocks whose source has time 0 and which some rank
/// with a time of `steps` or more needs, then at least `steps` steps are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepBound {
    /// The number of steps.
    pub steps: u32,
    /// The time of each vertex, relays included: at most `steps`.
    pub times: Vec<u32>,
}
