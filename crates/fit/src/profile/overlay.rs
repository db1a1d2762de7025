//! Profiles of overlay trees from the cost of a child.

use super::value::{Text, coefficient, time};
use super::{interval, line_of_text};
use crate::overlay::OverlayFit;
use logpine_models::machine::{Data, NotMeasured, Ranges};
use logpine_text::reason::Reason;
use logpine_text::toml_string::quoted;

/// The profile with an `[overlay]` section.
///
/// # Errors
/// [`Reason`] if a value is not finite or too large, or if the name is not a single line of text.
pub fn overlay_profile(fit: &OverlayFit, name: &str) -> Result<String, Reason> {
    let OverlayFit { per_child, constant, waves, fanouts, samples, warnings, origin, clock, .. } = fit;
    let mut text = Text::default();
    let (measured, description) = match waves {
        Some(_) => ("measurements", "fitted to latencies, waves through chains, and waves from N leaves to one node"),
        None if constant.is_some() => (
            "rates by fanout",
            "fitted to rates by fanout: the period of a node is a constant and a time for each of its children",
        ),
        None => ("rates by fanout", "fitted to rates by fanout: the period of a node is proportional to its children"),
    };
    text.comment(&format!(
        "Fitted by logpine to {measured}. Intervals are of 95 %; --robust takes low and high, or 1.96 stderr."
    ));
    text.line("");
    text.line(&format!("name = {}", quoted(line_of_text(name)?)));
    text.line(&format!("description = {}", quoted(description)));
    text.line(&format!("source = {}", quoted(origin)));
    text.line(&format!("unit = \"{}\"", clock.symbol()));
    text.data(&Data {
        measured: Ranges { fanouts: Some(*fanouts), ..Ranges::default() },
        not_measured: waves.is_none().then_some(NotMeasured::Latency).into_iter().collect(),
        warnings: warnings.clone(),
    });
    text.line("\n[overlay]");
    let kind = if waves.is_some() { "waves" } else { "rates" };
    text.comment(&format!("c: {}, of {samples} {kind}", interval(*per_child, *clock)));
    text.line(&format!("overhead_per_child = {}", time("the cost of a child", *per_child, *clock)?));
    if let Some(waves) = waves {
        text.comment(&format!("alpha, L + b: {}", interval(waves.latency, *clock)));
        text.line(&format!("latency = {}", time("the latency of a level", waves.latency, *clock)?));
        text.comment("t: as given");
        text.line(&format!("threads = {}", waves.threads));
        if let Some(gap) = waves.gap_per_byte {
            let name = "the gap per byte";
            text.comment("beta: of each byte from each child, by waves of two sizes");
            text.line(&format!("gap_per_byte = {}", coefficient(name, gap, *clock, "/B")?));
        }
    } else if let Some(constant) = constant {
        text.comment(&format!("the constant: {}", interval(*constant, *clock)));
        text.line(&format!("latency = {}", time("the constant", *constant, *clock)?));
        text.line("period_includes_latency = true");
    } else {
        text.line("latency = \"0s\"");
    }
    Ok(text.0)
}
