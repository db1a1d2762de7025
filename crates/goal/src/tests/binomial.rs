//! A large schedule that takes a few lines.

use logpine_collectives::schedule::{Dependency, Operation, Schedule, ScheduleBuilder};

/// A binomial broadcast of one byte: rank r receives from r without its highest bit, and sends to r + 2^i for all larger i,
/// each send behind the one before.
pub fn binomial(ranks: u32) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few");
        let bits = u32::BITS - rank.leading_zeros();
        let mut last = None;
        if rank > 0 {
            let receive = Operation::Receive { from: rank - (1 << (bits - 1)), bytes: 1, tag: 0 };
            last = Some(builder.push(receive).expect("few"));
        }
        for to in (bits..u32::BITS).map(|bit| rank + (1 << bit)).take_while(|&to| to < ranks) {
            let send = builder.push(Operation::Send { to, bytes: 1, tag: 0 }).expect("few");
            if let Some(last) = last {
                builder.require(send, Dependency::Done(last));
            }
            last = Some(send);
        }
    }
    builder.finish().expect("few")
}
