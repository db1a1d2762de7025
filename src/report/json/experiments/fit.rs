//! Fits, and predictions compared with measured trees, as JSON.

use super::{SCHEMA, document, object};
use crate::answer::{Choice, EXAMPLE_LEAVES, Trust, Validation};
use crate::report::fit::{FitReport, Verdict};
use logpine_fit::overlay::OverlayFit;
use logpine_fit::port::PortFit;
use logpine_text::units::Clock;
use serde::Serialize;

fn choice(choice: &Choice) -> impl Serialize {
    let (best, nominal) = (choice.plan.best(), choice.robust.as_ref().map(|robust| &robust.nominal));
    object!(
        leaves = EXAMPLE_LEAVES,
        family = best.family,
        fanouts = best.construction.fanouts.as_deref(),
        time = best.construction.score.time,
        least = nominal.and_then(|nominal| nominal.least),
        worst = nominal.and_then(|nominal| nominal.worst),
        most_lost_percent = choice.most_lost_percent
    )
}

/// The fields `verdict` and `largest_error_percent`.
fn verdict(of: &Verdict) -> impl Serialize + use<> {
    object!(verdict = of.word(), largest_error_percent = of.error_percent)
}

/// `fit` of the three experiments as JSON; its fields are listed [above](super).
#[must_use]
pub fn fit(report: &FitReport, trust: &Trust, validation: Option<&Validation>, found: &Verdict) -> String {
    let FitReport { fit, clock, criterion, .. } = *report;
    let fitted = object!(
        schema = SCHEMA,
        unit = clock.symbol(),
        name = report.name,
        *verdict = verdict(found),
        latency = &fit.latency,
        chain = &fit.chain,
        fan_in = object!(form = fit.fan_in.form, criterion = criterion, *fit = &fit.fan_in),
        warnings = &fit.warnings,
        own_data = object!(chain = &trust.chain, fan_in = &trust.fan_in),
        choice = trust.choice.as_ref().map(choice),
        validation = validation.map(compared),
        messages? = report.messages
    );
    document(&fitted, clock)
}

/// `fit` of messages as JSON; its fields are listed [above](super).
#[must_use]
pub fn port_fit(name: &str, fit: &PortFit, found: &Verdict) -> String {
    let verdict = verdict(found);
    document(
        &object!(schema = SCHEMA, unit = fit.clock.symbol(), name = name, *verdict = verdict, *models = fit),
        fit.clock,
    )
}

/// `fit` of rates, or of waves with threads, as JSON.
#[must_use]
pub fn overlay_fit(name: &str, fit: &OverlayFit) -> String {
    let waves = fit.waves.as_ref();
    let fitted = object!(
        schema = SCHEMA,
        unit = fit.clock.symbol(),
        name = name,
        *verdict = verdict(&Verdict::of_ratios(fit)),
        source = &fit.origin,
        samples = fit.samples,
        overhead_per_child = fit.per_child,
        constant? = fit.constant,
        fanouts = fit.fanouts,
        latency? = waves.map(|waves| waves.latency),
        threads? = waves.map(|waves| waves.threads.get()),
        gap_per_byte? = waves.and_then(|waves| waves.gap_per_byte),
        measured_over_predicted = [fit.least, fit.greatest],
        warnings? = Some(&fit.warnings).filter(|warnings| !warnings.is_empty())
    );
    document(&fitted, fit.clock)
}

fn compared(validation: &Validation) -> impl Serialize {
    let trees = validation.trees.iter().map(|tree| {
        let predictions = tree
            .predictions
            .iter()
            .map(|found| object!(model = found.model.name(), time = found.time, error_percent = found.error_percent));
        object!(
            tree = &tree.name,
            leaves = tree.leaves,
            samples = tree.samples,
            mean = tree.mean,
            standard_deviation = tree.deviation,
            predictions = predictions.collect::<Vec<_>>(),
            nearest = tree.nearest().map(|nearest| nearest.model.name())
        )
    });
    let models = validation.models.iter().map(|of| {
        object!(
            model = of.model.name(),
            mean_error_percent = of.mean_percent,
            worst_error_percent = of.worst_percent,
            nearest_for = of.nearest_for
        )
    });
    object!(trees = trees.collect::<Vec<_>>(), models = models.collect::<Vec<_>>())
}

/// `fit --machine --validate` as JSON; its fields are listed [above](super).
#[must_use]
pub fn validation(machine: &str, clock: Clock, validation: &Validation) -> String {
    let compared = compared(validation);
    document(&object!(schema = SCHEMA, unit = clock.symbol(), machine = machine, validation = compared), clock)
}
