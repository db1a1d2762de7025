//! The checker accepts exactly the schedules that brute force over all orders of execution accepts, and fewer only if results
//! are copied.

use crate::tests::execution::checker::changes::{apply, every_change};
use crate::tests::execution::checker::draft::Draft;
use crate::tests::execution::checker::oracle::accepts;
use crate::tests::execution::checker::valid::{Valid, tiny};
use logpine::request::MpiCollective;
use logpine_check::schedule::{Execution, Meaning, check, check_meaning};
use proptest::prelude::*;

/// True if both accept; fails if they differ.
fn agreed(draft: &Draft, meaning: &Meaning, of: &str) -> bool {
    let schedule = draft.schedule();
    let both = Execution::ALL.map(|execution| {
        let (found, expected) = (check_meaning(&schedule, meaning, execution), accepts(&schedule, meaning, execution));
        // If partial results are copied, a swap of operations may have no effect; such a schedule may be refused.
        let is_exact = !is_copied(meaning.collective) || (found.is_ok() && !expected);
        assert!(!is_exact || found.is_ok() == expected, "{of}: {found:?} in {execution} of {draft:#?}");
        found.is_ok()
    });
    assert_eq!(check(&schedule, meaning).is_ok(), both == [true; 2], "{of}");
    both == [true; 2]
}

const fn is_copied(collective: MpiCollective) -> bool {
    matches!(collective, MpiCollective::Allreduce | MpiCollective::ReduceScatter | MpiCollective::Barrier)
}

#[test]
fn of_every_single_change_of_tiny_schedules() {
    for Valid { name, schedule, meaning } in tiny() {
        let draft = Draft::of(&schedule);
        assert!(agreed(&draft, &meaning, &name));
        let (mut accepted, mut rejected) = (0, 0);
        for change in every_change(&draft) {
            if let Some(changed) = apply(change, &draft) {
                let count = if agreed(&changed, &meaning, &format!("{name}, {change:?}")) {
                    &mut accepted
                } else {
                    &mut rejected
                };
                *count += 1;
            }
        }
        // Neither answer is always right.
        assert!(accepted > 0 && rejected > 5 * accepted / 10, "{name}: {accepted} accepted, {rejected} rejected");
    }
}

/// Several changes of a tiny schedule, and its meaning.
fn changed(
    which: prop::sample::Index,
    picks: &[prop::sample::Index],
    messages_break: bool,
) -> (String, Draft, Meaning) {
    let valid = tiny();
    let Valid { name, schedule, meaning } = which.get(&valid);
    let (mut draft, mut of) = (Draft::of(schedule), name.clone());
    for pick in picks {
        let mut changes = every_change(&draft);
        changes.retain(|change| messages_break || !change.breaks_a_message(&draft));
        if let Some(&change) = changes.get(pick.index(changes.len().max(1))) {
            draft = apply(change, &draft).unwrap_or(draft);
            of = format!("{of}, {change:?}");
        }
    }
    (of, draft, meaning.clone())
}

fn picks() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 2..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Later changes may mend what earlier ones broke.
    #[test]
    fn of_several_changes(which: prop::sample::Index, picks in picks()) {
        let (of, draft, meaning) = changed(which, &picks, true);
        agreed(&draft, &meaning, &of);
    }

    /// More decisions are left if messages stay whole.
    #[test]
    fn of_several_changes_of_order_and_contents(which: prop::sample::Index, picks in picks()) {
        let (of, draft, meaning) = changed(which, &picks, false);
        agreed(&draft, &meaning, &of);
    }
}
