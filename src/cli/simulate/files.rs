//! The files that `simulate` writes.

use crate::answer::{LARGEST_TIMELINE, Simulation};
use crate::cli::outcome::message_to_stderr;
use crate::cli::outcome::{Step, bad_input};
use crate::cli::output::{OutputArgs, meaning, persist};
use crate::report::file::{self, ForSimulator, GoalForm};
use crate::report::timeline::{Origin, SimulationReport, json, svg, trace};
use anyhow::anyhow;
use clap::ValueEnum;
use logpine_collectives::schedule::replay::Timeline;
use std::path::Path;

/// Formats of an execution and its schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimulationFormat {
    /// A Gantt chart, for a browser.
    Svg,
    /// Trace events for Perfetto (ui.perfetto.dev) and Chrome.
    Trace,
    /// The report as JSON.
    Json,
    /// The schedule as GOAL text, as the converter of LogGOPSim reads it.
    Goal,
    /// The schedule as packed GOAL, as LogGOPSim and ATLAHS read it.
    GoalBin,
}

/// Refuses pictures that cannot be drawn, before any work is done.
pub fn check(requests: &[(SimulationFormat, &Path)], simulation: &Simulation) -> Step<()> {
    // What is not listed has no file that needs it.
    let Some(schedule) = &simulation.schedule else { return Ok(()) };
    let operations = schedule.len() as u64;
    let needs_timeline = |format| matches!(format, SimulationFormat::Svg | SimulationFormat::Trace);
    if operations > LARGEST_TIMELINE && requests.iter().any(|&(format, _)| needs_timeline(format)) {
        return Err(bad_input(anyhow!(
            "--emit svg and trace show at most {LARGEST_TIMELINE} operations, and the schedule has {operations}"
        )));
    }
    Ok(())
}

/// Writes all files or none.
pub fn write(
    requests: &[(SimulationFormat, &Path)],
    output: &OutputArgs,
    report: &SimulationReport,
    timeline: Option<&Timeline>,
    simulation: &Simulation,
) -> Step<()> {
    output.warn_instead(report.warnings);
    let tick = simulation.tick;
    let is_goal = |format| matches!(format, SimulationFormat::Goal | SimulationFormat::GoalBin);
    // A user's file may have receptions from any rank; ours must not.
    let is_ours = !matches!(report.origin, Origin::Goal { .. });
    let ours;
    let mut program = report.schedule;
    if let Some(schedule) = program.filter(|_| is_ours && requests.iter().any(|&(format, _)| is_goal(format))) {
        file::check(schedule)?;
        let (made, notes) = ForSimulator::of_simulation(simulation, schedule, report.replayed.finish)?.program(tick)?;
        for note in notes {
            message_to_stderr(&note);
        }
        ours = made;
        program = Some(&ours);
    }
    let stage = |&(format, path): &(SimulationFormat, &Path)| {
        output.stage(path, &meaning(&format), |mut out| match (format, timeline, program) {
            (SimulationFormat::Svg, Some(timeline), _) => out.write_all(svg(report, timeline).as_bytes()),
            (SimulationFormat::Trace, Some(timeline), _) => trace(report, timeline, &mut out),
            (SimulationFormat::Json, ..) => out.write_all(json(report).as_bytes()),
            (SimulationFormat::Goal, _, Some(schedule)) => file::write(schedule, GoalForm::Text, tick, out),
            (SimulationFormat::GoalBin, _, Some(schedule)) => file::write(schedule, GoalForm::Packed, tick, out),
            // [`check`] has refused what has no timeline, and what is not listed has none of these files.
            (_, None, _) | (_, _, None) => Ok(()),
        })
    };
    persist(requests.iter().map(stage).collect::<Step<Vec<_>>>()?)
}
