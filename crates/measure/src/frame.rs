//! Messages between a process and its parent: a kind, a length, and the fields in little-endian order.

use super::clock::Nanoseconds;

/// The bytes before the fields: the kind and the length.
pub const HEAD: usize = 5;
/// The longest message.
pub const LONGEST: usize = (16 << 20) + 64;

/// The random bytes of a challenge.
pub type Nonce = [u8; 32];
/// The proof that a process knows the token.
pub type Proof = [u8; 32];

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A parent's first words: random bytes, by which a child proves that it knows the token.
    Challenge(Nonce),
    /// A child's answer: its place, the proof, and its version.
    Hello { child: u32, proof: Proof, version: String },
    /// A parent's answer to them.
    Welcome,
    /// A child's subtree is complete.
    Ready,
    /// Something went wrong in a child's subtree.
    Fault(String),
    /// A parent's order to compare clocks, all down the subtree.
    Synchronise,
    /// A child's question for the time.
    Ping,
    /// The parent's time.
    Pong(Nanoseconds),
    /// A child's subtree has compared its clocks; the largest error there.
    Synchronised(Nanoseconds),
    /// A parent's order to send a wave.
    Wave(Wave),
    /// A wave on its way up.
    Combined(Combined),
    /// A message there, and the same back, outside any wave; the time it left on the parent's clock.
    Echo { left: Nanoseconds, data: Vec<u8> },
    /// A parent's order to end.
    End,
}

/// An order to send a wave. Times are on the parent's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The number of the wave.
    pub number: u32,
    /// The levels of the subtree that take part.
    pub depth: u32,
    /// The time at which leaves begin.
    pub start: Nanoseconds,
    /// The time at which this order left.
    pub left: Nanoseconds,
    /// As many bytes as the wave has.
    pub data: Vec<u8>,
}

/// The wave of a subtree. Times are on the parent's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combined {
    /// The number of the wave.
    pub number: u32,
    /// The leaves combined.
    pub leaves: u64,
    /// The leaves that heard of the wave after its start.
    pub missed: u64,
    /// The time from the start until the first leaf sent its data, and until the last one did.
    pub delays: [Nanoseconds; 2],
    /// The time at which this message left.
    pub left: Nanoseconds,
    /// The sums of the leaves' data, byte by byte.
    pub data: Vec<u8>,
}

impl Combined {
    /// Adds the wave of another subtree.
    pub fn add(&mut self, other: Self) {
        if self.leaves == 0 {
            *self = other;
            return;
        }
        self.leaves += other.leaves;
        self.missed += other.missed;
        self.delays = [self.delays[0].min(other.delays[0]), self.delays[1].max(other.delays[1])];
        for (sum, byte) in self.data.iter_mut().zip(&other.data) {
            *sum = sum.wrapping_add(*byte);
        }
    }
}

impl Frame {
    /// The name in messages.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Challenge(_) => "a challenge",
            Self::Hello { .. } => "a greeting",
            Self::Welcome => "a welcome",
            Self::Ready => "word that its processes are ready",
            Self::Fault(_) => "a fault",
            Self::Synchronise => "an order to compare clocks",
            Self::Ping => "a question for the time",
            Self::Pong(_) => "a time",
            Self::Synchronised(_) => "word that its clocks are compared",
            Self::Wave(_) => "an order to send a wave",
            Self::Combined(_) => "a wave",
            Self::Echo { .. } => "an echo",
            Self::End => "an order to end",
        }
    }

    /// Writes the message behind what is in the buffer.
    pub fn write(&self, buffer: &mut Vec<u8>) {
        let start = buffer.len();
        buffer.extend([self.kind(), 0, 0, 0, 0]);
        let mut put = |bytes: &[u8]| buffer.extend_from_slice(bytes);
        match self {
            Self::Challenge(nonce) => put(nonce),
            Self::Hello { child, proof, version } => {
                put(&child.to_le_bytes());
                put(proof);
                put(version.as_bytes());
            }
            Self::Fault(text) => put(text.as_bytes()),
            Self::Pong(time) | Self::Synchronised(time) => put(&time.to_le_bytes()),
            Self::Wave(Wave { number, depth, start, left, data }) => {
                put(&number.to_le_bytes());
                put(&depth.to_le_bytes());
                put(&start.to_le_bytes());
                put(&left.to_le_bytes());
                put(data);
            }
            Self::Combined(Combined { number, leaves, missed, delays, left, data }) => {
                put(&number.to_le_bytes());
                put(&leaves.to_le_bytes());
                put(&missed.to_le_bytes());
                put(&delays[0].to_le_bytes());
                put(&delays[1].to_le_bytes());
                put(&left.to_le_bytes());
                put(data);
            }
            Self::Echo { left, data } => {
                put(&left.to_le_bytes());
                put(data);
            }
            Self::Welcome | Self::Ready | Self::Synchronise | Self::Ping | Self::End => {}
        }
        let length = u32::try_from(buffer.len() - start - HEAD).unwrap_or(u32::MAX);
        buffer[start + 1..start + HEAD].copy_from_slice(&length.to_le_bytes());
    }

    /// The length of the fields that a head announces; `None` if it is too long.
    pub fn length(head: [u8; HEAD]) -> Option<usize> {
        let [_, length @ ..] = head;
        usize::try_from(u32::from_le_bytes(length)).ok().filter(|&length| length <= LONGEST)
    }

    /// Reads the fields of a message of a kind; `None` if there is no such message.
    pub fn read(kind: u8, fields: &[u8]) -> Option<Self> {
        let mut fields = Fields(fields);
        let frame = match kind {
            b'C' => Self::Challenge(fields.take()?),
            b'H' => Self::Hello {
                child: u32::from_le_bytes(fields.take()?),
                proof: fields.take()?,
                version: std::str::from_utf8(fields.rest()).ok()?.to_owned(),
            },
            b'W' => Self::Welcome,
            b'R' => Self::Ready,
            b'F' => Self::Fault(String::from_utf8_lossy(fields.rest()).into_owned()),
            b'S' => Self::Synchronise,
            b'?' => Self::Ping,
            b'!' => Self::Pong(i64::from_le_bytes(fields.take()?)),
            b's' => Self::Synchronised(i64::from_le_bytes(fields.take()?)),
            b'v' => Self::Wave(Wave {
                number: u32::from_le_bytes(fields.take()?),
                depth: u32::from_le_bytes(fields.take()?),
                start: i64::from_le_bytes(fields.take()?),
                left: i64::from_le_bytes(fields.take()?),
                data: fields.rest().to_vec(),
            }),
            b'^' => Self::Combined(Combined {
                number: u32::from_le_bytes(fields.take()?),
                leaves: u64::from_le_bytes(fields.take()?),
                missed: u64::from_le_bytes(fields.take()?),
                delays: [i64::from_le_bytes(fields.take()?), i64::from_le_bytes(fields.take()?)],
                left: i64::from_le_bytes(fields.take()?),
                data: fields.rest().to_vec(),
            }),
            b'e' => Self::Echo { left: i64::from_le_bytes(fields.take()?), data: fields.rest().to_vec() },
            b'E' => Self::End,
            _ => return None,
        };
        fields.0.is_empty().then_some(frame)
    }

    const fn kind(&self) -> u8 {
        match self {
            Self::Challenge(_) => b'C',
            Self::Hello { .. } => b'H',
            Self::Welcome => b'W',
            Self::Ready => b'R',
            Self::Fault(_) => b'F',
            Self::Synchronise => b'S',
            Self::Ping => b'?',
            Self::Pong(_) => b'!',
            Self::Synchronised(_) => b's',
            Self::Wave(_) => b'v',
            Self::Combined(_) => b'^',
            Self::Echo { .. } => b'e',
            Self::End => b'E',
        }
    }
}

/// The fields of a message that are not read yet.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }

    fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Combined, Frame, HEAD, Wave};
    use proptest::prelude::*;

    fn all() -> Vec<Frame> {
        let wave = Wave { number: 7, depth: 3, start: -5, left: 1 << 40, data: vec![1, 2, 3] };
        let combined = Combined { number: 7, leaves: 9, missed: 1, delays: [-3, 8], left: 4, data: vec![255; 5] };
        vec![
            Frame::Challenge([9; 32]),
            Frame::Hello { child: 3, proof: [5; 32], version: "0.1.0 (1)".to_owned() },
            Frame::Welcome,
            Frame::Ready,
            Frame::Fault("n1: no answer".to_owned()),
            Frame::Synchronise,
            Frame::Ping,
            Frame::Pong(-9),
            Frame::Synchronised(17),
            Frame::Wave(wave),
            Frame::Combined(combined),
            Frame::Echo { left: 5, data: Vec::new() },
            Frame::End,
        ]
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        for frame in all() {
            let mut bytes = Vec::new();
            frame.write(&mut bytes);
            let head = bytes[..HEAD].try_into().expect("a head");
            assert_eq!(Frame::length(head), Some(bytes.len() - HEAD));
            assert_eq!(Frame::read(bytes[0], &bytes[HEAD..]), Some(frame));
        }
        assert_eq!(Frame::length([b'F', 255, 255, 255, 255]), None);
        assert_eq!(Frame::read(b'W', b"more"), None);
    }

    #[test]
    fn waves_add_up() {
        let one = Combined { number: 1, leaves: 1, missed: 0, delays: [3, 3], left: 0, data: vec![200, 1] };
        let other = Combined { delays: [1, 9], leaves: 2, missed: 1, ..one.clone() };
        let mut sum = Combined::default();
        sum.add(one.clone());
        sum.add(other);
        assert_eq!(sum, Combined { leaves: 3, missed: 1, delays: [1, 9], data: vec![144, 2], ..one });
    }

    proptest! {
        #[test]
        fn no_bytes_panic(kind: u8, fields in proptest::collection::vec(any::<u8>(), 0..80)) {
            _ = Frame::read(kind, &fields);
        }
    }
}
