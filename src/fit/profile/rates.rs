//! Profiles of overlay trees from the cost of a child.

use super::value::{Text, time};
use super::{ProfileError, interval, line_of_text};
use crate::fit::rates::RatesFit;
use crate::toml_string::quoted;
use crate::units::Clock;

/// The profile with an `[overlay]` section.
///
/// # Errors
/// [`ProfileError`] if the value is not finite or too large, or if the name is not a single line of text.
pub fn rates_profile(fit: &RatesFit, name: &str) -> Result<String, ProfileError> {
    let mut text = Text::default();
    text.comment(
        "Fitted by logpine to rates by fanout. Intervals are of 95 %; --robust takes low and high, or 1.96 stderr.",
    );
    text.line("");
    text.line(&format!("name = {}", quoted(line_of_text(name)?)));
    text.line("description = \"fitted to rates by fanout: the period of a node is proportional to its children\"");
    text.line(&format!("source = {}", quoted(&fit.origin)));
    text.line("unit = \"s\"");
    text.line("\n[overlay]");
    text.comment(&format!("c: {}, of {} rates", interval(fit.per_child, Clock::Second), fit.samples));
    text.line(&format!("overhead_per_child = {}", time("the cost of a child", fit.per_child, Clock::Second)?));
    text.comment("rates say nothing about the latency: the time of a single wave is a lower bound");
    text.line("latency = \"0s\"");
    Ok(text.0)
}
