//! Profiles of models of messages.

use super::value::{Text, coefficient, time, whole_time};
use super::{interval, line_of_text};
use crate::port::{
    Assumption, LineFit, LineStart, LoggpFit, LogpFit, PieceFit, PlogpFit, PortFit, SizeRange, TablePoint,
};
use crate::{Estimate, shown};
use logpine_models::machine::{Data, NotMeasured, Ranges};
use logpine_text::reason::Reason;
use logpine_text::toml_string::quoted;
use logpine_text::units::{Bytes, Clock};

/// The profile of a machine's messages, with a section for each fitted model.
///
/// # Errors
/// [`Reason`] if a value is not finite or exceeds [`Time::MAX`](logpine_text::units::Time::MAX), or if the name is not a
/// single line of text.
pub fn port_profile(fit: &PortFit, name: &str) -> Result<String, Reason> {
    let clock = fit.clock;
    let mut text = Text::default();
    text.comment(
        "Fitted by logpine to measurements. Intervals are of 95 %; --robust takes 1.96 standard errors (stderr)",
    );
    text.comment("to each side of a value.");
    notes(&mut text, fit);
    text.line("");
    text.line(&format!("name = {}", quoted(line_of_text(name)?)));
    text.line(&format!("description = {}", quoted(&description(fit))));
    text.line(&format!("source = {}", quoted(&fit.origin)));
    text.line(&format!("unit = \"{}\"", clock.symbol()));
    text.data(&data(fit));
    sections(&mut text, fit)?;
    Ok(text.0)
}

/// What the measurements covered, between hosts and within one alike, and what is doubtful about them.
pub(super) fn data(fit: &PortFit) -> Data {
    let host = fit.within_host.as_deref();
    let sizes = [Some(fit), host].into_iter().flatten().filter_map(PortFit::sizes);
    let bytes = sizes.reduce(|one, other| SizeRange { from: one.from.max(other.from), to: one.to.min(other.to) });
    let ranks = fit.assumptions.iter().find_map(|assumption| match *assumption {
        Assumption::BinomialTree { fewest, most } => Some([fewest, most]),
        _ => None,
    });
    let within = host.into_iter().flat_map(|host| &host.warnings).map(|warning| format!("within a host, {warning}"));
    Data {
        measured: Ranges { bytes: bytes.map(|SizeRange { from, to }| [from, to]), ranks, fanouts: None },
        not_measured: fit.lacks_overhead().then_some(NotMeasured::Overhead).into_iter().collect(),
        warnings: fit.warnings.iter().cloned().chain(within).collect(),
    }
}

/// The measurements, in a line.
pub(super) fn description(fit: &PortFit) -> String {
    let places = match fit.within_host {
        Some(_) => ", between hosts and within one",
        None if fit.assumptions.contains(&Assumption::OneHost) => "; all ranks were on one host",
        None => "",
    };
    format!("fitted to times of messages by size{places}")
}

/// Comments with missing data and assumptions.
pub(super) fn notes(text: &mut Text, fit: &PortFit) {
    let parts = [("", Some(fit)), ("within a host, ", fit.within_host.as_deref())];
    for (place, fit) in parts.iter().filter_map(|&(place, fit)| Some((place, fit?))) {
        let missing = fit.missing.iter().cloned();
        let assumed = fit.assumptions.iter().map(|assumption| format!("taken for granted: {assumption}"));
        for words in missing.chain(assumed) {
            text.comment(&format!("{place}{words}"));
        }
    }
}

/// The sections, and those within a host.
pub(super) fn sections(text: &mut Text, fit: &PortFit) -> Result<(), Reason> {
    part(text, fit, "")?;
    fit.within_host.as_deref().map_or(Ok(()), |host| part(text, host, "within.host."))
}

/// The sections of a fit, whose names begin with `prefix`.
fn part(text: &mut Text, fit: &PortFit, prefix: &str) -> Result<(), Reason> {
    let clock = fit.clock;
    lines(text, fit);
    if let Some(found) = &fit.alpha_beta {
        text.line(&format!("\n[{prefix}alpha_beta]"));
        duration(text, "alpha", "alpha", found.alpha, clock)?;
        per_byte(text, "beta", "beta", found.beta, clock)?;
    }
    if let Some(found) = &fit.piecewise {
        text.line(&format!("\n[{prefix}piecewise]"));
        text.comment("the breaks are those with the least Bayesian information criterion");
        if fit.default_pieces().is_some() {
            text.comment("answers take these pieces unless --model says otherwise");
        }
        text.line("pieces = [");
        for (index, piece) in found.pieces.iter().enumerate() {
            let PieceFit { up_to, beta, .. } = piece;
            let alpha = &index.checked_sub(1).map_or(piece.alpha, |before| above(&found.pieces[before], piece, clock));
            let size = up_to.map_or_else(String::new, |bytes| format!("up_to = \"{}\", ", Bytes(bytes)));
            let (alpha, beta) = (time("alpha", *alpha, clock)?, coefficient("beta", *beta, clock, "/B")?);
            text.line(&format!("    {{ {size}alpha = {alpha}, beta = {beta} }},"));
        }
        text.line("]");
    }
    if let Some(found) = &fit.logp {
        text.line(&format!("\n[{prefix}logp]"));
        short(text, found, clock)?;
    }
    if let Some(found) = &fit.loggp {
        text.line(&format!("\n[{prefix}loggp]"));
        long(text, found, clock)?;
    }
    if let Some(found) = &fit.loggops {
        text.line(&format!("\n[{prefix}loggops]"));
        long(text, &found.loggp, clock)?;
        per_byte(text, "overhead_per_byte", "the overhead per byte O", found.overhead_per_byte, clock)?;
        if let Some(bytes) = found.rendezvous_above {
            text.comment("the largest size measured whose send did not take a round trip");
            text.line(&format!("rendezvous_above = \"{bytes}B\""));
        }
    }
    if let Some(found) = &fit.plogp {
        text.line(&format!("\n[{prefix}plogp]"));
        tables(text, found, clock)?;
    }
    Ok(())
}

/// alpha of a piece, moved up where the digits that are written of both betas would let times fall at the end of the piece before.
fn above(before: &PieceFit, piece: &PieceFit, clock: Clock) -> Estimate {
    let end = before.up_to.unwrap_or(0) as f64;
    let step = (piece.alpha.value + piece.beta.value * end) - (before.alpha.value + before.beta.value * end);
    // A beta is written to a thousandth of its error, or to twelve digits, and an alpha to a tick.
    let of_beta = |beta: Estimate| beta.standard_error.max(beta.value * 1e-9) / 1000.0 * end;
    let least = of_beta(before.beta) + of_beta(piece.beta) + 2.0 / clock.ticks_per_unit() as f64;
    let by = (least - step).max(0.0);
    let Estimate { value, standard_error, low, high } = piece.alpha;
    Estimate { value: value + by, standard_error, low: low + by, high: high + by }
}

/// Comments with the fitted lines and their data.
fn lines(text: &mut Text, fit: &PortFit) {
    if !fit.lines.is_empty() {
        text.line("");
    }
    for line in &fit.lines {
        let LineFit { quantity, bytes, regression, intercept, slope, .. } = line;
        let start = match line.start {
            LineStart::Empty => "s bytes",
            LineStart::FirstByte => "s bytes beyond the first",
        };
        text.comment(&format!(
            "{quantity} of {start}: {} + {} s; R^2 {:.6}, {} samples at {} sizes, {bytes} bytes",
            shown(intercept.value, fit.clock, 4),
            shown(slope.value, fit.clock, 4),
            regression.r_squared,
            regression.samples,
            regression.points,
        ));
    }
}

fn duration(text: &mut Text, key: &str, what: &'static str, of: Estimate, clock: Clock) -> Result<(), Reason> {
    if of.standard_error > 0.0 {
        text.comment(&format!("{key}: {}", interval(of, clock)));
    }
    text.line(&format!("{key} = {}", time(what, of, clock)?));
    Ok(())
}

fn per_byte(text: &mut Text, key: &str, what: &'static str, of: Estimate, clock: Clock) -> Result<(), Reason> {
    if of.standard_error > 0.0 {
        text.comment(&format!("{key}: {} a byte", interval(of, clock)));
    }
    // A rate is a time with /B after its unit.
    text.line(&format!("{key} = {}", coefficient(what, of, clock, "/B")?));
    Ok(())
}

/// L, o and g.
fn short(text: &mut Text, of: &LogpFit, clock: Clock) -> Result<(), Reason> {
    duration(text, "latency", "the latency L", of.latency, clock)?;
    if of.overhead_send == of.overhead_receive {
        duration(text, "overhead", "the overhead o", of.overhead_send, clock)?;
    } else {
        duration(text, "overhead_send", "the overhead of sending", of.overhead_send, clock)?;
        duration(text, "overhead_receive", "the overhead of receiving", of.overhead_receive, clock)?;
    }
    duration(text, "gap", "the gap g", of.gap, clock)
}

/// L, o, g and G.
fn long(text: &mut Text, of: &LoggpFit, clock: Clock) -> Result<(), Reason> {
    short(text, &of.short, clock)?;
    per_byte(text, "gap_per_byte", "the gap per byte G", of.gap_per_byte, clock)
}

/// The tables of `PLogP` as measured.
fn tables(text: &mut Text, of: &PlogpFit, clock: Clock) -> Result<(), Reason> {
    duration(text, "latency", "the latency L", of.latency, clock)?;
    for (key, points) in
        [("overhead_send", &of.overhead_send), ("overhead_receive", &of.overhead_receive), ("gap", &of.gap)]
    {
        text.line(&format!("{key} = ["));
        for &TablePoint { bytes, time } in points {
            let time = whole_time("a time of [plogp]", time, clock)?;
            text.line(&format!("    [{bytes}, \"{}\"],", time.display(clock)));
        }
        text.line("]");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    /// Times at the end of each piece, and of a byte more, as the profile is read.
    #[test]
    fn written_pieces_never_fall() -> Result<(), Box<dyn std::error::Error>> {
        use crate::measurements::read_osu;
        use crate::port::{PortFit, PortOptions};
        use crate::profile::port_profile;
        use logpine_models::machine::Machine;
        use logpine_models::model::PortModel;
        for dip in 0..20u32 {
            let time = |bytes: u64| match bytes {
                0..=512 => 1.25 + 0.000_31 * bytes as f64,
                513..=65_536 => 2.3 - 0.02 * f64::from(dip) + 0.000_29 * bytes as f64,
                _ => 9.0 - f64::from(dip) + 0.000_1 * bytes as f64,
            };
            let sizes = (0..22).map(|power| 1u64 << power);
            let rows: Vec<String> = sizes.map(|at| format!("{at} {:.2}", time(at))).collect();
            let rows = rows.join("\n");
            let text = format!("# OSU MPI Latency Test v7.0\n# Size Latency (us)\n{rows}\n");
            let fit = PortFit::from_tables(&read_osu(text.as_bytes(), "latency.txt")?, &PortOptions::default())?;
            let machine = Machine::from_toml(&port_profile(&fit, "mine")?, "mine.toml")?;
            let timing = PortModel::Piecewise.timing(&machine)?;
            let ends: Vec<u64> = fit.piecewise.iter().flat_map(|of| &of.pieces).filter_map(|of| of.up_to).collect();
            assert!(!ends.is_empty());
            for end in ends {
                let [here, beyond] = [end, end + 1].map(|bytes| timing.port(bytes).expect("a time").delivery);
                assert!(beyond >= here, "{dip}: {end} {here:?} {beyond:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn example_of_port_profile() -> Result<(), Box<dyn std::error::Error>> {
        use crate::measurements::read_osu;
        use crate::port::{PortFit, PortOptions};
        use crate::profile::port_profile;
        use logpine_models::machine::Machine;
        let text = "# OSU MPI Latency Test v7.0\n# Size Latency (us)\n1000 3.00\n2000 4.01\n4000 5.98\n8000 10.02\n";
        let fit = PortFit::from_tables(&read_osu(text.as_bytes(), "latency.txt")?, &PortOptions::default())?;
        let mine = Machine::from_toml(&port_profile(&fit, "mine")?, "mine.toml")?;
        assert_eq!(mine.sections(), ["alpha_beta"]);
        Ok(())
    }
}
