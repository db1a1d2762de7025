//! Errors of one block, one rank or one byte are found.

use crate::tests::engines::stages::{follow, program, staged};
use logpine::request::{Layout, MpiCollective, MpiJob};
use logpine_check::stages::{Explicit, explicit, meaning};
use logpine_collectives::collective::members;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::model::stage::{Pattern, Stage};
use logpine_text::reason::Reason;

/// Members of all families whose stages can be damaged.
fn some() -> impl Iterator<Item = (Staged, Explicit)> {
    let all = MpiCollective::ALL.into_iter();
    let all =
        all.flat_map(|collective| [5, 6, 8, 13].into_iter().flat_map(move |ranks| members(collective, ranks, 40)));
    all.map(|staged| {
        let messages = explicit(&staged).expect("few messages");
        (staged, messages)
    })
}

fn check(staged: &Staged, messages: &Explicit) -> Result<(), Reason> {
    follow(staged, messages, &program(staged, messages))
}

/// True if all ranks that take part know everything in the end, so that no message to them is wasted.
fn spares(staged: &Staged) -> bool {
    // The root sends, and is then sent, all blocks; a barrier's token reaches ranks by more ways than one.
    matches!(staged.family, "scatter-allgather" | "gather-then-bcast" | "dissemination")
}

#[test]
fn a_block_dropped() {
    for (staged, messages) in some().filter(|(staged, _)| !spares(staged)) {
        for stage in 0..messages.len() {
            for round in 0..messages[stage].len() {
                let last = messages[stage][round].len() - 1;
                for at in [0, last] {
                    let mut messages = messages.clone();
                    let sent = &mut messages[stage][round][at];
                    let Some(run) = sent.blocks.pop() else { continue };
                    sent.bytes -= staged.cut.bytes(&run);
                    let wrong = check(&staged, &messages).is_err();
                    let of = format!("{:?} {} ({})", staged.collective, staged.family, staged.parameters);
                    assert!(wrong, "{of}, {} ranks: stage {stage}, round {round}, message {at}", staged.ranks);
                }
            }
        }
    }
}

/// The same pattern one rank farther or nearer.
fn farther(pattern: Pattern) -> Pattern {
    match pattern {
        Pattern::Shift { distance } => Pattern::Shift { distance: distance + 1 },
        Pattern::Shifts { from, to } => Pattern::Shifts { from: from + 1, to },
        Pattern::Pairs { distance, ranks } => Pattern::Pairs { distance, ranks: ranks - 2 * distance },
        Pattern::Rotations { stride, radix } => Pattern::Rotations { stride: stride + 1, radix },
        Pattern::Neighbours { from, to } => Pattern::Neighbours { from: from + 1, to: to + 1 },
        Pattern::Children { step, stride, from, to } => {
            Pattern::Children { step: step + 1, stride: stride + 1, from, to }
        }
        Pattern::Spread { holders, from, to } => Pattern::Spread { holders: holders + 1, from, to },
        Pattern::Block { first, count, distance } => Pattern::Block { first, count, distance: distance - 1 },
        Pattern::Chain { segments } => Pattern::Chain { segments: segments + 1 },
        Pattern::KAry { fanout, segments } => Pattern::KAry { fanout, segments: segments + 1 },
        Pattern::KAryEnd { fanout } => Pattern::KAryEnd { fanout: fanout + 1 },
    }
}

#[test]
fn stages_that_say_something_else() {
    let one_farther = |stage: &mut Stage| stage.pattern = farther(stage.pattern);
    let turned = |stage: &mut Stage| *stage = stage.backward();
    let longer = |stage: &mut Stage| stage.bytes += 1;
    let repeated = |stage: &mut Stage| stage.repeat += 1;
    let changes: [fn(&mut Stage); 4] = [one_farther, turned, longer, repeated];
    for (staged, messages) in some() {
        for index in 0..staged.stages.len() {
            for (kind, change) in changes.iter().enumerate() {
                let mut wrong = staged.clone();
                change(&mut wrong.stages[index]);
                let before = staged.stages[index];
                // All distances are the same set, in the same order, the other way.
                let undirected = matches!(
                    before.pattern,
                    Pattern::Pairs { .. } | Pattern::Shifts { .. } | Pattern::Rotations { .. }
                ) || matches!(before.pattern, Pattern::Neighbours { from, to } if (to - from) % 2 == 1)
                    || matches!(before.pattern, Pattern::Shift { distance } if 2 * distance == staged.ranks);
                if kind == 1 && undirected {
                    continue;
                }
                let of = format!("{:?} {}, {} ranks, stage {index}", staged.collective, staged.family, staged.ranks);
                assert!(check(&wrong, &messages).is_err(), "{of}, change {kind}");
            }
        }
    }
}

/// Stages of fewer ranks, of fewer bytes or of another collective are not those of the job, however right they are.
#[test]
fn stages_of_another_question() {
    let job = |collective, ranks, bytes| {
        MpiJob::new(collective, Layout::one_host(ranks).expect("ranks"), Some(bytes)).expect("a job")
    };
    for collective in MpiCollective::ALL.into_iter().filter(|&collective| collective != MpiCollective::Barrier) {
        for staged in members(collective, 6, 40) {
            let messages = explicit(&staged).expect("few");
            let of = |job: &MpiJob| meaning(job, &staged, &messages).err();
            assert_eq!(of(&job(collective, 6, 40)), None, "{collective:?} {}", staged.family);
            for (ranks, bytes) in [(7, 40), (5, 40), (6, 41), (6, 20)] {
                assert_eq!(
                    of(&job(collective, ranks, bytes)),
                    Some(Reason::new(
                        "the stages are for another collective, number of ranks or size than the request"
                    )),
                    "{collective:?}"
                );
            }
        }
    }
    let scatter = staged(MpiCollective::Scatter, "binomial", 6, 40);
    let gather = job(MpiCollective::Gather, 6, 40);
    let fault = meaning(&gather, &scatter, &explicit(&scatter).expect("few"));
    assert_eq!(
        fault.err(),
        Some(Reason::new("the stages are for another collective, number of ranks or size than the request"))
    );
}
