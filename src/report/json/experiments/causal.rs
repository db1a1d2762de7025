//! A causal model as JSON.

use super::{SCHEMA, document, object};
use crate::report::causal::{CausalReport, kind};
use logpine_causal::{CausalModel, Decision, Edge, Equivalence, FunctionOf, Reason, Scale, Separation, Transform};
use logpine_text::units::Clock;
use serde::Serialize;

fn edge(model: &CausalModel, edge: &Edge) -> impl Serialize {
    object!(
        from = model.name(edge.from),
        to = model.name(edge.to),
        kind = kind(edge.kind),
        information = edge.information,
        required = edge.is_required
    )
}

fn function(model: &CausalModel, function: &FunctionOf) -> impl Serialize {
    let FunctionOf { variable, parents, residual_variance, degree, alternatives } = function;
    object!(
        variable = model.name(*variable),
        parents = model.names(parents),
        residual_variance = *residual_variance,
        degree = *degree,
        alternatives = alternatives.iter().map(|set| model.names(set)).collect::<Vec<_>>()
    )
}

fn separation(model: &CausalModel, separation: &Separation) -> impl Serialize {
    let reason = match separation.reason {
        Reason::Independent => "independent",
        Reason::Function => "function",
        Reason::Equivalent => "equivalent",
        Reason::Forbidden => "forbidden",
    };
    let (pair, given) = (model.names(&separation.pair), model.names(&separation.given));
    object!(pair = pair, given = given, information = separation.information, reason = reason)
}

fn equivalence(model: &CausalModel, equivalence: &Equivalence) -> impl Serialize {
    let Equivalence { reference, kept, others, decision } = equivalence;
    let decision = match decision {
        Decision::Simpler => "simpler",
        Decision::Cause => "cause",
        Decision::Undecided => "undecided",
    };
    let (reference, kept) = (model.name(*reference), model.name(*kept));
    object!(reference = reference, kept = kept, others = model.names(others), decision = decision)
}

/// `study learn` as JSON; its fields are listed [above](super).
#[must_use]
pub fn causal(report: &CausalReport) -> String {
    let CausalReport { name, model } = *report;
    let variable = |(index, variable): (usize, &'_ logpine_causal::Variable)| {
        let scale = match variable.scale {
            Scale::Log => "log",
            Scale::Raw => "raw",
            Scale::Discrete => "discrete",
        };
        let is_function = model.function(index).is_some();
        object!(name = model.name(index), scale = scale, input = variable.is_input, deterministic = is_function)
    };
    let transform = match model.options.transform {
        Transform::Log => "log",
        Transform::Raw => "raw",
    };
    let tests = model.tests.iter().map(|test| {
        object!(pair = model.names(&test.pair), given = model.names(&test.given), information = test.information)
    });
    let learnt = object!(
        schema = SCHEMA,
        name = name,
        rows = model.rows,
        transform = transform,
        threshold = model.options.pc.threshold,
        max_conditions = model.options.pc.max_conditions,
        deterministic = model.options.deterministic.map(|shares| object!(one = shares.one, two = shares.two)),
        variables = model.variables.iter().enumerate().map(variable).collect::<Vec<_>>(),
        edges = model.edges.iter().map(|of| edge(model, of)).collect::<Vec<_>>(),
        functions = model.functions.iter().map(|of| function(model, of)).collect::<Vec<_>>(),
        separations = model.separations.iter().map(|of| separation(model, of)).collect::<Vec<_>>(),
        equivalences = model.equivalences.iter().map(|of| equivalence(model, of)).collect::<Vec<_>>(),
        tests = tests.collect::<Vec<_>>(),
        warnings = model.all_warnings()
    );
    document(&learnt, Clock::Second)
}
