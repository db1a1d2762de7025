//! Ranks as threads of one process: all commands can be tried, and tested, without MPI.

use crate::wire::{Incoming, Outgoing, Wire, WireError};
use logpine::request::MpiCollective;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest wait for a message. A rank that waits longer waits for a rank that has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The tag of the messages of [`Wire::barrier`] and [`Wire::library`], which no other message has.
const OF_LIBRARY: u32 = u32::MAX;

/// Sender, receiver and tag of messages.
type Ends = (u32, u32, u32);

/// The messages that were sent and not yet received. Messages with the same ends are received in the order in which they were sent.
#[derive(Default)]
struct Post {
    boxes: Mutex<HashMap<Ends, VecDeque<Vec<u8>>>>,
    arrival: Condvar,
}

/// A rank among threads.
pub struct Thread {
    post: Arc<Post>,
    rank: u32,
    size: u32,
}

/// Runs a function on every rank, each in a thread, and returns the results in the order of the ranks.
pub fn on_threads<T: Send>(ranks: u32, run: impl Fn(&Thread) -> T + Sync) -> Vec<T> {
    let post = Arc::new(Post::default());
    let threads = (0..ranks).map(|rank| Thread { post: post.clone(), rank, size: ranks });
    std::thread::scope(|scope| {
        let run = &run;
        let started: Vec<_> = threads.map(|thread| scope.spawn(move || run(&thread))).collect();
        let ended = started.into_iter().map(std::thread::ScopedJoinHandle::join);
        ended.map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

impl Thread {
    fn post(&self, to: u32, tag: u32, bytes: Vec<u8>) {
        let mut boxes = self.post.boxes.lock().unwrap_or_else(PoisonError::into_inner);
        boxes.entry((self.rank, to, tag)).or_default().push_back(bytes);
        self.post.arrival.notify_all();
    }

    fn take(&self, from: u32, tag: u32) -> Result<Vec<u8>, WireError> {
        let until = Instant::now() + PATIENCE;
        let mut boxes = self.post.boxes.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(message) = boxes.get_mut(&(from, self.rank, tag)).and_then(VecDeque::pop_front) {
                return Ok(message);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = PATIENCE.as_secs();
                return Err(WireError(format!("no message from rank {from} in {seconds} s")));
            }
            boxes = self.post.arrival.wait_timeout(boxes, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Wire for Thread {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn exchange(&self, receives: Vec<Incoming<'_>>, sends: &[Outgoing<'_>]) -> Result<(), WireError> {
        sends.iter().try_for_each(|sent| self.send(sent.to, sent.tag, sent.bytes))?;
        receives.into_iter().try_for_each(|received| self.receive(received.from, received.tag, received.bytes))
    }

    fn send(&self, to: u32, tag: u32, bytes: &[u8]) -> Result<(), WireError> {
        self.post(to, tag, bytes.to_vec());
        Ok(())
    }

    fn receive(&self, from: u32, tag: u32, bytes: &mut [u8]) -> Result<(), WireError> {
        let message = self.take(from, tag)?;
        let (found, room) = (message.len(), bytes.len());
        if found != room {
            return Err(WireError(format!("a message of {found} bytes from rank {from} for {room} bytes")));
        }
        bytes.copy_from_slice(&message);
        Ok(())
    }

    fn barrier(&self) -> Result<(), WireError> {
        self.library(MpiCollective::Barrier, 0, &[], &mut [])
    }

    /// Rank 0 gathers what all contribute, and makes the result of each.
    fn library(&self, collective: MpiCollective, root: u32, own: &[u8], result: &mut [u8]) -> Result<(), WireError> {
        let own = if collective == MpiCollective::Bcast { result.to_vec() } else { own.to_vec() };
        let mine = if self.rank == 0 {
            let others = (1..self.size).map(|from| self.take(from, OF_LIBRARY));
            let all = std::iter::once(Ok(own)).chain(others).collect::<Result<Vec<_>, _>>()?;
            for to in 1..self.size {
                self.post(to, OF_LIBRARY, of_rank(collective, root, &all, to));
            }
            of_rank(collective, root, &all, 0)
        } else {
            self.post(0, OF_LIBRARY, own);
            self.take(0, OF_LIBRARY)?
        };
        if mine.len() != result.len() {
            let (found, room) = (mine.len(), result.len());
            return Err(WireError(format!("{}: {found} bytes for {room}", collective.name())));
        }
        result.copy_from_slice(&mine);
        Ok(())
    }

    fn first(&self, ranks: u32) -> Result<Option<Box<dyn Wire + '_>>, WireError> {
        let part = || Self { post: self.post.clone(), rank: self.rank, size: ranks };
        Ok((self.rank < ranks).then(|| Box::new(part()) as Box<dyn Wire>))
    }

    fn host(&self) -> String {
        "this-process".to_owned()
    }

    fn library_version(&self) -> String {
        format!("logpine {}, ranks as threads", env!("CARGO_PKG_VERSION"))
    }
}

/// The result of a collective at a rank, from what all ranks contribute.
fn of_rank(collective: MpiCollective, root: u32, all: &[Vec<u8>], rank: u32) -> Vec<u8> {
    let (rank, ranks) = (rank as usize, all.len());
    let is_root = rank == root as usize;
    let part = |of: &[u8]| of[rank * of.len() / ranks..(rank + 1) * of.len() / ranks].to_vec();
    let sum =
        || (0..all[0].len()).map(|at| all.iter().fold(0u8, |sum, of| sum.wrapping_add(of[at]))).collect::<Vec<u8>>();
    match collective {
        MpiCollective::Bcast => all[root as usize].clone(),
        MpiCollective::Scatter => part(&all[root as usize]),
        MpiCollective::Reduce if is_root => sum(),
        MpiCollective::Gather if is_root => all.concat(),
        MpiCollective::Reduce | MpiCollective::Gather | MpiCollective::Barrier => Vec::new(),
        MpiCollective::Allgather => all.concat(),
        MpiCollective::ReduceScatter => part(&sum()),
        MpiCollective::Allreduce => sum(),
        MpiCollective::Alltoall => all.iter().flat_map(|of| part(of)).collect(),
    }
}
