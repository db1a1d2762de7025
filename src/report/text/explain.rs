//! Closed forms for people.

use super::table::Table;
use super::with_unit;
use crate::answer::RankPlan;
use crate::report::rank_label::label;
use crate::report::{Explained, RankSubject, explained};
use logpine_models::closed_form::{AlphaBetaCost, LoggpCost, LogpCost, PortCost};
use logpine_text::units::{Time, TimeUnit};
use std::fmt::Write as _;

/// The closed forms of the families beside the exact times, and the papers' statements on the machine.
pub(super) fn closed_forms(plan: &RankPlan, subject: &RankSubject) -> String {
    let unit = plan.best().time.natural_unit(subject.clock);
    let explained = match explained(plan, subject) {
        Ok(explained) => explained,
        Err(reason) => return format!("\nclosed forms: {reason}\n"),
    };
    let mut unformed = String::new();
    for candidate in plan.candidates() {
        if let Some(reason) = candidate.construction.algorithm.recurrence() {
            let _ = writeln!(unformed, "  {}: {reason}", label(candidate));
        }
    }
    if explained.is_empty() {
        return format!("\nclosed forms: none of these families has one here\n{unformed}");
    }
    let mut table = Table::new(["closed forms over the reals", "exact", "formula", "n exact", "n real", "exact is"]);
    for Explained { candidate, form } in &explained {
        let segments = candidate.construction.cut.map_or_else(|| "-".to_owned(), |cut| cut.segments.to_string());
        table.row([
            label(candidate),
            with_unit(candidate.time, unit),
            real(form.time, unit),
            segments,
            form.segments.map_or_else(|| "-".to_owned(), |segments| format!("{segments:.1}")),
            difference(candidate.time, form.time),
        ]);
    }
    let mut text = format!("\n{table}\n");
    for Explained { candidate, form } in &explained {
        let _ = writeln!(text, "  {}: {}\n      {}; {}", label(candidate), form.formula, form.source, form.condition);
    }
    text += &unformed;
    let delays = match subject.reals {
        Some(PortCost::AlphaBeta(_)) | None => "",
        Some(PortCost::Logp(_) | PortCost::Loggp(_)) => ", D = L + 2o, G = max(g, o)",
    };
    let _ = writeln!(
        text,
        "  P ranks, q = ceil(log2 P), s bytes, n segments of S = s/n{delays}\n  exact times have whole segments of whole bytes, \
         the last of them short, where the formulas divide s evenly"
    );
    text + &facts(plan, subject, unit)
}

/// A time in ticks over the reals.
fn real(ticks: f64, unit: TimeUnit) -> String {
    format!("{:.3} {}", ticks / unit.ticks() as f64, unit.symbol())
}

fn difference(exact: Time, form: f64) -> String {
    let percent = (exact.ticks() as f64 / form - 1.0) * 100.0;
    match percent {
        percent if percent.abs() < 5e-7 => "the same".to_owned(),
        percent if percent.abs() < 0.01 => format!("{percent:+.5} %"),
        percent if percent.is_finite() => format!("{percent:+.2} %"),
        _ => "-".to_owned(),
    }
}

/// The statements of the models' papers on the machine itself.
fn facts(plan: &RankPlan, subject: &RankSubject, unit: TimeUnit) -> String {
    let (ranks, bytes) = (plan.job.ranks(), plan.job.bytes().unwrap_or(1) as f64);
    match subject.reals {
        Some(PortCost::AlphaBeta(cost)) => alpha_beta_facts(cost, ranks, bytes),
        Some(PortCost::Logp(cost)) => logp_facts(cost, unit),
        Some(PortCost::Loggp(LoggpCost { latency, overhead, gap, gap_per_byte })) => {
            let whole = gap + (bytes - 1.0) * gap_per_byte;
            format!("  one message of {bytes} bytes: {}\n", real(latency + 2.0 * overhead + whole - gap, unit))
        }
        None => String::new(),
    }
}

fn alpha_beta_facts(cost: AlphaBetaCost, ranks: u64, bytes: f64) -> String {
    if cost.beta <= 0.0 || ranks < 2 {
        return String::new();
    }
    let share = cost.effective_bandwidth(bytes) * cost.beta * 100.0;
    format!(
        "  one message of {bytes} bytes has {share:.3} % of the bandwidth, one of s_1/2 = alpha/beta = {:.0} bytes half of it\n  \
         for large s the binomial tree takes {:.0} times as long as beta s; for small s the chain takes {:.1} times as long as \
         the binomial tree\n",
        cost.half_bandwidth_size(),
        AlphaBetaCost::binomial_bandwidth_factor(ranks),
        AlphaBetaCost::chain_latency_factor(ranks),
    )
}

fn logp_facts(cost: LogpCost, unit: TimeUnit) -> String {
    let flight = if cost.gap > 0.0 {
        format!("; at most ceil(L/g) = {} under way from one rank at once", cost.in_flight())
    } else {
        String::new()
    };
    format!("  a message and its answer, 2L + 4o: {}{flight}\n", real(cost.ping_pong(), unit))
}
