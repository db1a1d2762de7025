//! The other end of a connection: reaching it, and noticing that it is gone without a word.

use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The shortest time after which a silent network counts as cut.
const PATIENCE: Duration = Duration::from_secs(30);
/// The questions without answer after which a connection is given up.
const PROBES: u32 = 4;

/// The time after which a connection breaks whose other end vanished without closing it, as with a cut network.
pub fn silence(deadline: Duration) -> Duration {
    deadline.saturating_mul(4).max(PATIENCE)
}

/// Connects to a host within a deadline, once its name is resolved; its addresses share the time.
pub fn reach(host: &str, port: u16, within: Duration) -> io::Result<TcpStream> {
    let start = Instant::now();
    let addresses: Vec<_> = (host, port).to_socket_addrs()?.collect();
    let mut cause = io::Error::from(ErrorKind::TimedOut);
    for (address, left) in addresses.iter().zip((1..=addresses.len()).rev()) {
        let share = within.saturating_sub(start.elapsed()) / u32::try_from(left).unwrap_or(u32::MAX);
        if share.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(address, share) {
            Ok(stream) => return Ok(stream),
            Err(error) => cause = error,
        }
    }
    Err(cause)
}

/// Has the system ask an idle connection whether its other end is still there, and give up data that it does not confirm, so that the
/// connection breaks within [`silence`].
#[cfg(unix)]
pub fn notice_silence(stream: &TcpStream, deadline: Duration) -> io::Result<()> {
    use rustix::net::sockopt;
    let silence = silence(deadline);
    sockopt::set_socket_keepalive(stream, true)?;
    // Half of the time passes before the first question, the other half between questions.
    let half = silence / 2;
    sockopt::set_tcp_keepidle(stream, longest(half))?;
    #[cfg(not(any(target_os = "openbsd", target_os = "redox")))]
    {
        sockopt::set_tcp_keepintvl(stream, longest(half / PROBES))?;
        sockopt::set_tcp_keepcnt(stream, PROBES)?;
    }
    #[cfg(target_os = "linux")]
    {
        // More is not taken: three weeks.
        let milliseconds = i32::try_from(silence.as_millis()).unwrap_or(i32::MAX);
        sockopt::set_tcp_user_timeout(stream, milliseconds.cast_unsigned())?;
    }
    Ok(())
}

/// The system's own times hold.
#[cfg(not(unix))]
pub fn notice_silence(_: &TcpStream, _: Duration) -> io::Result<()> {
    Ok(())
}

/// Whole seconds, at most as many as systems take.
#[cfg(unix)]
fn longest(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs().clamp(1, 32_767))
}

#[cfg(test)]
mod tests {
    use super::{notice_silence, reach, silence};
    use std::io::ErrorKind;
    use std::net::TcpListener;
    use std::time::Duration;

    #[test]
    fn silence_lasts_for_four_deadlines_or_half_a_minute() {
        assert_eq!([1, 7, 8, 30].map(|deadline| silence(Duration::from_secs(deadline)).as_secs()), [30, 30, 32, 120]);
        assert_eq!(silence(Duration::MAX), Duration::MAX);
    }

    #[test]
    fn a_host_is_reached_and_watched() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let stream = reach("127.0.0.1", port, Duration::from_secs(60)).expect("a connection");
        for deadline in [0, 1, 30, u64::from(u32::MAX)] {
            notice_silence(&stream, Duration::from_secs(deadline)).expect("options that the system takes");
        }
        let late = reach("127.0.0.1", port, Duration::ZERO).expect_err("no time");
        assert_eq!(late.kind(), ErrorKind::TimedOut);
    }
}
