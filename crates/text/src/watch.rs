//! The watch over long work: it sees how far the work is, and says when it is to end.

/// An observer of long work, and the limit on it.
///
/// What stops early gives the best that it has found, with a bound that holds; what has no answer before its end says how far it came.
pub trait Watch: Sync {
    /// Reports that `done` of at most `of` parts of the work are done: operations of an execution, cells of a map.
    fn progress(&self, done: u64, of: u64) {
        let _ = (done, of);
    }

    /// Reports the end of a step.
    fn step(&self, name: &'static str) {
        let _ = name;
    }

    /// True if the work is to end now. Long work asks several times a second.
    fn is_over(&self) -> bool {
        false
    }
}

/// No observer, and no limit.
impl Watch for () {}

/// Work that is over before it begins.
pub struct Over;

impl Watch for Over {
    fn is_over(&self) -> bool {
        true
    }
}

/// Work that is over after a number of questions.
pub struct OverAfter(std::sync::atomic::AtomicU64);

impl OverAfter {
    /// So many questions are answered with no.
    #[must_use]
    pub fn new(questions: u64) -> Self {
        Self(questions.into())
    }
}

impl Watch for OverAfter {
    fn is_over(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}
