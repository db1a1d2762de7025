//! The report on a given tree.

use super::{Detail, counted};
use super::{drawn, levels, overlay_name, ranking, size, unit_for, with_unit, wrapped};
use crate::answer::{Plan, Scored};
use crate::report::Subject;
use crate::report::titles::of_leaves;
use crate::request::Targets;
use itertools::Itertools;
use logpine_text::units::TimeUnit;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// The answer of `score`; `name` is the tree's name.
#[must_use]
pub fn scored(name: &str, scored: &Scored, detail: Detail) -> String {
    let Scored { shape, score, best, .. } = scored;
    let (score, subject) = (*score, &Subject::of_scored(scored));
    let unit = unit_for(best.as_ref().map_or(score, |plan| plan.best().construction.score), subject);
    let targets = counted(shape.targets(scored.targets), scored.targets.one(), scored.targets.many());
    let operation = of_leaves(scored.collective);
    let mut text = super::warned(&scored.warnings);
    let _ = write!(
        text,
        "{name}: {} a wave for the {operation} of {targets} on {} ({})\n\n",
        with_unit(score.time, unit),
        subject.machine,
        subject.model
    );
    text += &levels::table(shape, subject, unit);
    text += "\n";
    text += &size(scored.targets, shape, score, unit);
    if let Some(plan) = best {
        text += &against_best(scored, plan, unit);
        if let Some(limit) = &scored.slot_limit {
            let _ = writeln!(text, "the best tree is {}", limit.said(&with_unit(limit.time_without, unit)));
        }
        text += &restriction(scored, plan, unit);
    }
    text += &detail.if_full(|| format!("\n{}", drawn(shape)));
    wrapped(&text)
}

/// A comparison of a tree with the best one for the same number of targets.
fn against_best(scored: &Scored, plan: &Plan, unit: TimeUnit) -> String {
    let Scored { shape, score, targets, .. } = scored;
    let best = plan.best();
    if score.time < best.construction.score.time {
        return format!(
            "faster than the best tree that the search found (not proved optimal), which takes {}\n",
            with_unit(best.construction.score.time, unit)
        );
    }
    if score.time == best.construction.score.time {
        let fewer = shape.internal_nodes().saturating_sub(best.construction.shape.internal_nodes());
        let hosts = match fewer {
            0 => String::new(),
            _ if *targets == Targets::Members => String::new(),
            _ => format!(", though {} would do", counted(fewer, "process fewer", "processes fewer")),
        };
        return format!("as fast as the best tree ({}){hosts}\n", plan.claim.status.name());
    }
    if best.construction.shape.internal_nodes() == 0 {
        let time = with_unit(best.construction.score.time, unit);
        return format!(
            "the best tree ({}) is a single {}: it takes {time}\n",
            plan.claim.status.name(),
            targets.one()
        );
    }
    let fanouts = best
        .construction
        .fanouts
        .as_ref()
        .map(|fanouts| format!(", fanouts {}", fanouts.iter().join(",")))
        .unwrap_or_default();
    let internal = match targets {
        Targets::Leaves => counted(best.construction.shape.internal_nodes(), "process", "processes"),
        Targets::Members => counted(best.construction.shape.internal_nodes(), "inner node", "inner nodes"),
    };
    let name = if *targets == Targets::Leaves { best.family.to_owned() } else { overlay_name::of(best) };
    format!(
        "the best tree ({}) takes {}: {name} with {internal}{fanouts}; this one is slower by {}\n",
        plan.claim.status.name(),
        with_unit(best.construction.score.time, unit),
        ranking::slower_by(score.time, best.construction.score.time),
    )
}

/// The best setting of the system that the tree is one of, and what it costs that the system has no other trees.
fn restriction(scored: &Scored, plan: &Plan, unit: TimeUnit) -> String {
    let Some(setting) = scored.best_setting() else { return String::new() };
    let (time, best) = (setting.construction.score.time, plan.best().construction.score.time);
    let than = match time.cmp(&best) {
        Ordering::Greater => format!("slower than the best tree of any shape by {}", ranking::slower_by(time, best)),
        _ => "as fast as the best tree of any shape".to_owned(),
    };
    format!("the best setting is {}: {}, {than}\n", overlay_name::of(setting), with_unit(time, unit))
}

/// The time of a given tree beside that of the best, in a line.
#[cfg(feature = "cli")]
pub fn in_short(scored: &Scored) -> String {
    let (subject, time) = (&Subject::of_scored(scored), scored.score.time);
    let unit = unit_for(scored.score, subject);
    let mut text = format!("on {} ({}) {} a wave", subject.machine, subject.model, with_unit(time, unit));
    if let Some(plan) = &scored.best {
        let best = plan.best().construction.score.time;
        let slower = ranking::slower_by(time, best);
        let unit = unit_for(plan.best().construction.score, subject);
        let _ = match time.cmp(&best) {
            Ordering::Greater => {
                write!(text, ", slower by {slower} than the best tree, which takes {}", with_unit(best, unit))
            }
            _ => write!(text, ", as fast as the best tree"),
        };
        let setting = restriction(scored, plan, unit);
        if time > best && !setting.is_empty() {
            let _ = write!(text, "; {}", setting.trim_end());
        }
    }
    text
}
