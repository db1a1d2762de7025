//! The score of a given tree: its time, how far it is from the best tree, and the time level by level.

use super::page::Page;
use super::tree::{height, internal, pipelined, winner};
use super::{Detail, drawn, levels, overlay_name, unit_for};
use crate::answer::{Plan, Scored};
use crate::report::times::{counted, ratio, time};
use crate::report::titles::of_leaves;
use crate::request::Targets;
use logpine_text::units::Clock;
use std::cmp::Ordering;

/// The report of `score`. `name` is the tree's.
#[must_use]
pub fn scored(name: &str, scored: &Scored, detail: Detail) -> String {
    scored_page(name, scored, detail).text()
}

/// The report of `score` as a page.
pub fn scored_page(name: &str, scored: &Scored, detail: Detail) -> Page {
    let Scored { shape, score, best, targets, collective, machine, costs, .. } = scored;
    let score = *score;
    let clock = machine.clock;
    let mut page = Page::warned(&scored.warnings);
    let count = counted(shape.targets(*targets), targets.one(), targets.many());
    let title = format!("{name} for the {} of {count} on {}", of_leaves(*collective), machine.name);
    page.headline(
        &title,
        &best.as_ref().map_or_else(|| "no best tree is known".to_owned(), |plan| verdict(scored, plan)),
        "",
    );
    page.facts([
        format!("{} per {}", time(score.time, clock), of_leaves(*collective)),
        internal(*targets, shape),
        height(shape),
        pipelined(score, *collective, clock),
    ]);
    if let Some(plan) = best {
        page.facts([against(scored, plan, clock)]);
        page.facts([restriction(scored, plan, clock)]);
        if let Some(limit) = &scored.slot_limit {
            page.facts([format!("the best tree is {}", limit.said(&time(limit.time_without, clock)))]);
        }
    }
    let unit = unit_for(best.as_ref().map_or(score, |plan| plan.best().construction.score), machine, costs);
    levels::table(&mut page, shape, machine, costs, unit);
    if detail.is_full() {
        page.plain(drawn(shape));
    }
    page.line(format!("Predicted by the model {}.", costs.model));
    page
}

/// The ratio of the time to the time of the best tree, in words.
fn verdict(scored: &Scored, plan: &Plan) -> String {
    let (own, best) = (scored.score.time, plan.best().construction.score.time);
    match own.cmp(&best) {
        Ordering::Less => "faster than the best tree that the search found".to_owned(),
        Ordering::Equal => "as fast as the best tree".to_owned(),
        Ordering::Greater => match own.percent_above(best) {
            Some(percent) if percent < 0.1 => "less than 0.1% slower than the best tree".to_owned(),
            Some(percent) if percent < 100.0 => format!("{percent:.1}% slower than the best tree"),
            _ => format!("{} the time of the best tree", ratio(own, best)),
        },
    }
}

/// The best tree and its time, unless this one is as fast.
fn against(scored: &Scored, plan: &Plan, clock: Clock) -> String {
    let (best, claim) = (plan.best(), plan.claim.status.name());
    let internal_of_best = best.construction.shape.internal_nodes();
    if scored.score.time == best.construction.score.time {
        let fewer = scored.shape.internal_nodes().saturating_sub(internal_of_best);
        let is_of_hosts = scored.targets == Targets::Leaves && fewer > 0;
        return if is_of_hosts {
            format!(
                "{} would be enough for this time",
                counted(internal_of_best, "internal process", "internal processes")
            )
        } else {
            String::new()
        };
    }
    let internal = internal(scored.targets, &best.construction.shape);
    let internal = if internal.is_empty() { internal } else { format!(", {internal}") };
    format!("best tree ({claim}): {}, {}{internal}", winner(best), time(best.construction.score.time, clock))
}

/// The best tree that a system's setting can make.
fn restriction(scored: &Scored, plan: &Plan, clock: Clock) -> String {
    let Some(setting) = scored.best_setting() else { return String::new() };
    let (own, best) = (setting.construction.score.time, plan.best().construction.score.time);
    let than = match own.cmp(&best) {
        Ordering::Greater => format!("{} the best tree of any shape", ratio(own, best)),
        _ => "as fast as the best tree of any shape".to_owned(),
    };
    format!("best setting: {}, {}, {than}", overlay_name::of(setting), time(own, clock))
}

/// The score in a line, for `check`.
pub fn in_short(scored: &Scored) -> String {
    let Scored { machine, costs, .. } = scored;
    let (clock, own) = (machine.clock, scored.score.time);
    let mut text = format!("on {} ({}) {}", machine.name, costs.model, time(own, clock));
    if let Some(plan) = &scored.best {
        text.extend([", ", &verdict(scored, plan)]);
        let setting = restriction(scored, plan, clock);
        if own > plan.best().construction.score.time && !setting.is_empty() {
            text.extend(["; ", &setting]);
        }
    }
    text
}
