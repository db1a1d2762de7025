//! Conditions beside each other.

use super::Reader;
use crate::files::json_spans::{Member, Value};
use crate::files::mpich::collectives::answers;
use crate::files::mpich::conditions::{Condition, Fact, NAMES, Odd, parse, without_blanks};
use crate::files::mpich::leaf;
use crate::files::mpich::path::Path;
use logpine_text::excerpt::short;
use std::ops::Range;

impl Reader<'_> {
    /// Reads conditions beside each other.
    pub(super) fn branches(
        &mut self,
        value: &Value,
        collective: &'static str,
        path: &Path,
        key: &Range<usize>,
        depth: usize,
    ) {
        let mut rest = Some(path.clone());
        let mut is_over = false;
        let mut last = None;
        for member in value.members() {
            let name = without_blanks(&member.key);
            let Some((condition, odd)) = parse(&name, self.release) else {
                self.unknown_condition(member, &name);
                self.node(&member.value, collective, path, &member.key_span, depth + 1);
                last = None;
                continue;
            };
            self.condition(member, &name, (condition, odd), collective, rest.as_ref().unwrap_or(path));
            let (yes, no) = rest.as_ref().map_or((None, None), |rest| rest.split(condition));
            if is_over {
                let message =
                    "a branch after one that is always taken: MPI_Init ends with `unexpected non-NULL failure path`";
                self.error(&member.key_span, "after-any", message, "put `=any` last");
            } else if yes.is_none() && !matches!(condition, Condition::Any | Condition::AnyKind) {
                let message = "no call comes here: branches before it, or around it, take them all or keep them away";
                self.error(&member.key_span, "unreachable", message, "put limits in ascending order");
            }
            self.node(&member.value, collective, yes.as_ref().unwrap_or(path), &member.key_span, depth + 1);
            is_over |= condition == Condition::Any;
            rest = no;
            last = Some((condition, member.key_span.clone()));
        }
        match (last, rest) {
            (Some((condition, span)), _) if condition.needs_sibling() && !is_over => {
                let message = "no branch takes the other calls: MPI_Init ends with `unexpected NULL failure path`";
                self.error(&span, "no-any", message, "add a last branch, such as `comm_size=any`");
            }
            (Some(_), Some(rest)) => {
                let who = if rest.fact(Fact::Intra) == Some(false) {
                    "calls between two groups of ranks"
                } else {
                    "some calls"
                };
                let message = format!("no branch takes {who}: they end with an assertion");
                self.error(key, "no-branch", message, "add a last branch for all others");
            }
            _ => {}
        }
    }

    /// Checks a condition that the release knows.
    fn condition(
        &mut self,
        member: &Member,
        name: &str,
        (condition, odd): (Condition, Option<Odd>),
        collective: &str,
        path: &Path,
    ) {
        let span = &member.key_span;
        if let (Some(odd), Condition::Ranks(bound) | Condition::PerNode(bound)) = (odd, condition) {
            self.flaws.add(span.clone(), leaf::odd_number(name, bound.number, odd));
        }
        if let (Some(odd), Condition::Average(bound) | Condition::Total(bound) | Condition::Count(bound)) =
            (odd, condition)
        {
            self.flaws.add(span.clone(), leaf::odd_number(name, bound.number, odd));
        }
        if condition.question().is_some_and(|question| !answers(collective, question)) {
            let name = name.split(['<', '=']).next().unwrap_or_default();
            let message = format!(
                "{name} is not defined for {collective}: the first call that comes here ends with an assertion"
            );
            self.error(
                span,
                "wrong-condition",
                message,
                "use a condition that the collective has; where `avg_msg_size` is none, `total_msg_size` may be",
            );
        }
        if let Condition::Ranks(bound) = condition
            && bound.is_below
            && path.is_searched
        {
            let message = format!("below a condition on calls MPICH reads {name} as `comm_size<={}`", bound.number);
            self.flaws.warning(span.clone(), "below-is-at-most", message, "write `<=` and one less");
        }
        let is_of_elements = matches!(collective, "gather" | "scatter" | "igather" | "iscatter");
        if matches!(condition, Condition::Total(_)) && is_of_elements && path.fact(Fact::Intra) == Some(true) {
            let message = format!(
                "the total_msg_size of {collective} counts elements, not bytes, and ranks may count differently"
            );
            self.flaws.warning(span.clone(), "counts-elements", message, "use no size here");
        }
        let is_known = name == "any" || NAMES.contains(&name);
        if condition == Condition::Any && !is_known && name != "comm_avg_ppn=any" {
            let message = format!("{} is no condition: as it ends with `=any`, it is always true", short(name));
            self.flaws.warning(span.clone(), "odd-any", message, "write `comm_size=any`");
        }
    }

    fn unknown_condition(&mut self, member: &Member, name: &str) {
        if let Some(name) = name.strip_prefix("collective=") {
            let message = format!(
                "collective {} inside another one: no call comes here, or MPI_Init ends with an assertion",
                short(name)
            );
            self.error(&member.key_span, "unknown-key", message, "put collectives beside each other");
            return;
        }
        let meant = self.suggestions.near(name, NAMES);
        let message = format!(
            "{} knows no condition {}: MPI_Init ends with `unknown key`{meant}",
            self.release.title(),
            short(name)
        );
        self.error(&member.key_span, "unknown-key", message, "write a condition of the release");
    }
}
