//! `--emit`: an answer in the formats that other tools load.

use super::goal::GoalArgs;
use super::hosts::{self, HostArgs};
use super::named::Named;
use super::outcome::{Outcome, Step, message_to_stderr};
use super::output::{OutputArgs, persist};
use crate::answer::relations::{Feature, Features, Task, check_use};
use crate::answer::{Answer, Found};
use crate::report::file::{File, Files};
use crate::request::{FileFormat, Refusal, Request, Word};
use clap::Args;
use logpine_models::machine::Machine;
use std::cell::Cell;
use std::path::Path;

/// The files to write.
#[derive(Debug, Args)]
#[command(next_help_heading = "Files")]
pub struct EmitArgs {
    /// Writes the answer in a format to the -o that follows; may be repeated.
    #[arg(long, value_parser = Named::<FileFormat>::new(), value_name = "FORMAT", requires = "output")]
    emit: Vec<FileFormat>,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    hosts: HostArgs,

    #[command(flatten)]
    goal: GoalArgs,

    /// Release of the system for which a setting is written, such as 24.11 for Slurm [default: the newest known].
    #[arg(long, value_name = "VERSION", hide_short_help = true)]
    for_version: Option<String>,
}

/// A file to write.
pub type ToWrite<'a> = (FileFormat, &'a Path);

impl EmitArgs {
    /// The request with the files that are wanted, and the hosts that are named.
    pub fn of(&self, request: Request) -> Request {
        self.hosts.of(Request {
            formats: self.emit.clone(),
            goal_tick: self.goal.length(),
            for_version: self.for_version.clone(),
            ..request
        })
    }

    /// Takes the release out, for a subcommand that uses it otherwise than for files.
    pub fn take_version(&mut self) -> Option<String> {
        self.for_version.take()
    }

    /// Refuses options on hosts that have no effect in a request; the hosts of the request are read already.
    pub fn check_use(&self, machine: &Machine, request: &Request) -> Step<()> {
        let options = Request { leaves: request.leaves, members: request.members, ..self.of(Request::default()) };
        let (options, features) = (Features::of(&options), Features::on(machine, request));
        Ok(check_use(&options.and(Feature::UnequalHosts, false), &features)?)
    }

    /// The files to write, checked before any work is done: each format has a file, and no file is overwritten unasked.
    pub fn files(&self) -> Step<Vec<ToWrite<'_>>> {
        self.output.requests(&self.emit)
    }

    /// The request with its hosts read: those that are named, or those of the environment if files show them or their slots limit
    /// the tree.
    pub fn on_hosts(task: Task, machine: &Machine, request: Request) -> Step<Request> {
        let needs_hosts = |format: &FileFormat| match format {
            FileFormat::Dot => request.is_placed(),
            format => format.shows_hosts(),
        };
        let is_placeable = request.ranks.is_none() && request.pareto.is_none() && request.leaves_per_host.is_none();
        let are_needed = is_placeable && request.formats.iter().any(needs_hosts);
        hosts::read_for(task, machine, request, are_needed)
    }

    /// Writes the files of an answer: all contents are made before the first is written. If a file cannot hold the answer of
    /// `network plan`, a message says why, and the others are written. True if all were written.
    pub fn write(&self, files: &[ToWrite<'_>], answer: &Answer, document: &str) -> Step<bool> {
        let front_end = gethostname::gethostname().to_string_lossy().into_owned();
        let (made, is_whole) = (Files::new(answer, &front_end), Cell::new(true));
        self.write_all(files, &answer.warnings, |format| match format {
            FileFormat::Json => Ok(Some(File::json(document.to_owned()))),
            format => match made.file(format) {
                Err(Refusal::No(no)) if matches!(answer.found, Found::Planned) => {
                    message_to_stderr(&format!("no: --emit {}: {}", format.word(), no.message));
                    is_whole.set(false);
                    Ok(None)
                }
                file => Ok(Some(file?)),
            },
        })?;
        // A file was to go to standard output, so the report does not.
        if is_whole.get() || !self.output.has_stdout() {
            return Ok(is_whole.get());
        }
        Err(Outcome::Incomplete(Box::new(Outcome::Written)))
    }

    /// Writes files of a report with warnings: all contents are made before the first is written. A file of `None` is left out.
    pub fn write_all(
        &self,
        files: &[ToWrite<'_>],
        warnings: &[String],
        file: impl Fn(FileFormat) -> Step<Option<File>>,
    ) -> Step<()> {
        self.output.warn_instead(warnings);
        let stage = |&(format, path): &ToWrite<'_>| {
            let Some(file) = file(format)? else { return Ok(None) };
            for note in &file.notes {
                message_to_stderr(note);
            }
            self.output.stage(path, &file.said(path), |out| file.write(out)).map(Some)
        };
        persist(files.iter().filter_map(|file| stage(file).transpose()).collect::<Step<Vec<_>>>()?)
    }
}
