//! Values in the notation of profiles.

use crate::Estimate;
use logpine_models::machine::Data;
use logpine_text::reason::{Reason, reason};
use logpine_text::toml_string::quoted;
use logpine_text::units::{Clock, Rate, Time};

/// A time in whole ticks, with its standard error or its interval.
pub(super) fn time(what: &'static str, estimate: Estimate, clock: Clock) -> Result<String, Reason> {
    let ticks = |time| whole_time(what, time, clock);
    if is_of_its_own(estimate) {
        let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(ticks);
        return Ok(within([value?, low?, high?].map(|time| time.display(clock))));
    }
    let (value, error) = (ticks(estimate.value)?, ticks(estimate.standard_error)?);
    Ok(uncertain(&value.display(clock), (error > Time::ZERO).then(|| error.display(clock))))
}

/// The nearest whole number of ticks.
pub(super) fn whole_time(what: &'static str, time: f64, clock: Clock) -> Result<Time, Reason> {
    let rate = rate(time, clock, 0).ok_or_else(|| reason!("the fit gives {time:e} for {what}, which no profile can hold; are the times in the unit that their column names?"))?;
    Ok(Time::from_ticks(rate.mantissa()))
}

/// A coefficient of o(x), or a time per byte if `suffix` is `/B`, with its standard error or its interval.
pub(super) fn coefficient(
    what: &'static str,
    estimate: Estimate,
    clock: Clock,
    suffix: &str,
) -> Result<String, Reason> {
    let per_unit = clock.ticks_per_unit() as f64;
    let rounded = |time: f64, scale| {
        rate(time, clock, scale).ok_or_else(|| reason!("the fit gives {time:e} for {what}, which no profile can hold; are the times in the unit that their column names?"))
    };
    // Errors below the last digit of the value are meaningless.
    let is_told = estimate.standard_error > estimate.value * 1e-12;
    let error = if is_told { estimate.standard_error } else { 0.0 };
    // Digits below a thousandth of the error are meaningless too, but whole ticks are always written.
    let needed = if is_told { scale(error / 1000.0 * per_unit, 1) } else { Rate::MAX_SCALE };
    let digits = scale(estimate.value * per_unit, 12).min(needed);
    let value = rounded(estimate.value, digits)?;
    let error = rounded(error, scale(error * per_unit, 4))?;
    let text = |rate: Rate| rate.display(clock) + suffix;
    if is_told && is_of_its_own(estimate) {
        let [low, high] = [rounded(estimate.low, digits)?, rounded(estimate.high, digits)?];
        return Ok(within([value, low, high].map(text)));
    }
    Ok(uncertain(&text(value), (!error.is_zero()).then(|| text(error))))
}

/// A number without unit, with its standard error or its interval.
pub(super) fn number(what: &'static str, estimate: Estimate) -> Result<String, Reason> {
    let Estimate { value, standard_error, low, high } = estimate;
    if let Some(&value) =
        [value, standard_error, low, high].iter().find(|number| !(number.is_finite() && **number >= 0.0))
    {
        return Err(reason!(
            "the fit gives {value:e} for {what}, which no profile can hold; are the times in the unit that their column names?"
        ));
    }
    // Errors below the last digit of the value are meaningless.
    if standard_error <= value * 1e-12 {
        return Ok(format!("{value:?}"));
    }
    let digits = |number: f64| format!("{:?}", rounded(number, 6));
    if is_of_its_own(estimate) {
        let [low, high] = [low, high].map(digits);
        return Ok(format!("{{ value = {value:?}, low = {low}, high = {high} }}"));
    }
    Ok(format!("{{ value = {value:?}, stderr = {} }}", digits(standard_error)))
}

/// A number rounded to `digits` significant digits.
fn rounded(number: f64, digits: usize) -> f64 {
    format!("{number:.*e}", digits - 1).parse().unwrap_or(number)
}

/// The number of decimals of a tick that gives `digits` significant digits.
fn scale(ticks: f64, digits: u8) -> u8 {
    if ticks <= 0.0 || !ticks.is_finite() {
        return 0;
    }
    let whole = libm::floor(libm::log10(ticks)) + 1.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let scale = (f64::from(digits) - whole).clamp(0.0, f64::from(Rate::MAX_SCALE)) as u8;
    scale
}

/// A time with `scale` decimals of a tick; `None` if it is negative, infinite or too large.
fn rate(time: f64, clock: Clock, scale: u8) -> Option<Rate> {
    let ticks = time * clock.ticks_per_unit() as f64;
    if ticks.is_nan() || ticks < 0.0 {
        return None;
    }
    let digits: String = format!("{ticks:.*}", usize::from(scale)).chars().filter(|&digit| digit != '.').collect();
    Rate::from_digits(digits.parse().ok()?, scale)
}

/// True if the interval differs from the one that readers derive from the standard error: 1.96 standard errors to each side,
/// cut at 0. This is the case for few samples, and where a bound cuts the interval.
pub(super) fn is_of_its_own(Estimate { value, standard_error, low, high }: Estimate) -> bool {
    let reach = 1.96 * standard_error;
    let differs = (low - (value - reach).max(0.0)).abs() + (high - (value + reach)).abs();
    low <= value && value <= high && differs > 0.02 * (high - low)
}

fn within([value, low, high]: [String; 3]) -> String {
    format!("{{ value = \"{value}\", low = \"{low}\", high = \"{high}\" }}")
}

fn uncertain(value: &str, error: Option<String>) -> String {
    match error {
        Some(error) => format!("{{ value = \"{value}\", stderr = \"{error}\" }}"),
        None => format!("\"{value}\""),
    }
}

/// The text of a profile.
#[derive(Default)]
pub(super) struct Text(pub(super) String);

impl Text {
    /// Adds the section of the measurements, if there is anything to say.
    pub(super) fn data(&mut self, data: &Data) {
        let Data { measured, not_measured, warnings } = data;
        if *data == Data::default() {
            return;
        }
        self.line("\n[data]");
        for (key, range) in [("fanouts", measured.fanouts), ("bytes", measured.bytes), ("ranks", measured.ranks)] {
            if let Some([low, high]) = range {
                self.line(&format!("{key} = [{low}, {high}]"));
            }
        }
        let lists = [
            ("not_measured", not_measured.iter().map(|of| of.word().to_owned()).collect::<Vec<_>>()),
            ("warnings", warnings.iter().map(|words| words.replace(char::is_control, " ")).collect()),
        ];
        for (key, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
            self.line(&format!("{key} = ["));
            for words in words {
                self.line(&format!("    {},", quoted(&words)));
            }
            self.line("]");
        }
    }

    /// Adds a comment, with control characters replaced.
    pub(super) fn comment(&mut self, words: &str) {
        self.line(&format!("# {}", words.replace(char::is_control, "\u{fffd}")));
    }

    pub(super) fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}
