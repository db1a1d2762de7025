//! Connections that have not proved yet that they are children of this process.
//!
//! The parent's first message is a challenge: random bytes, new for each connection. The child answers with its place, its version,
//! and their HMAC-SHA-256 together with the challenge, under the run's token. The token itself never crosses the network, and an answer
//! that somebody has listened to fits no other connection.

use super::frame::{Frame, HEAD, Nonce, Proof};
use super::link::Link;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes of a connection that has proved nothing.
const MOST: usize = 256;
/// The time that a connection has for its proof. A child that is late tries again.
const GREETING: Duration = Duration::from_millis(500);

/// A connection that has proved nothing yet.
#[derive(Debug)]
pub struct Stranger {
    stream: TcpStream,
    host: String,
    nonce: Nonce,
    received: Received,
    since: Instant,
}

/// What a stranger has said so far.
#[derive(Debug)]
pub enum Said {
    /// Nothing whole yet.
    Nothing,
    /// It is a child: its place and its version.
    Child(u32, String),
    /// It is none, or has taken too long.
    Wrong,
}

impl Stranger {
    /// Sends the challenge; `None` if the connection is gone already.
    pub fn new(stream: TcpStream) -> Option<Self> {
        let host = stream.peer_addr().ok()?.to_string();
        let mut nonce = Nonce::default();
        getrandom::fill(&mut nonce).ok()?;
        let mut challenge = Vec::new();
        Frame::Challenge(nonce).write(&mut challenge);
        stream.set_nonblocking(true).ok()?;
        // So few bytes fit into the buffer of a new connection.
        let written = (&stream).write(&challenge).ok()?;
        let stranger = Self { stream, host, nonce, received: Received::default(), since: Instant::now() };
        (written == challenge.len()).then_some(stranger)
    }

    /// Looks at what has come, without waiting for more.
    pub fn look(&mut self, token: &str) -> Said {
        let Ok(frame) = self.received.next(&mut &self.stream) else { return Said::Wrong };
        match frame {
            Some(Frame::Hello { child, proof, version }) if is_proved(token, &self.nonce, child, &version, &proof) => {
                Said::Child(child, version)
            }
            None if self.since.elapsed() < GREETING => Said::Nothing,
            _ => Said::Wrong,
        }
    }

    /// The connection to a child.
    pub fn into_link(self) -> io::Result<Link> {
        Link::new(self.stream, self.host)
    }
}

/// The bytes of a first message.
#[derive(Debug, Default)]
struct Received(Vec<u8>);

impl Received {
    /// The message, once it is whole. Not a byte more is read, and none beyond [`MOST`] is waited for.
    fn next(&mut self, input: &mut impl Read) -> io::Result<Option<Frame>> {
        loop {
            let head = self.0.first_chunk::<HEAD>().copied();
            let length = head.map_or(Some(0), Frame::length).ok_or(ErrorKind::InvalidData)?;
            let (there, size) = (self.0.len(), HEAD + length);
            if size > MOST {
                return Err(ErrorKind::InvalidData.into());
            }
            if let Some([kind, ..]) = head.filter(|_| there == size) {
                return Frame::read(kind, &self.0[HEAD..]).map(Some).ok_or_else(|| ErrorKind::InvalidData.into());
            }
            let mut buffer = [0; MOST];
            match input.read(&mut buffer[..size - there]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => self.0.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }
}

/// A child's answer to a challenge.
pub fn answer(token: &str, nonce: &Nonce, child: u32, version: &str) -> Frame {
    let proof = keyed(token, nonce, child, version).map(|keyed| keyed.finalize().into_bytes().into());
    Frame::Hello { child, proof: proof.unwrap_or_default(), version: version.to_owned() }
}

/// Compares all bytes, so that the time does not tell how many are right.
fn is_proved(token: &str, nonce: &Nonce, child: u32, version: &str, proof: &Proof) -> bool {
    keyed(token, nonce, child, version).is_some_and(|keyed| keyed.verify_slice(proof).is_ok())
}

/// The hash of an answer; a token of any length is a key.
fn keyed(token: &str, nonce: &Nonce, child: u32, version: &str) -> Option<Hmac<Sha256>> {
    let mut keyed = Hmac::<Sha256>::new_from_slice(token.as_bytes()).ok()?;
    keyed.update(nonce);
    keyed.update(&child.to_le_bytes());
    keyed.update(version.as_bytes());
    Some(keyed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that come one at a time, with nothing after each.
    struct Trickle<'a>(&'a [u8], bool);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { self.0.read(&mut buffer[..1]) } else { Err(ErrorKind::WouldBlock.into()) }
        }
    }

    #[test]
    fn whoever_does_not_know_the_token_proves_nothing() {
        let (nonce, other) = ([7; 32], [8; 32]);
        let Frame::Hello { child, proof, version } = answer("secret", &nonce, 3, "1") else { panic!("no answer") };
        let is_right = |token, nonce, child, version| is_proved(token, nonce, child, version, &proof);
        assert!(is_right("secret", &nonce, child, &version));
        assert!(!is_right("Secret", &nonce, 3, "1") && !is_right("", &nonce, 3, "1"), "another token");
        assert!(!is_right("secret", &other, 3, "1"), "the answer of another connection");
        assert!(!is_right("secret", &nonce, 4, "1") && !is_right("secret", &nonce, 3, "2"), "changed on the way");
        assert!(!is_proved("secret", &nonce, 3, "1", &[0; 32]));
    }

    /// The example of RFC 4231, section 4.3.
    #[test]
    fn the_hash_is_that_of_the_standard() {
        let mut keyed = Hmac::<Sha256>::new_from_slice(b"Jefe").expect("any key");
        keyed.update(b"what do ya want for nothing?");
        let found: [u8; 32] = keyed.finalize().into_bytes().into();
        assert_eq!(found[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
    }

    #[test]
    fn no_more_is_read_than_a_greeting_has() {
        let mut bytes = Vec::new();
        let frame = answer("secret", &[1; 32], 3, "0.1.0 (protocol 3)");
        frame.write(&mut bytes);
        let whole = bytes.len();
        bytes.extend([0; 1000]);
        let (mut input, mut received) = (&bytes[..], Received::default());
        assert_eq!(received.next(&mut input).expect("it is there"), Some(frame.clone()));
        assert_eq!(input.len(), 1000);
        let (mut input, mut received) = (Trickle(&bytes[..whole], false), Received::default());
        let looks = (0..whole).find_map(|look| received.next(&mut input).expect("no fault").map(|found| (look, found)));
        assert_eq!(looks.map(|(_, found)| found), Some(frame));
        for head in [[b'H', 0, 0, 0, 1], [b'H', 252, 0, 0, 0], [b'H', 255, 255, 255, 255], [0; HEAD]] {
            let mut long = head.to_vec();
            long.extend([0; 1000]);
            assert!(Received::default().next(&mut &long[..]).is_err(), "{head:?}");
        }
        assert!(Received::default().next(&mut &b"H"[..]).is_err(), "it ends");
    }
}
