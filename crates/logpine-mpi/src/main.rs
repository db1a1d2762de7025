//! `logpine-mpi`: real machines measured, and algorithms executed there.
//!
//! Every rank runs the same command. Rank 0 asks logpine, tells each rank its program, and reports.
//!
//! ```text
//! commands ─► cells ─► trial ─► execute ─► wire
//!      │                 └────► times, data
//!      └────► probe ─► ancestry
//! ```

mod ancestry;
mod args;
mod call;
mod cells;
mod commands;
mod compare;
mod contradiction;
mod data;
mod execute;
mod failure;
mod files;
mod messages;
#[cfg(feature = "mpi")]
mod orphan;
mod output;
mod phases;
mod place;
mod probe;
mod progress;
mod request;
mod result;
mod shards;
mod share;
mod sizes;
#[cfg(test)]
mod tests;
mod threads;
mod times;
mod trial;
mod wire;

use args::{Arguments, Command};
use clap::Parser;
use commands::{Said, execute};
use failure::Failure;
use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // One rank says it for all.
        Err(error) if place::is_another_rank(|name| std::env::var(name).ok()) => {
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
        Err(error) => error.exit(),
    };
    // Files are joined by one process, whatever has started it.
    if let Command::Compare(options) = &arguments.command
        && !options.join.is_empty()
    {
        return match commands::join(options) {
            _ if place::is_another_rank(|name| std::env::var(name).ok()) => ExitCode::SUCCESS,
            Ok(said) => say(&said),
            Err(failure) => fail(&failure),
        };
    }
    match arguments.threads {
        Some(ranks) => on_threads(ranks, &arguments),
        None => on_mpi(&arguments),
    }
}

fn on_threads(ranks: u32, arguments: &Arguments) -> ExitCode {
    let ended = threads::on_threads(ranks, |wire| execute(wire, &arguments.command));
    // A failure of one rank makes others wait for it; its reason is the one that is not about messages.
    let failure = ended.iter().filter_map(|ended| ended.as_ref().err());
    match failure.min_by_key(|failure| matches!(failure, Failure::Wire(_))) {
        Some(failure) => fail(failure),
        None => ended.into_iter().next().map_or(ExitCode::SUCCESS, |said| say(&said.unwrap_or_default())),
    }
}

#[cfg(feature = "mpi")]
fn on_mpi(arguments: &Arguments) -> ExitCode {
    use wire::{Session, Wire as _, WireError};
    orphan::end_with_launcher();
    let session = match Session::start() {
        Ok(session) => session,
        Err(error) => return fail(&error.into()),
    };
    // A communicator of our own is made with messages, which a monitor of a call alone must not see.
    let world = match arguments.command {
        Command::Call(_) => Ok(session.library_world()),
        _ => session.world(),
    };
    let ended = world.map_err(WireError::into).and_then(|world| {
        if let Some((variable, started)) = place::started_alone(world.size(), |name| std::env::var(name).ok()) {
            return Err(Failure::Input(format!(
                "this process is alone, although the launcher has started {started} ({variable}): it belongs to another MPI than {}. Start \
                 with the mpirun of that library",
                world.library_version()
            )));
        }
        let (rank, ended) = (world.rank(), execute(&world, &arguments.command));
        // What went wrong with messages is known to this rank only: the others would wait for it.
        if let Err(failure @ Failure::Wire(_)) = &ended {
            let _ = fail(failure);
            session.abort(failure.code().into());
        }
        match ended {
            Err(_) if rank > 0 => Ok(Said::default()),
            ended => ended,
        }
    });
    match ended {
        Ok(said) => say(&said),
        Err(failure) => fail(&failure),
    }
}

#[cfg(not(feature = "mpi"))]
fn on_mpi(_: &Arguments) -> ExitCode {
    fail(&Failure::Input(
        "this logpine-mpi was built without MPI; give --threads P, or build it with its default features".to_owned(),
    ))
}

/// Writes the result; a closed pipe ends the program in silence.
fn say(said: &Said) -> ExitCode {
    for message in &said.messages {
        let _ = writeln!(std::io::stderr(), "{message}");
    }
    let mut out = std::io::stdout();
    match out.write_all(said.out.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            fail(&Failure::Input(format!("cannot write to standard output: {error}")))
        }
        _ => ExitCode::SUCCESS,
    }
}

fn fail(failure: &Failure) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "error: {failure}");
    ExitCode::from(failure.code())
}
