//! Schedules from files.

use crate::cli::input;
use crate::cli::outcome::{Step, bad_input, message_to_stderr};
use anyhow::anyhow;
use logpine_collectives::schedule::Schedule;
use logpine_goal::{self as goal, GoalTick, packed};
use logpine_text::fault::Level;
use std::path::Path;

/// A GOAL schedule, text or packed by its content. What the converter of the text would refuse, and we need not, is passed
/// over in silence: `logpine check` tells it.
pub fn read(file: &Path, tick: GoalTick) -> Step<Schedule> {
    let source = input::read_any(file, goal::INPUT_LIMIT)?;
    let read = if packed::is_packed(&source) { packed::read(&source, tick) } else { goal::read(&source, tick) };
    read.map_err(|report| {
        let errors = report.faults.iter().filter(|fault| fault.diagnostic.level == Level::Error);
        let faults: String = errors.map(|fault| fault.render(&source, file)).collect();
        message_to_stderr(faults.trim_end());
        bad_input(anyhow!("{} is not a schedule that can be executed", file.display()))
    })
}
