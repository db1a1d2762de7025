//! Closed forms for people.

use super::page::Page;
use super::table::Table;
use crate::answer::RankPlan;
use crate::answer::costs::MessageCosts;
use crate::report::rank_label::label;
use crate::report::times::{number, size, three_digits, time, time_of};
use crate::report::{Explained, explained};
use logpine_models::closed_form::{AlphaBetaCost, LoggpCost, LogpCost, PortCost};
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Time};

/// The closed forms of the families beside the exact times, and the papers' statements on the machine.
pub(super) fn closed_forms(page: &mut Page, plan: &RankPlan, machine: &Machine, costs: &MessageCosts) {
    let clock = machine.clock;
    let explained = match explained(plan, costs) {
        Ok(explained) => explained,
        Err(reason) => return page.line(format!("Closed forms: {reason}.")),
    };
    let mut table = Table::new(["closed forms over the reals", "exact", "formula", "n exact", "n real", "exact is"]);
    for Explained { candidate, form } in &explained {
        let segments = candidate.construction.cut.map_or_else(|| "-".to_owned(), |cut| number(cut.segments));
        table.row([
            label(candidate),
            time(candidate.time, clock),
            time_of(form.time, clock),
            segments,
            form.segments.map_or_else(|| "-".to_owned(), |segments| format!("{segments:.1}")),
            difference(candidate.time, form.time),
        ]);
    }
    if explained.is_empty() {
        page.line("Closed forms: none of these families has one here.");
    } else {
        page.table(table);
    }
    for Explained { candidate, form } in &explained {
        page.note(format!("{}: {}", label(candidate), form.formula));
        page.note(format!("    {}; {}", form.source, form.condition));
    }
    for candidate in plan.candidates() {
        if let Some(reason) = candidate.construction.algorithm.recurrence() {
            page.note(format!("{}: {reason}", label(candidate)));
        }
    }
    if explained.is_empty() {
        return;
    }
    let delays = match costs.timing.reals() {
        Some(PortCost::AlphaBeta(_)) | None => "",
        Some(PortCost::Logp(_) | PortCost::Loggp(_)) => ", D = L + 2o, G = max(g, o)",
    };
    page.note(format!("P ranks, q = ceil(log2 P), s bytes, n segments of S = s/n{delays}"));
    page.note(
        "exact times have whole segments of whole bytes, the last of them short, where the formulas divide s evenly",
    );
    for fact in facts(plan, costs, clock) {
        page.note(fact);
    }
}

fn difference(exact: Time, form: f64) -> String {
    let percent = (exact.ticks() as f64 / form - 1.0) * 100.0;
    match percent {
        percent if percent.abs() < 5e-7 => "the same".to_owned(),
        percent if percent.abs() < 0.01 => format!("{percent:+.5}%"),
        percent if percent.is_finite() => format!("{percent:+.2}%"),
        _ => "-".to_owned(),
    }
}

/// The statements of the models' papers on the machine itself.
fn facts(plan: &RankPlan, costs: &MessageCosts, clock: Clock) -> Vec<String> {
    let (ranks, bytes) = (plan.job.ranks(), plan.job.bytes().unwrap_or(1) as f64);
    match costs.timing.reals() {
        Some(PortCost::AlphaBeta(cost)) => alpha_beta_facts(cost, ranks, bytes),
        Some(PortCost::Logp(cost)) => logp_facts(cost, clock),
        Some(PortCost::Loggp(LoggpCost { latency, overhead, gap, gap_per_byte })) => {
            let whole = gap + (bytes - 1.0) * gap_per_byte;
            let one = time_of(latency + 2.0 * overhead + whole - gap, clock);
            vec![format!("one message of {} takes {one}", size(plan.job.bytes().unwrap_or(1)))]
        }
        None => Vec::new(),
    }
}

fn alpha_beta_facts(cost: AlphaBetaCost, ranks: u64, bytes: f64) -> Vec<String> {
    if cost.beta <= 0.0 || ranks < 2 {
        return Vec::new();
    }
    let share = cost.effective_bandwidth(bytes) * cost.beta * 100.0;
    vec![
        format!(
            "one message of {bytes} bytes reaches {}% of the bandwidth, one of s_1/2 = alpha/beta = {:.0} bytes half of it",
            three_digits(share),
            cost.half_bandwidth_size()
        ),
        format!(
            "for large s the binomial tree takes {:.0} times as long as beta s. For small s the chain takes {:.1} times as long as \
             the binomial tree",
            AlphaBetaCost::binomial_bandwidth_factor(ranks),
            AlphaBetaCost::chain_latency_factor(ranks),
        ),
    ]
}

fn logp_facts(cost: LogpCost, clock: Clock) -> Vec<String> {
    let ping_pong = format!("a message and its answer take 2L + 4o = {}", time_of(cost.ping_pong(), clock));
    let flight = (cost.gap > 0.0)
        .then(|| format!("at most ceil(L/g) = {} messages of one rank are under way at once", cost.in_flight()));
    [ping_pong].into_iter().chain(flight).collect()
}
