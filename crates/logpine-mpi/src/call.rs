//! `call`: a collective of the library, and nothing else that a monitor of messages could see.

use crate::args::Call;
use crate::commands::{Said, check_root};
use crate::execute::zeros;
use crate::failure::Failure;
use crate::trial::rooms;
use crate::wire::Wire;
use logpine::units::Bytes;

/// Calls the collective; no message is sent besides those of the library for these calls.
///
/// # Errors
/// [`Failure::Input`] for a root that is none, or without a size; [`Failure::Wire`] if the library fails, or a rank has no memory.
pub fn call(wire: &dyn Wire, options: &Call) -> Result<Said, Failure> {
    let &Call { collective, calls, root, .. } = options;
    check_root(wire, root)?;
    let missing = || Failure::Input("give the size of the messages, like --bytes 64KiB".to_owned());
    let bytes = if collective.has_bytes() { options.bytes.ok_or_else(missing)? } else { 0 };
    let rooms = rooms(collective, bytes, wire.size(), wire.rank() == root)?;
    // The other ranks would wait for one that has no memory.
    let no_memory = || Failure::Wire(format!("rank {} has no memory for {}", wire.rank(), Bytes(bytes)));
    let (mut own, mut result) = zeros(rooms.own).zip(zeros(rooms.result)).ok_or_else(no_memory)?;
    own.fill(1);
    for _ in 0..calls {
        wire.library(collective, root, &own, &mut result)?;
    }
    if wire.rank() > 0 {
        return Ok(Said::default());
    }
    let of = if collective.has_bytes() { format!(" of {}", Bytes(bytes)) } else { String::new() };
    let times = if calls == 1 { "1 call".to_owned() } else { format!("{calls} calls") };
    let (name, ranks, library) = (collective.name(), wire.size(), wire.library_version());
    Ok(Said {
        out: format!("{name}{of} among {ranks} ranks, root {root}: {times} of {library}\n"),
        messages: Vec::new(),
    })
}
