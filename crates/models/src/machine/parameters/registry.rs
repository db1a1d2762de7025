//! Every number of a profile that a model reads, by name.

use crate::machine::{
    Combine, LoggpParameters, Machine, Measured, Overhead, OverheadFormula, Simplification, TanDirection,
};
use crate::model::PortModel;
use logpine_text::units::{Bytes, Rate, Time};
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
pub(super) enum Slot<'a> {
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

type Visit<'a> = &'a mut dyn FnMut(Arguments, ParameterKind, Slot);

fn time(visit: Visit, name: impl Display, at: &mut Measured<Time>) {
    visit(format_args!("{name}"), ParameterKind::Time, Slot::Time(at));
}

fn per_byte(visit: Visit, name: &str, at: &mut Measured<Rate>) {
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
                visit(format_args!("{name}({})", point.argument), ParameterKind::Measurement, place);
            }
        }
    }
}

fn messages(machine: &mut Machine, model: PortModel, visit: Visit) {
    match model {
        PortModel::AlphaBeta => {
            let Some(own) = &mut machine.alpha_beta else { return };
            time(visit, "alpha", &mut own.alpha);
            per_byte(visit, "beta", &mut own.beta);
        }
        PortModel::Logp => {
            let Some(own) = &mut machine.logp else { return };
            if !own.simplify.contains(Simplification::NoLatency) {
                time(visit, "latency", &mut own.latency);
            }
            if !own.simplify.contains(Simplification::NoOverhead) {
                overheads(visit, &mut own.overhead_send, &mut own.overhead_receive);
            }
            if !own.simplify.contains(Simplification::NoGap) {
                time(visit, "gap", &mut own.gap);
            }
        }
        PortModel::Loggp => {
            let Some(own) = &mut machine.loggp else { return };
            loggp(visit, own);
        }
        PortModel::Loggops => {
            let Some(own) = &mut machine.loggops else { return };
            loggp(visit, &mut own.loggp);
            per_byte(visit, "overhead_per_byte", &mut own.overhead_per_byte);
        }
        PortModel::Plogp => {
            let Some(own) = &mut machine.plogp else { return };
            time(visit, "latency", &mut own.latency);
            let tables = [
                ("overhead_send", &mut own.overhead_send),
                ("overhead_receive", &mut own.overhead_receive),
                ("gap", &mut own.gap),
            ];
            for (name, table) in tables {
                *table = table.with_times(|size: Bytes, at| {
                    visit(format_args!("{name}({size})"), ParameterKind::Measurement, Slot::Time(at));
                });
            }
        }
        PortModel::Piecewise => {
            let Some(own) = &mut machine.piecewise else { return };
            for piece in own.pieces_mut() {
                let sizes = piece.up_to.map_or_else(String::new, |size| format!(" up to {size}"));
                time(visit, format!("alpha{sizes}"), &mut piece.alpha);
                per_byte(visit, &format!("beta{sizes}"), &mut piece.beta);
            }
        }
    }
}

/// Visits the numbers that LogGP and LogGOPS have in common.
fn loggp(visit: Visit, LoggpParameters { logp, gap_per_byte }: &mut LoggpParameters) {
    time(visit, "latency", &mut logp.latency);
    overheads(visit, &mut logp.overhead_send, &mut logp.overhead_receive);
    time(visit, "gap", &mut logp.gap);
    per_byte(visit, "gap_per_byte", gap_per_byte);
}

/// Visits one overhead if both sides have the same, including its uncertainty.
fn overheads(visit: Visit, send: &mut Measured<Time>, receive: &mut Measured<Time>) {
    let [send_name, receive_name] =
        if send == receive { ["overhead"; 2] } else { ["overhead_send", "overhead_receive"] };
    time(visit, send_name, send);
    time(visit, receive_name, receive);
}

/// Visits the operator of a reduction: the section's, or else the profile's.
fn combination(machine: &mut Machine, model: PortModel, visit: Visit) {
    let own = match model {
        PortModel::AlphaBeta => machine.alpha_beta.as_mut().and_then(|own| own.combine.as_mut()),
        PortModel::Logp => machine.logp.as_mut().and_then(|own| own.combine.as_mut()),
        PortModel::Loggp => machine.loggp.as_mut().and_then(|own| own.logp.combine.as_mut()),
        PortModel::Loggops => machine.loggops.as_mut().and_then(|own| own.loggp.logp.combine.as_mut()),
        PortModel::Plogp => machine.plogp.as_mut().and_then(|own| own.combine.as_mut()),
        PortModel::Piecewise => machine.piecewise.as_mut().and_then(|own| own.combine.as_mut()),
    };
    match own.or(machine.combine.as_mut()) {
        Some(Combine::PerByte(rate)) => per_byte(visit, "combine", rate),
        Some(Combine::PerValue(value)) => time(visit, "combine_per_value", value),
        None => {}
    }
}
