//! The answers at both ends of an overhead that was not measured.

use super::answer;
use crate::answer::Answer;
use crate::answer::data_limits::{name, shown};
use crate::request::{ModelName, Request};
use logpine_models::model::PortModel;
use logpine_text::units::Time;

/// The distance from the bound, in percent, above which an algorithm that is not listed is mentioned.
const WORTH_SAYING: f64 = 10.0;

/// The best algorithms with the least and the most overhead, in a line; `None` if the answer does not depend on it.
pub(super) fn range(answer_here: &Answer) -> Option<String> {
    let Answer { machine, request, .. } = answer_here;
    let model = request.model.map_or_else(|| PortModel::of(machine).ok(), ModelName::port_model)?;
    let (free, other_model) = machine.without_overhead(model)?;
    let (here, alpha) = (answer_here.ranking()?, machine.alpha(model, request.bytes.unwrap_or(0))?);
    if here.best().time == Time::ZERO {
        return None;
    }
    let question = Request {
        model: ModelName::of_ports(other_model),
        robust: None,
        explain: false,
        certify: None,
        semantics: None,
        network: None,
        ..request.clone()
    };
    let there = answer(&free, &question).ok()?;
    let there = there.ranking()?;
    let (own, other) = (here.best(), there.best());
    let time = |time: Time| shown(time, machine.clock);
    let (own_name, alpha) = (name(own), time(alpha));
    Some(if own_name == name(other) {
        let bound = there.claim.bound.value;
        let others = if other.time.percent_above(bound).is_some_and(|above| above > WORTH_SAYING) {
            format!("; with o = 0 one that is not listed may take less, but at least {}", time(bound))
        } else {
            String::new()
        };
        format!(
            "priced at both ends of the overhead: the best listed is {own_name} with o = 0 ({}) and with \
             o = alpha = {alpha} ({}){others}",
            time(other.time),
            time(own.time)
        )
    } else {
        let own_there = there.candidates().iter().find(|of| of.family == own.family && !std::ptr::eq(*of, other));
        let instead = own_there.map_or_else(String::new, |of| format!(", and {} takes {}", name(of), time(of.time)));
        format!(
            "priced at both ends of the overhead: with o = 0 the best listed is {} ({}){instead}; with \
             o = alpha = {alpha} it is {own_name} ({}); bounds are for o = alpha",
            name(other),
            time(other.time),
            time(own.time)
        )
    })
}
