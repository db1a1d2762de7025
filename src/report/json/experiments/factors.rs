//! Performance factors as JSON.

use super::{SCHEMA, document, object};
use logpine_study::{ClassFactor, FactorQuestion, FactorTable, Spread};
use logpine_text::units::Clock;
use serde::Serialize;

fn spread(Spread { mean, deviation }: Spread) -> impl Serialize {
    object!(mean = mean, standard_deviation = deviation)
}

fn percent(Spread { mean, deviation }: Spread) -> impl Serialize {
    spread(Spread { mean: 100.0 * mean, deviation: 100.0 * deviation })
}

fn factor<C>(name: &str, class: &ClassFactor<C>) -> impl Serialize {
    object!(
        class = name,
        benchmarkT = spread(class.benchmark_t),
        factor = spread(class.factor),
        among_instances = class.among_instances
    )
}

/// `study factors` as JSON; its fields are listed [above](super).
#[must_use]
pub fn factors(question: &FactorQuestion, table: &FactorTable) -> String {
    let errors = question.schemes.iter().zip(&table.errors).flat_map(|(kind, cells)| {
        question.classes.iter().zip(cells).map(|(class, cell)| {
            let (relative, bias) = (percent(cell.relative), percent(cell.bias));
            object!(scheme = kind.name(), network = class.name(), relative_percent = relative, bias_percent = bias)
        })
    });
    let predictions = table.predictions.iter().map(|of| object!(predicted = of.predicted, real = of.real));
    let found = object!(
        schema = SCHEMA,
        nodes = question.nodes,
        node_msgs = question.node_msgs,
        benchmark = question.benchmark,
        instances = question.instances,
        sets = question.sets,
        seed = question.seed,
        refT = spread(table.ref_t),
        networks = table.classes.iter().map(|class| factor(class.class.name(), class)).collect::<Vec<_>>(),
        schemes = table.schemes.iter().map(|kind| factor(kind.class.name(), kind)).collect::<Vec<_>>(),
        errors = errors.collect::<Vec<_>>(),
        correlation = table.correlation.map(spread),
        predictions = predictions.collect::<Vec<_>>()
    );
    document(&found, Clock::Second)
}
