//! The subcommands that ask a question, and its answer.

use super::args::Format;
use super::colour::reported;
use super::command_line;
use super::emit::EmitArgs;
use super::hosts::short_of_slots;
use super::machine::MachineArgs;
use super::network::Plan;
use super::outcome::{Outcome, Step, message_to_stderr};
use super::progress::{Bar, LimitArgs};
use super::timings::TimingsArgs;
use super::{collective, fft, tree};
use crate::answer::relations::Task;
use crate::answer::{Watch, answer_watched};
use crate::report::text::Detail;
use crate::report::{json, text};
use crate::request::Request;
use clap::{Parser, Subcommand};
use logpine_models::machine::Machine;
use logpine_text::units::Clock;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A question with its options.
#[derive(Debug, Subcommand)]
pub enum Question {
    Tree(Box<tree::Tree>),
    Collective(Box<collective::Collective>),
    Fft(Box<fft::Fft>),
    /// Another name of `network plan`, for files of requests.
    #[command(hide = true)]
    Plan(Box<Plan>),
}

/// A command line that asks a question.
#[derive(Debug, Parser)]
#[command(name = "logpine", version, max_term_width = 100)]
pub struct Asked {
    /// Format of the report: text, markdown, csv or json.
    #[arg(short, long, value_enum, default_value_t = Format::Text, hide_possible_values = true, global = true)]
    pub format: Format,

    #[command(subcommand)]
    pub question: Question,
}

/// Options beside the request: the machine, the report and the files.
struct Shared<'a> {
    /// None for a network, whose links say what takes how long.
    machine: Option<&'a MachineArgs>,
    timings: &'a TimingsArgs,
    emit: &'a EmitArgs,
    detail: Detail,
}

impl Question {
    /// Answers the question.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let request = self.request();
        self.answered(request, format)
    }

    /// The request of the options.
    pub fn request(&self) -> Request {
        match self {
            Self::Tree(tree) => tree.request(),
            Self::Collective(collective) => collective.request(),
            Self::Fft(fft) => fft.request(),
            Self::Plan(plan) => plan.request(),
        }
    }

    fn shared(&self) -> Shared<'_> {
        match self {
            Self::Tree(of) => {
                Shared { machine: Some(&of.machine), timings: &of.timings, emit: &of.emit, detail: of.detail.detail() }
            }
            Self::Collective(of) => {
                Shared { machine: Some(&of.machine), timings: &of.timings, emit: &of.emit, detail: of.detail.detail() }
            }
            Self::Fft(of) => {
                Shared { machine: Some(&of.machine), timings: &of.timings, emit: &of.emit, detail: Detail::Brief }
            }
            Self::Plan(of) => {
                Shared { machine: None, timings: &of.timings, emit: &of.emit, detail: of.detail.detail() }
            }
        }
    }

    /// Answers a request with the files and the report that the options want.
    pub fn answered(&self, request: Request, format: Format) -> Step<Outcome> {
        let Shared { machine, timings, emit, detail } = self.shared();
        let files = emit.files()?;
        let machine = match machine {
            Some(machine) => machine.load_machine()?,
            None => Machine::without_parameters(shown(request.network.as_deref()), Clock::Cycle),
        };
        let request = EmitArgs::on_hosts(Task::Answer, &machine, request)?;
        Task::Answer.admit(&machine, &request)?;
        emit.check_use(&machine, &request)?;
        let unit = if request.explain { "values of parameters" } else { "operations" };
        let watcher = Watcher::new(unit, timings.limit);
        let answer =
            watcher.bar.around("searching", || answer_watched(&machine, &request, &watcher)).map_err(short_of_slots)?;
        if !answer.is_proven() {
            watcher.bar.tell_if_cut();
        }
        for note in &answer.notes {
            message_to_stderr(note);
        }
        let document = json::answer(&answer);
        let written = emit.write(&files, &answer, &document);
        let report = || text::answer_to(command_line::question().as_ref(), &answer, detail);
        let result = reported(format, report, || document);
        timings.tell(watcher.start, watcher.steps.into_inner().unwrap_or_default(), "files and report");
        Ok(if written? { result } else { Outcome::Incomplete(Box::new(result)) })
    }
}

/// The name of a network in reports.
fn shown(network: Option<&Path>) -> String {
    network.map_or_else(String::new, |network| network.display().to_string())
}

/// Shows how far a long search is, and remembers when steps end.
struct Watcher {
    start: Instant,
    bar: Bar,
    steps: Mutex<Vec<(&'static str, Duration)>>,
}

impl Watcher {
    fn new(unit: &'static str, limit: LimitArgs) -> Self {
        Self { start: Instant::now(), bar: Bar::within(unit, limit), steps: Mutex::default() }
    }
}

impl Watch for Watcher {
    fn progress(&self, done: u64, of: u64) {
        self.bar.show(done, of);
    }

    fn is_over(&self) -> bool {
        self.bar.is_over()
    }

    fn step(&self, name: &'static str) {
        if let Ok(mut steps) = self.steps.lock() {
            steps.push((name, self.start.elapsed()));
        }
    }
}
