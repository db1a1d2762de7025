//! Stages in words.

use logpine_models::model::stage::{Direction, Numbering, Pattern, Stage};

/// The senders and receivers of a stage, in words; `ranks` is the number of all ranks.
pub(super) fn who(stage: &Stage, ranks: u64) -> String {
    match stage.numbering {
        Numbering::Ranks => pattern(stage, ranks),
        Numbering::Hosts => format!("along the hosts, {}", pattern(stage, ranks)),
    }
}

fn pattern(stage: &Stage, ranks: u64) -> String {
    let back = stage.direction == Direction::Backward;
    let (sends, receives) = if back { ("receives from", "sends to") } else { ("sends to", "receives from") };
    match stage.pattern {
        Pattern::Shift { distance } => format!("every rank {sends} {}", around(distance, ranks)),
        Pattern::Shifts { from, to } if from + 1 >= to.min(ranks) => {
            format!("every rank {sends} {}", around(from, ranks))
        }
        Pattern::Shifts { from, to } => {
            format!(
                "every rank {sends} the {} to {} behind it in turn",
                nth(from),
                nth(to.min(ranks).saturating_sub(1))
            )
        }
        Pattern::Pairs { distance: 1, ranks: among } if among == ranks => "neighbours exchange".to_owned(),
        Pattern::Pairs { distance, ranks: among } if among == ranks => format!("ranks {distance} apart exchange"),
        Pattern::Pairs { distance, ranks: among } => format!("ranks {distance} apart among the first {among} exchange"),
        Pattern::Neighbours { from: 0, to: 1 } | Pattern::Rotations { stride: 1, radix: 2 } => {
            "neighbours exchange".to_owned()
        }
        Pattern::Rotations { stride, radix: 2 } => format!("ranks {stride} apart exchange"),
        Pattern::Rotations { stride: 1, radix } => format!("every {radix} neighbours exchange, all with all"),
        Pattern::Rotations { stride, radix } => {
            format!("every {radix} ranks that are {stride} apart exchange, all with all")
        }
        Pattern::Neighbours { .. } => "neighbours exchange, with one side and the other in turn".to_owned(),
        Pattern::Children { step, stride, from, to } if step >= ranks => {
            let last = to.saturating_sub(1).min((ranks - 1) / stride);
            match (from, last) {
                (1, 1) => format!("rank 0 {sends} rank {stride}"),
                _ if stride == 1 => format!("rank 0 {sends} ranks {from} to {last} in turn"),
                _ => format!("rank 0 {sends} ranks {}, ..., {} in turn", from * stride, last * stride),
            }
        }
        Pattern::Children { step, stride, from, to } => {
            let children = children(stage, ranks);
            match to.saturating_sub(from) {
                1 => format!("every {} rank {sends} {}", nth(step), behind(stride * from)),
                _ => format!("every {} rank {sends} {children} ranks, each {stride} apart", nth(step)),
            }
        }
        Pattern::Spread { holders, .. } => match children(stage, ranks) {
            1 => format!("the first {holders} {sends} the next {holders}"),
            children => {
                format!("the first {holders} each {} {children} of those behind them", sends.trim_end_matches('s'))
            }
        },
        Pattern::Block { first, count: 1, distance: 1 }
            if stage.numbering == Numbering::Hosts && first + 2 == ranks =>
        {
            format!("the last rank but one {sends} the last")
        }
        Pattern::Block { first, count: 1, distance } => {
            format!("rank {first} {sends} rank {}", first + distance)
        }
        Pattern::Block { first, count, distance } => {
            format!("ranks {first} to {}: each {sends} {}", first + count - 1, behind(distance))
        }
        Pattern::Chain { segments } => {
            format!("every rank {receives} the one before it and {sends} the next, {segments} segments")
        }
        Pattern::KAry { fanout, segments: 1 } => format!("every rank {sends} up to {fanout} children in turn"),
        Pattern::KAry { fanout, segments } => {
            format!("every rank {receives} its parent and {sends} up to {fanout} children, {segments} segments")
        }
        Pattern::KAryEnd { .. } => format!("each of the last ranks {receives} its parent"),
    }
}

/// A rank by its distance around the ring, the shorter way.
fn around(distance: u64, ranks: u64) -> String {
    match ranks.saturating_sub(distance) {
        1 if distance > 1 => "the one before it".to_owned(),
        before if before < distance => format!("the {} before it", nth(before)),
        _ => behind(distance),
    }
}

/// A rank by its distance.
fn behind(distance: u64) -> String {
    if distance == 1 { "the next".to_owned() } else { format!("the {} behind it", nth(distance)) }
}

/// The number of stages of a level: one for each child of a sender.
fn children(stage: &Stage, ranks: u64) -> u64 {
    stage.pattern.stages(ranks)
}

/// `1st`, `2nd`, `3rd`, `4th`.
fn nth(number: u64) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
