//! Fits written as machine profiles, which [`Machine::from_toml`](logpine_models::machine::Machine::from_toml) reads.
//!
//! Every value has its standard error, or the ends of its interval if these are not 1.96 standard errors away. A comment
//! gives its 95 % interval and its source. Times are rounded to whole ticks. Coefficients of o(x) and times per byte, if
//! their errors are less than a thousand ticks, have as many digits below a tick as their errors justify, and at most twelve
//! significant digits.

mod overlay;
mod port;
mod value;

pub use overlay::overlay_profile;
pub use port::port_profile;

use super::port::PortFit;
use super::regression::Regression;
use super::samples::joined;
use super::tan::{Center, ChainFit, Criterion, FanInFit, FittedForm, Form, Growth, LatencyFit, Physical, TanFit};
use super::{Estimate, Sample, quantity, shown};
use logpine_models::machine::{Data, OverheadArgument};
use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use logpine_text::toml_string::quoted;
use logpine_text::units::{Clock, Time};
use std::fmt::Write as _;
use value::{Text, coefficient, is_of_its_own, number, time};

/// The contents of a profile besides the fit.
#[derive(Clone, Copy, Debug)]
pub struct ProfileHead<'a> {
    /// The machine's name.
    pub name: &'a str,
    /// The clock in whose unit the times of the fit are given.
    pub clock: Clock,
    /// The criterion for the form of the overhead; `None` if the form was given.
    pub criterion: Option<Criterion>,
    /// The argument of the function o.
    pub overhead_argument: OverheadArgument,
}

/// The profile of a tree aggregation network, and of the messages of the same machine if they were measured too, by the same
/// clock.
///
/// # Errors
/// [`Reason`] if a value is not finite or exceeds [`Time::MAX`], or if the name is not a single line of text.
pub fn tan_profile(fit: &TanFit, messages: Option<&PortFit>, head: &ProfileHead) -> Result<String, Reason> {
    let clock = head.clock;
    let TanFit { latency, chain, fan_in, .. } = fit;
    let mut text = Text::default();
    text.comment(
        "Fitted by logpine to measurements. Intervals are of 95 %: --robust takes 1.96 standard errors (stderr)",
    );
    text.comment("to each side of a value, or low and high where the interval is another.");
    let mut description = "fitted to latencies, waves through chains, and waves from N leaves to one node".to_owned();
    let mut origins = vec![latency.origin.as_str(), &chain.origin, &fan_in.origin];
    if let Some(messages) = messages {
        port::notes(&mut text, messages);
        description = format!("{description}; {}", port::description(messages));
        origins.push(&messages.origin);
    }
    text.line("");
    text.line(&format!("name = {}", quoted(line_of_text(head.name)?)));
    text.line(&format!("description = {}", quoted(&description)));
    text.line(&format!("source = {}", quoted(&joined(&origins))));
    text.line(&format!("unit = \"{}\"", clock.symbol()));
    let mut data = messages.map_or_else(Data::default, port::data);
    // Nodes of chains have one child.
    data.measured.fanouts = Some([1, (*fan_in.range.end()).max(1)]);
    data.warnings.splice(0..0, fit.warnings.iter().cloned());
    text.data(&data);
    text.line("\n[tan]");
    text.comment(&format!("L: {}", latency_words(latency, clock)));
    text.line(&format!("latency = {}", time("the latency L", latency.latency, clock)?));
    text.comment(&format!("C: {}", startup_words(chain, clock)));
    text.line(&format!("startup = {}", time("the startup C", chain.startup, clock)?));
    text.comment("g: not measured, for one wave was under way at a time");
    text.line(&format!("gap = \"{}\"", Time::ZERO.display(clock)));
    if head.overhead_argument == OverheadArgument::Children {
        text.comment("o(x) at a node with x children, as it was fitted to N leaves under one node");
        text.line("overhead_argument = \"children\"");
    }
    text.line("\n[tan.overhead]");
    let constant = fit.fan_in.terms.constant;
    if fit.fan_in.form == Form::Constant {
        let words = interval(constant, clock);
        text.comment(&format!("what waves take besides L, whatever the fan-in; {words} ({})", fan_in.origin));
        text.comment(&format!("  b of the chains is {}", overhead_words(chain, clock)));
    } else {
        text.comment(&format!("b: {}", overhead_words(chain, clock)));
    }
    text.line(&format!("constant = {}", coefficient("the overhead b", constant, clock, "")?));
    growth(&mut text, fan_in, head)?;
    if let Some(messages) = messages {
        port::sections(&mut text, messages)?;
    }
    Ok(text.0)
}

/// The terms that grow with the fan-in.
fn growth(text: &mut Text, fit: &FanInFit, head: &ProfileHead) -> Result<(), Reason> {
    let clock = head.clock;
    let (from, to) = (fit.range.start(), fit.range.end());
    let chosen = fit.candidates.iter().find(|candidate| candidate.form == fit.form);
    let data = chosen.map_or_else(String::new, |chosen| regression_words(&chosen.regression, "fan-ins"));
    text.comment(&format!(
        "growth with x: {data} from {from} to {to}{} ({})",
        left_out(&fit.dropped, fit.weighed_down),
        fit.origin
    ));
    let choice = match head.criterion {
        Some(criterion) => format!("chosen by {}", criterion_name(criterion)),
        None => "as asked for".to_owned(),
    };
    text.comment(&format!("the {} form, {choice}:", fit.form));
    for candidate in &fit.candidates {
        text.comment(&format!("  {}", candidate_words(candidate)));
    }
    let mut term = |key: &str, estimate: Estimate| {
        text.comment(&format!("{key}: {}", interval(estimate, clock)));
        let value = coefficient("a coefficient of the overhead", estimate, clock, "")?;
        text.line(&format!("{key} = {value}"));
        Ok(())
    };
    match fit.terms.growth {
        Growth::Constant {} => Ok(()),
        Growth::Linear { linear } => term("linear", linear),
        Growth::Quadratic { linear, quadratic } => {
            term("linear", linear)?;
            term("quadratic", quadratic)
        }
        Growth::Logarithmic { logarithmic } => term("logarithmic", logarithmic),
        Growth::Exponential { scale, rate } => {
            text.comment(&format!("scale: {}", interval(scale, clock)));
            text.comment(&format!(
                "rate: {} to {} for each x, standard error {}",
                quantity::significant(rate.low, 5),
                quantity::significant(rate.high, 5),
                quantity::significant(rate.standard_error, 3),
            ));
            let scale = coefficient("the scale of the overhead", scale, clock, "")?;
            let rate = number("the rate of the overhead", rate)?;
            text.line(&format!("exponential = {{ scale = {scale}, rate = {rate} }}"));
            Ok(())
        }
    }
}

fn latency_words(fit: &LatencyFit, clock: Clock) -> String {
    let center = match fit.center {
        Center::Mean => "mean",
        Center::Median => "median",
    };
    let time = |time| shown(time, clock, 4);
    format!(
        "the {center} of {} latencies from {} to {}, standard deviation {}{}; {} ({})",
        fit.samples,
        time(fit.least),
        time(fit.greatest),
        time(fit.deviation),
        left_out(&fit.dropped, fit.weighed_down),
        interval(fit.latency, clock),
        fit.origin
    )
}

fn startup_words(fit: &ChainFit, clock: Clock) -> String {
    format!("{}, what chains cost besides their levels", interval(fit.startup, clock))
}

fn overhead_words(fit: &ChainFit, clock: Clock) -> String {
    format!(
        "half of what a level of a chain costs ({}) besides L; {}; {}{} ({})",
        shown(fit.level.value, clock, 4),
        interval(fit.overhead, clock),
        regression_words(&fit.regression, "depths"),
        left_out(&fit.dropped, fit.weighed_down),
        fit.origin
    )
}

fn regression_words(fit: &Regression, points: &str) -> String {
    format!("R^2 {:.6}, {} samples at {} {points}", fit.r_squared, fit.samples, fit.points)
}

fn candidate_words(candidate: &FittedForm) -> String {
    let Regression { r_squared, adjusted_r_squared, aicc, .. } = candidate.regression;
    let aicc = aicc.map_or_else(|| "-".to_owned(), |aicc| format!("{aicc:.1}"));
    let flag = match candidate.physical {
        Physical::Free => "",
        Physical::Constrained => "; a negative coefficient is taken as 0",
        Physical::Impossible => "; does not grow: not to be chosen",
    };
    format!("{:<12} R^2 {r_squared:.6}, adjusted {adjusted_r_squared:.6}, AICc {aicc}{flag}", candidate.form.name())
}

fn left_out(dropped: &[Sample], weighed_down: usize) -> String {
    let mut text = String::new();
    if !dropped.is_empty() {
        let _ = write!(text, ", {} outliers left out", dropped.len());
    }
    if weighed_down > 0 {
        let _ = write!(text, ", {weighed_down} outliers weighed down");
    }
    text
}

/// The interval, with the standard error if the value is written without it.
fn interval(estimate: Estimate, clock: Clock) -> String {
    let mut text = format!("{} to {}", shown(estimate.low, clock, 5), shown(estimate.high, clock, 5));
    if is_of_its_own(estimate) && estimate.standard_error > 0.0 {
        let _ = write!(text, ", standard error {}", shown(estimate.standard_error, clock, 4));
    }
    text
}

const fn criterion_name(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Aicc => "AICc (the fewest coefficients of those within 2 of the least)",
        Criterion::AdjustedRSquared => "adjusted R^2 (the greatest)",
    }
}

/// The name if it is a single line, as readers require.
fn line_of_text(name: &str) -> Result<&str, Reason> {
    let is_line = !name.trim().is_empty() && !name.contains(char::is_control);
    if is_line {
        Ok(name)
    } else {
        Err(reason!(
            "`{name}` cannot be the name of a machine: it must be a line of text, without control characters",
            name = short(name)
        ))
    }
}

#[cfg(test)]
mod tests;
