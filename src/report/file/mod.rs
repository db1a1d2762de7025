//! Files of an answer: trees and schedules in the formats that other tools load.

mod goal;
mod members;
mod picture;
mod planned;
mod settings;
mod slurm_release;
mod tree;
mod ucc;

pub(crate) use goal::{ForSimulator, GoalForm, PlanKind, check, network, write};
#[cfg(feature = "cli")]
pub(crate) use slurm_release::{slurm_default, slurm_family};
pub(crate) use tree::Place;

use crate::answer::costs::{ModelChoice, WaveCosts};
use crate::answer::{Answer, Found, Scored, waves_over};
use crate::request::{Collective, FileFormat, Layout, Refusal, Request};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::OverlaySchedule;
use logpine_collectives::schedule::replay::Simulator;
use logpine_goal::GoalTick;
use logpine_models::machine::Machine;
use logpine_models::model::PortModel;
use logpine_models::model::stage::Sight;
use logpine_text::shell_word::quoted;
use logpine_text::units::Time;
use logpine_trees::tree::{Shape, score};
use settings::{Settings, Trees};
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::rc::Rc;
use tree::none;

/// A letter that stands for the path of a file in commands; no path has it.
const PATH: char = '\0';

/// A file, and the notes on it.
pub struct File {
    contents: Contents,
    /// Notes and warnings, a line each.
    pub notes: Vec<String>,
    /// The kind of file, as said after it is written.
    what: String,
    /// The command that takes the file; [`PATH`] stands for its path.
    next: Option<String>,
}

/// The contents of a file.
enum Contents {
    Text(String),
    Goal(Rc<Schedule>, GoalForm, GoalTick),
}

impl File {
    /// A text, with the words for it after it is written.
    fn text(text: String, what: &str) -> Self {
        Self { contents: Contents::Text(text), notes: Vec::new(), what: what.to_owned(), next: None }
    }

    /// Puts warnings at the top, if the format has comments.
    fn with_warnings(mut self, format: FileFormat, warnings: &[String]) -> Self {
        if let (Contents::Text(text), Some(mark)) = (&mut self.contents, format.comment()) {
            text.insert_str(0, &warned_in_comments(mark, warnings));
        }
        self
    }

    /// The report as JSON.
    #[must_use]
    pub fn json(text: String) -> Self {
        Self::text(text, "the report as JSON")
    }

    /// Describes the file at a path, with the command that takes it.
    #[must_use]
    pub fn said(&self, path: &Path) -> String {
        let path = path.display().to_string();
        let path = quoted(&path).unwrap_or_default();
        let next = self.next.as_ref().map_or_else(String::new, |next| format!("; next: {}", next.replace(PATH, &path)));
        self.what.clone() + &next
    }

    /// A file with a schedule, as text or packed, in ticks of the given length, or else of 1 ns or 1 cycle.
    ///
    /// # Errors
    /// [`Refusal`] if the schedule cannot be executed as the file would give it.
    pub(crate) fn goal(made: ForSimulator, format: FileFormat, tick: Option<Time>) -> Result<Self, Refusal> {
        check(&made.schedule)?;
        let form = if format == FileFormat::GoalBin { GoalForm::Packed } else { GoalForm::Text };
        let tick = tick.and_then(GoalTick::new).unwrap_or_default();
        let (program, notes) = made.program(tick)?;
        Ok(Self::of_program(Rc::new(program), form, tick, notes))
    }

    fn of_program(program: Rc<Schedule>, form: GoalForm, tick: GoalTick, notes: Vec<String>) -> Self {
        let (what, next) = match form {
            GoalForm::Text => ("a GOAL schedule", Some(format!("txt2bin -i {PATH} -o {PATH}.bin"))),
            GoalForm::Packed => ("a packed GOAL schedule, for LogGOPSim and ATLAHS,", None),
        };
        let what = format!("{what} of {} ranks", program.ranks());
        Self { contents: Contents::Goal(program, form, tick), notes, what, next }
    }

    /// Writes the contents.
    ///
    /// # Errors
    /// An error of the sink, or a schedule that cannot be written in this form.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match &self.contents {
            Contents::Text(text) => out.write_all(text.as_bytes()),
            Contents::Goal(schedule, form, tick) => write(schedule, *form, *tick, out),
        }
    }
}

/// The files of an answer.
pub struct Files<'a> {
    answer: &'a Answer,
    /// The front end's host, if the request names none.
    front_end: &'a str,
    /// The schedule to write, made once for all files.
    program: OnceCell<(Rc<Schedule>, GoalTick)>,
}

impl<'a> Files<'a> {
    /// The files of an answer. The front end is on this host if the request does not name one.
    #[must_use]
    pub const fn new(answer: &'a Answer, front_end: &'a str) -> Self {
        Self { answer, front_end, program: OnceCell::new() }
    }

    /// The file of a format.
    ///
    /// # Errors
    /// [`Refusal`] if the answer has no such file, the format cannot hold it, or the hosts cannot run it.
    pub fn file(&self, format: FileFormat) -> Result<File, Refusal> {
        Ok(self.made(format)?.with_warnings(format, &self.answer.warnings))
    }

    fn made(&self, format: FileFormat) -> Result<File, Refusal> {
        let place = Place::new(&self.answer.request, self.front_end);
        match (format, &self.answer.found) {
            (FileFormat::Json, _) => Ok(File::json(super::json::answer(self.answer))),
            (format, Found::Planned) => self.planned(format),
            (FileFormat::Goal | FileFormat::GoalBin, _) => self.goal(format),
            (FileFormat::Mapping, Found::Stages { plan, costs, .. }) if costs.sight() == Sight::Hosts => {
                Ok(File::text(mapping(&plan.job.layout), "the host of every rank, as --mapping reads it"))
            }
            (format, Found::Tree { plan, costs, study }) if format.is_a_setting() => {
                let trees = Trees::Alike { plan, study };
                Settings { trees, machine: &self.answer.machine, costs, place }.file(format)
            }
            (format, Found::TreeOnHosts { plan, costs, hosts }) if format.is_a_setting() => {
                let trees = Trees::OnHosts { plan, hosts };
                Settings { trees, machine: &self.answer.machine, costs, place }.file(format)
            }
            (_, Found::Tree { plan, costs, study }) => {
                let (chosen, _) = study.chosen(plan);
                let shape = &chosen.construction.shape;
                let heading = picture::of_nodes(plan, chosen, &self.answer.machine, costs);
                place.file(shape, Some(costs.cost.as_ref()), &heading, format)
            }
            (_, Found::Leaves { plan, costs }) => {
                let heading = picture::of_leaves(plan, &self.answer.machine, costs);
                place.file(&plan.best().construction.shape, None, &heading, format)
            }
            (FileFormat::Svg, Found::Ranks { plan, costs, study }) => {
                let chosen = study.chosen(plan);
                match picture::of_ranks(plan, chosen, &self.answer.machine, costs) {
                    Some(tree) => Ok(tree),
                    None => picture::chart(self.answer),
                }
            }
            (FileFormat::Svg, Found::Stages { .. }) => picture::chart(self.answer),
            (FileFormat::Ucc, Found::Stages { plan, costs, .. }) => ucc::file(plan, costs, &self.answer.machine),
            (_, Found::TreeOnHosts { plan, hosts, .. }) => place.file_on_hosts(plan.best(), hosts, format),
            _ => Err(none(format)),
        }
    }

    /// A file of a schedule for a network.
    fn planned(&self, format: FileFormat) -> Result<File, Refusal> {
        let plan = self.answer.planned.as_ref().ok_or_else(|| none(format))?;
        let form = match format {
            FileFormat::Goal => GoalForm::Text,
            FileFormat::GoalBin => GoalForm::Packed,
            _ => return planned::file(plan, format),
        };
        let tick = self.answer.request.tick(self.answer.machine.clock)?;
        planned::goal(&self.answer.request, plan, form, tick.and_then(GoalTick::new).unwrap_or_default())
    }

    fn goal(&self, format: FileFormat) -> Result<File, Refusal> {
        let Answer { request, machine, .. } = self.answer;
        let tick = request.tick(machine.clock)?;
        if let Some((program, tick)) = self.program.get() {
            let form = if format == FileFormat::GoalBin { GoalForm::Packed } else { GoalForm::Text };
            return Ok(File::of_program(Rc::clone(program), form, *tick, Vec::new()));
        }
        let file = File::goal(for_simulator(self.answer)?.ok_or_else(|| none(format))?, format, tick)?;
        if let Contents::Goal(program, _, tick) = &file.contents {
            let _ = self.program.set((Rc::clone(program), *tick));
        }
        Ok(file)
    }
}

/// The schedule of the best candidate, or of the robust one, for its simulator; `None` for answers without a schedule.
fn for_simulator(answer: &Answer) -> Result<Option<ForSimulator>, Refusal> {
    let Answer { machine, request, .. } = answer;
    let clock = machine.clock;
    let asked = request.semantics.and_then(Simulator::of).unwrap_or(Simulator::Loggopsim);
    let of_messages = |schedule, model, predicted: Option<Time>, simulator, kind| {
        let predicted = predicted.unwrap_or(Time::MAX);
        let network = network(machine, Some(model));
        Some(ForSimulator { schedule, network, simulator, predicted, clock, kind })
    };
    Ok(match &answer.found {
        Found::Tree { plan, costs, study } => {
            let chosen = study.chosen(plan).0;
            // The robust choice has the score of the machine on which it was found.
            let score = score(&chosen.construction.shape, costs.cost.as_ref()).map_err(|error| Refusal::no(&error))?;
            let waves = request.waves.unwrap_or(1);
            let built = waves_of(&chosen.construction.shape, machine, request.into(), plan.job.collective, waves)?;
            let later = score.period.checked_mul(waves.saturating_sub(1));
            let predicted = later.and_then(|later| score.time.checked_add(later));
            Some(ForSimulator::waves(built, predicted, clock))
        }
        Found::Leaves { plan, costs } => {
            let schedule = plan.schedule(plan.best(), costs.timing.as_ref()).map_err(|error| Refusal::no(&error))?;
            of_messages(schedule, costs.model, Some(plan.best().time), Simulator::Loggopsim, PlanKind::Other)
        }
        Found::Ranks { plan, costs, study } => {
            let (chosen, time) = study.chosen(plan);
            let schedule = plan.schedule(chosen, costs.timing.as_ref()).map_err(|error| Refusal::no(&error))?;
            plan.check_order_left_open(chosen, &schedule).map_err(|fault| Refusal::fault(&fault))?;
            of_messages(schedule, costs.model, time, asked, PlanKind::Ranks)
        }
        Found::Stages { plan, costs, study, .. } => {
            let view = costs.view();
            let Some(timing) = view.cost().ports() else { return Ok(None) };
            let (chosen, time) = study.chosen(plan);
            let schedule = plan.schedule(chosen, timing).map_err(|error| Refusal::no(&error))?;
            plan.check_order_left_open(chosen, &schedule).map_err(|fault| Refusal::fault(&fault))?;
            let model = PortModel::ALL.into_iter().find(|model| model.name() == timing.name());
            model.and_then(|model| of_messages(schedule, model, time, asked, PlanKind::Ranks))
        }
        _ => None,
    })
}

/// The schedule of waves over an overlay tree whose nodes have the costs.
///
/// # Errors
/// [`Refusal`] if the machine has no such model, or the schedule is too large.
fn waves_of(
    shape: &Shape,
    machine: &Machine,
    choice: ModelChoice,
    collective: Collective,
    waves: u64,
) -> Result<OverlaySchedule, Refusal> {
    let built = waves_over(shape, WaveCosts::new(machine, choice, collective)?.waves(), waves);
    built.map_err(|error| Refusal::no(&error))
}

/// A file of a given tree, placed as the request says. `name` is the tree's name. The front end is on `front_end` if the
/// request does not name a host for it.
///
/// # Errors
/// [`Refusal`] if the format cannot hold the tree, or the hosts cannot run it.
pub(crate) fn of_scored(
    scored: &Scored,
    request: &Request,
    name: &str,
    front_end: &str,
    format: FileFormat,
) -> Result<File, Refusal> {
    let Scored { machine, shape, collective, costs, score, .. } = scored;
    match format {
        FileFormat::Json => Ok(File::json(super::json::scored(name, scored))),
        FileFormat::Goal | FileFormat::GoalBin => {
            let built = waves_of(shape, machine, request.into(), *collective, 1)?;
            let tick = request.tick(machine.clock)?;
            File::goal(ForSimulator::waves(built, Some(score.time), machine.clock), format, tick)
        }
        format => {
            let heading = picture::of_given(name, scored);
            let file = Place::new(request, front_end).file(shape, Some(costs.cost.as_ref()), &heading, format)?;
            Ok(file.with_warnings(format, &scored.warnings))
        }
    }
}

/// A line for each rank with its host, in the form that `--mapping` reads.
fn mapping(layout: &Layout) -> String {
    let mut text = "# rank host\n".to_owned();
    for rank in 0..layout.ranks() {
        let _ = writeln!(text, "{rank} host{}", layout.host(rank));
    }
    text
}

/// Warnings as comments of a file: `mark` begins a comment that ends with its line.
pub(crate) fn warned_in_comments(mark: &str, warnings: &[String]) -> String {
    warnings.iter().flat_map(|words| [mark, " warning: ", words, "\n"]).collect()
}
