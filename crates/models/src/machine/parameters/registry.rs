//! Every number of a profile that a model reads, by name.

use crate::machine::{Combine, Machine, Measured, Overhead, OverheadFormula, TanDirection};
use crate::model::PortModel;
use logpine_text::units::{Rate, Time};
use std::fmt::{Arguments, Display};

/// The subject of a question to a machine, which decides the numbers that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Waves over an overlay tree, by `[tan]`, or else by `[overlay]`.
    Waves(Way),
    /// Messages between ranks, by a model.
    Messages(PortModel),
    /// Messages that are combined, as in a reduction, by a model.
    Combined(PortModel),
}

/// The ways of waves in an overlay tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// From the leaves to the root.
    Up,
    /// From the root to the leaves.
    Down,
    /// Down, and up again.
    Both,
}

/// The kind of number of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// A time, in whole ticks.
    Time,
    /// A time measured for one argument of a table, in whole ticks; values between two arguments are interpolated.
    Measurement,
    /// A coefficient of o(x), which may be below a tick.
    Coefficient,
    /// A time per byte, which may be below a tick.
    PerByte,
    /// A number without a unit. [`Parameter`](super::Parameter) holds it as that many ticks.
    Number,
}

/// The place of a number in a machine.
pub(in crate::machine) enum Slot<'a> {
    Time(&'a mut Measured<Time>),
    Rate(&'a mut Measured<Rate>),
    Number(&'a mut Measured<f64>),
}

/// Passes every number of the scope to `visit`: its name, its kind and its place. A name that occurs twice is one parameter
/// in two places. The order is the same for machines of the same form.
pub(super) fn visit(machine: &mut Machine, scope: Scope, visit: &mut dyn FnMut(Arguments, ParameterKind, Slot)) {
    match scope {
        Scope::Waves(way) => waves(machine, way, visit),
        Scope::Messages(model) => messages(machine, model, visit),
        Scope::Combined(model) => {
            messages(machine, model, visit);
            combination(machine, model, visit);
        }
    }
}

/// What sees a number: its name, its kind and its place.
pub(in crate::machine) type Visit<'a> = &'a mut dyn FnMut(Arguments, ParameterKind, Slot);

pub(in crate::machine) fn time(visit: Visit, name: impl Display, at: &mut Measured<Time>) {
    visit(format_args!("{name}"), ParameterKind::Time, Slot::Time(at));
}

pub(in crate::machine) fn per_byte(visit: Visit, name: &str, at: &mut Measured<Rate>) {
    visit(format_args!("{name}"), ParameterKind::PerByte, Slot::Rate(at));
}

fn waves(machine: &mut Machine, way: Way, visit: Visit) {
    let Some(tan) = &mut machine.tan else {
        if let Some(overlay) = &mut machine.overlay {
            time(visit, "latency", &mut overlay.latency);
            time(visit, "overhead_per_child", &mut overlay.overhead_per_child);
            per_byte(visit, "gap_per_byte", &mut overlay.gap_per_byte);
        }
        return;
    };
    time(visit, "startup", &mut tan.startup);
    // Numbers that are the same both ways, including their uncertainty, are one parameter.
    let name = |same: bool, name: &str| match way {
        Way::Both if !same => format!("multicast.{name}"),
        _ => name.to_owned(),
    };
    let (up, down) = (&mut tan.reduction, &mut tan.multicast);
    if way != Way::Up {
        time(visit, name(up.latency == down.latency, "latency"), &mut down.latency);
        overhead(visit, &name(up.overhead == down.overhead, "overhead"), down);
        time(visit, name(up.gap == down.gap, "gap"), &mut down.gap);
        time(visit, name(up.filter == down.filter, "filter"), &mut down.filter);
    }
    if way != Way::Down {
        time(visit, "latency", &mut up.latency);
        overhead(visit, "overhead", up);
        time(visit, "gap", &mut up.gap);
        time(visit, "filter", &mut up.filter);
    }
}

fn overhead(visit: Visit, name: &str, direction: &mut TanDirection) {
    match &mut direction.overhead {
        Overhead::Formula(formula) => {
            let OverheadFormula { constant, linear, quadratic, logarithmic, exponential } = formula.as_mut();
            let mut term =
                |term: &str, at| visit(format_args!("{name}.{term}"), ParameterKind::Coefficient, Slot::Rate(at));
            term("constant", constant);
            term("linear", linear);
            term("quadratic", quadratic);
            term("logarithmic", logarithmic);
            if let Some(exponential) = exponential {
                term("exponential.scale", &mut exponential.scale);
                let rate = Slot::Number(&mut exponential.rate);
                visit(format_args!("{name}.exponential.rate"), ParameterKind::Number, rate);
            }
        }
        Overhead::Table(table) => {
            for point in table.points_mut() {
                let place = Slot::Time(&mut point.time);
                visit(format_args!("{name}({})", point.at), ParameterKind::Measurement, place);
            }
        }
    }
}

/// The numbers of a section for messages between ranks.
pub(in crate::machine) trait Numbers {
    /// Passes every number to `visit`.
    fn visit(&mut self, visit: Visit);

    /// The operator of a reduction, if the section has one of its own.
    fn combine(&mut self) -> Option<&mut Combine>;
}

/// The section of a model.
fn section(machine: &mut Machine, model: PortModel) -> Option<&mut dyn Numbers> {
    fn numbers<N: Numbers>(own: &mut Option<N>) -> Option<&mut dyn Numbers> {
        own.as_mut().map(|own| own as &mut dyn Numbers)
    }
    match model {
        PortModel::AlphaBeta => numbers(&mut machine.alpha_beta),
        PortModel::Logp => numbers(&mut machine.logp),
        PortModel::Loggp => numbers(&mut machine.loggp),
        PortModel::Loggops => numbers(&mut machine.loggops),
        PortModel::Plogp => numbers(&mut machine.plogp),
        PortModel::Piecewise => numbers(&mut machine.piecewise),
    }
}

fn messages(machine: &mut Machine, model: PortModel, visit: Visit) {
    if let Some(own) = section(machine, model) {
        own.visit(visit);
    }
}

/// Visits the operator of a reduction: the section's, or else the profile's.
fn combination(machine: &mut Machine, model: PortModel, visit: Visit) {
    let is_own = section(machine, model).and_then(Numbers::combine).is_some();
    let operator = if is_own { section(machine, model).and_then(Numbers::combine) } else { machine.combine.as_mut() };
    match operator {
        Some(Combine::PerByte(rate)) => per_byte(visit, "combine", rate),
        Some(Combine::PerValue(value)) => time(visit, "combine_per_value", value),
        None => {}
    }
}
