//! The messages among ranks. This file is the only user of the MPI binding: another binding changes this file alone.

use logpine::request::MpiCollective;

/// The messages among the ranks of a job, as one of them sends and receives them. Tags are at most [`LARGEST_TAG`].
pub trait Wire {
    /// The number of this rank, from 0.
    fn rank(&self) -> u32;

    /// P: the number of ranks.
    fn size(&self) -> u32;

    /// Posts all receptions, then all sends in their order, and waits for all of them.
    ///
    /// # Errors
    /// [`WireError`] if a message fails, or is longer than its room.
    fn exchange(&self, receives: Vec<Incoming<'_>>, sends: &[Outgoing<'_>]) -> Result<(), WireError>;

    /// Sends a message, and returns once its bytes may be changed.
    ///
    /// # Errors
    /// [`WireError`] if it fails.
    fn send(&self, to: u32, tag: u32, bytes: &[u8]) -> Result<(), WireError>;

    /// Receives a message of that many bytes.
    ///
    /// # Errors
    /// [`WireError`] if it fails, or the message is longer.
    fn receive(&self, from: u32, tag: u32, bytes: &mut [u8]) -> Result<(), WireError>;

    /// Waits until all ranks are here.
    ///
    /// # Errors
    /// [`WireError`] if it fails.
    fn barrier(&self) -> Result<(), WireError>;

    /// Executes a collective as the library does by itself: `own` is what the rank contributes, `result` what it gets. Combinations are
    /// sums of bytes modulo 256.
    ///
    /// # Errors
    /// [`WireError`] if the library has no such collective, or it fails.
    fn library(&self, collective: MpiCollective, root: u32, own: &[u8], result: &mut [u8]) -> Result<(), WireError>;

    /// The first ranks as a job of their own; `None` on the others. All ranks call it.
    ///
    /// # Errors
    /// [`WireError`] if it fails.
    fn first(&self, ranks: u32) -> Result<Option<Box<dyn Wire + '_>>, WireError>;

    /// The name of the host of this rank.
    fn host(&self) -> String;

    /// The name and the version of the library, in one line.
    fn library_version(&self) -> String;
}

/// The largest tag that every MPI library allows.
pub const LARGEST_TAG: u32 = 32_767;

/// A message to receive.
#[derive(Debug)]
pub struct Incoming<'a> {
    /// The sender.
    pub from: u32,
    /// The tag.
    pub tag: u32,
    /// The room for its bytes.
    pub bytes: &'a mut [u8],
}

/// A message to send.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// The receiver.
    pub to: u32,
    /// The tag.
    pub tag: u32,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// A message, or a call of the library, that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(pub String);

#[cfg(feature = "mpi")]
pub use of_mpi::Session;

#[cfg(feature = "mpi")]
mod of_mpi {
    use super::{Incoming, Outgoing, Wire, WireError};
    use ferrompi::{Communicator, Mpi, ReduceOp, scope};
    use logpine::request::MpiCollective;

    /// MPI, from its beginning to its end.
    pub struct Session(Mpi);

    /// The ranks of a communicator.
    pub struct World(Communicator);

    impl From<ferrompi::Error> for WireError {
        fn from(error: ferrompi::Error) -> Self {
            Self(error.to_string())
        }
    }

    impl Session {
        /// Starts MPI.
        ///
        /// # Errors
        /// [`WireError`] if it cannot be started.
        pub fn start() -> Result<Self, WireError> {
            Ok(Self(Mpi::init()?))
        }

        /// All ranks of the job. Their messages cannot mix with those of the library, or of another communicator.
        ///
        /// # Errors
        /// [`WireError`] if there are no further communicators.
        pub fn world(&self) -> Result<World, WireError> {
            Ok(World(self.0.world().duplicate()?))
        }

        /// All ranks of the job, by the communicator that the library has from its beginning: no message is needed to make it.
        #[must_use]
        pub fn library_world(&self) -> World {
            World(self.0.world())
        }

        /// Ends all ranks of the job, whatever they wait for.
        pub fn abort(&self, code: i32) -> ! {
            self.0.world().abort(code)
        }
    }

    /// A rank or a tag as MPI counts them. Ranks and tags are less than 2^31.
    fn number(of: u32) -> i32 {
        i32::try_from(of).unwrap_or(i32::MAX)
    }

    impl Wire for World {
        fn rank(&self) -> u32 {
            u32::try_from(self.0.rank()).unwrap_or(0)
        }

        fn size(&self) -> u32 {
            u32::try_from(self.0.size()).unwrap_or(1)
        }

        fn exchange(&self, receives: Vec<Incoming<'_>>, sends: &[Outgoing<'_>]) -> Result<(), WireError> {
            match (receives.as_slice(), sends) {
                // One message is sent or received at once, without a request.
                ([], [sent]) => return self.send(sent.to, sent.tag, sent.bytes),
                ([_], []) => {
                    return receives.into_iter().try_for_each(|of| self.receive(of.from, of.tag, of.bytes));
                }
                _ => {}
            }
            scope(|scope| {
                for Incoming { from, tag, bytes } in receives {
                    self.0.irecv(scope, bytes, number(from), number(tag))?;
                }
                for &Outgoing { to, tag, bytes } in sends {
                    self.0.isend(scope, bytes, number(to), number(tag))?;
                }
                Ok(())
            })?;
            Ok(())
        }

        fn send(&self, to: u32, tag: u32, bytes: &[u8]) -> Result<(), WireError> {
            Ok(self.0.send(bytes, number(to), number(tag))?)
        }

        fn receive(&self, from: u32, tag: u32, bytes: &mut [u8]) -> Result<(), WireError> {
            self.0.recv(bytes, number(from), number(tag))?;
            Ok(())
        }

        fn barrier(&self) -> Result<(), WireError> {
            Ok(self.0.barrier()?)
        }

        fn library(
            &self,
            collective: MpiCollective,
            root: u32,
            own: &[u8],
            result: &mut [u8],
        ) -> Result<(), WireError> {
            let (of, root) = (&self.0, number(root));
            match collective {
                MpiCollective::Bcast => of.broadcast(result, root),
                MpiCollective::Reduce => of.reduce(own, result, ReduceOp::Sum, root),
                MpiCollective::Scatter => of.scatter(own, result, root),
                MpiCollective::Gather => of.gather(own, result, root),
                MpiCollective::Allgather => of.allgather(own, result),
                MpiCollective::ReduceScatter => of.reduce_scatter_block(own, result, ReduceOp::Sum),
                MpiCollective::Allreduce => of.allreduce(own, result, ReduceOp::Sum),
                MpiCollective::Alltoall => of.alltoall(own, result),
                MpiCollective::Barrier => of.barrier(),
            }
            .map_err(WireError::from)
        }

        fn first(&self, ranks: u32) -> Result<Option<Box<dyn Wire + '_>>, WireError> {
            let part = self.0.split((self.rank() < ranks).then_some(0), self.0.rank())?;
            Ok(part.map(|part| Box::new(World(part)) as Box<dyn Wire>))
        }

        fn host(&self) -> String {
            self.0.processor_name().unwrap_or_else(|_| "unknown".to_owned())
        }

        fn library_version(&self) -> String {
            // MPICH adds how it was configured, on further lines.
            let version =
                Mpi::library_version().unwrap_or_else(|_| "an MPI library that does not say its name".to_owned());
            version.split(['\n', ',']).next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}
