//! A collective executed again and again, with every byte checked, and timed.

use crate::data::{Contents, Operator};
use crate::execute::{Executor, zeros};
use crate::failure::Failure;
use crate::share::{from_root, to_root};
use crate::times::{Repetitions, Times};
use crate::wire::Wire;
use logpine::answer::RankProgram;
use logpine::request::MpiCollective;
use std::time::Instant;

/// Microseconds since then.
#[must_use]
pub fn since(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e6
}

/// A collective to execute.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The collective.
    pub collective: MpiCollective,
    /// The root of collectives that have one.
    pub root: u32,
    /// The operator of reductions.
    pub operator: Operator,
}

/// Executes a program on all ranks. Each repetition begins after a barrier, has data of its own, and is followed by a check of every byte
/// of every rank, which is not timed. The times are known at rank 0.
///
/// # Errors
/// [`Failure::Fault`] if some rank has wrong data, [`Failure::Wire`] if a message fails.
pub fn of_program(
    wire: &dyn Wire,
    subject: Subject,
    program: &RankProgram,
    repetitions: &Repetitions,
) -> Result<Option<Times>, Failure> {
    let Subject { collective, root, operator } = subject;
    // The program's rank: that of the job counted from the root.
    let rank = (wire.rank() + wire.size() - root) % wire.size();
    let mut contents = Contents::new(collective.combines().then_some(operator), wire.size());
    let mut executor = agreed(wire, Executor::new(program, operator, root))?;
    let mut fault = None;
    let times = repetitions.repeat::<Failure>(wire, || {
        contents.next_round();
        contents.fill(rank, program, &mut executor.buffer);
        wire.barrier()?;
        let begun = Instant::now();
        executor.run(wire)?;
        let time = since(begun);
        if fault.is_none()
            && let Some((of, expected, found)) = contents.wrong(program, &executor.buffer)
        {
            fault = Some(format!("rank {}: byte {of} is {found}, not {expected}", wire.rank()));
        }
        Ok(time)
    })?;
    let faults: Vec<String> = to_root(wire, &fault)?.into_iter().flatten().collect();
    let fault = from_root(wire, || faults.first().cloned())?;
    match fault {
        Some(fault) => Err(Failure::Fault(format!("{} among {} ranks: {fault}", collective.name(), wire.size()))),
        None => Ok(Times::of(&times)),
    }
}

/// Returns the memory, or fails at every rank if any rank has none.
///
/// # Errors
/// [`Failure::No`] if a rank has none.
pub fn agreed<T>(wire: &dyn Wire, own: Option<T>) -> Result<T, Failure> {
    let everyone = to_root(wire, &own.is_some())?;
    let suffices = from_root(wire, || everyone.iter().all(|&has| has))?;
    let failure = || Failure::No("there is no memory for the data of all ranks; give a smaller --bytes".to_owned());
    own.filter(|_| suffices).ok_or_else(failure)
}

/// The bytes that a rank needs for a collective of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// For what it contributes.
    pub own: usize,
    /// For what it gets.
    pub result: usize,
}

/// The bytes that a rank needs. A reduce-scatter is of blocks of equal size, rounded up.
///
/// # Errors
/// [`Failure::Input`] if they exceed memory, at all ranks.
pub fn rooms(collective: MpiCollective, bytes: u64, ranks: u32, is_root: bool) -> Result<Rooms, Failure> {
    let bytes = usize::try_from(bytes).map_err(|error| Failure::Input(error.to_string()))?;
    let ranks = ranks as usize;
    let at_root = |bytes: usize| if is_root { bytes } else { 0 };
    let all =
        bytes.checked_mul(ranks).ok_or_else(|| Failure::Input("the blocks of all ranks exceed memory".to_owned()))?;
    let (own, result) = match collective {
        MpiCollective::Bcast => (0, bytes),
        MpiCollective::Reduce => (bytes, at_root(bytes)),
        MpiCollective::Scatter => (at_root(all), bytes),
        MpiCollective::Gather => (bytes, at_root(all)),
        MpiCollective::Allgather => (bytes, all),
        MpiCollective::ReduceScatter => (bytes.next_multiple_of(ranks), bytes.div_ceil(ranks)),
        MpiCollective::Allreduce => (bytes, bytes),
        MpiCollective::Alltoall => (all, all),
        MpiCollective::Barrier => (0, 0),
    };
    Ok(Rooms { own, result })
}

/// Executes the library's own collective in the same way, without a check of its data.
///
/// # Errors
/// [`Failure::Wire`] if the library fails.
pub fn of_library(
    wire: &dyn Wire,
    subject: Subject,
    bytes: u64,
    repetitions: &Repetitions,
) -> Result<Option<Times>, Failure> {
    let Subject { collective, root, .. } = subject;
    let rooms = rooms(collective, bytes, wire.size(), wire.rank() == root)?;
    let (mut own, mut result) = agreed(wire, zeros(rooms.own).zip(zeros(rooms.result)))?;
    let times = repetitions.repeat::<Failure>(wire, || {
        own.fill(1);
        result.fill(0);
        wire.barrier()?;
        let begun = Instant::now();
        wire.library(collective, root, &own, &mut result)?;
        Ok(since(begun))
    })?;
    Ok(Times::of(&times))
}
