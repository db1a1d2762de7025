//! The scenarios: machines that stand for all within the ranges.

use logpine_models::machine::{Machine, MachineParameters, Parameter};
use logpine_text::units::Rate;

/// The most uncertain parameters for which every combination of ends is a scenario.
const MOST_CORNERS_OF: usize = 4;

/// Every range at its mean, then every combination of their ends, for up to four uncertain parameters. For more: every
/// range at its lower end, at its upper end, and each parameter alone at either end with the others at their means.
pub fn scenarios(parameters: &MachineParameters) -> Vec<Machine> {
    let uncertain: Vec<usize> =
        parameters.list().iter().enumerate().filter_map(|(index, parameter)| parameter.range.map(|_| index)).collect();
    let mut machines = vec![parameters.machine_mean()];
    if uncertain.len() <= MOST_CORNERS_OF {
        let corners = 0..1usize << uncertain.len();
        machines.extend(corners.map(|corner| {
            parameters.machine_where(|index, parameter| {
                let bit = uncertain.iter().position(|&other| other == index);
                end(parameter, bit.is_some_and(|bit| corner >> bit & 1 == 1))
            })
        }));
        return machines;
    }
    machines.extend([parameters.machine_low(), parameters.machine_high()]);
    for &alone in &uncertain {
        machines.extend([false, true].map(|upper| {
            parameters.machine_where(|index, parameter| match parameter.range {
                Some(range) if index != alone => range.mean,
                _ => end(parameter, upper),
            })
        }));
    }
    machines
}

fn end(parameter: &Parameter, upper: bool) -> Rate {
    match parameter.range {
        None => parameter.value,
        Some(range) if upper => range.high,
        Some(range) => range.low,
    }
}
