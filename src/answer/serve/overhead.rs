//! The answers between the extremes of an overhead that was not measured.
//!
//! Times of single messages have alpha, the sum of the latency and the overheads. Under `[alpha_beta]` a sender is busy for all of it,
//! which makes binomial trees the fastest. If it is busy for beta s alone, that is LogGP with G = g = beta and L = alpha + beta.

use super::answer;
use crate::answer::Answer;
use crate::answer::data_limits::{name, shown};
use crate::machine::{Data, LoggpParameters, LogpParameters, Machine, Measured, NotMeasured, Simplifications};
use crate::request::{ModelName, Request};
use crate::units::Time;

/// The best algorithms with the least and the most overhead, in a line; `None` if the answer does not depend on it.
pub(super) fn range(answer_here: &Answer) -> Option<String> {
    let Answer { machine, request, .. } = answer_here;
    let is_asked = request.model.is_none_or(|model| model == ModelName::AlphaBeta);
    let parameters = machine.alpha_beta.filter(|_| is_asked && machine.data.lacks(NotMeasured::Overhead))?;
    let (here, alpha, byte) = (answer_here.ranking()?, parameters.alpha.value, parameters.beta.value.times(1)?);
    if here.best().time == Time::ZERO {
        return None;
    }
    let nothing = Measured::exactly(Time::ZERO);
    let logp = LogpParameters {
        latency: Measured::exactly(alpha.checked_add(byte)?),
        overhead_send: nothing,
        overhead_receive: nothing,
        gap: Measured::exactly(byte),
        ranks: None,
        combine: parameters.combine,
        simplify: Simplifications::default(),
    };
    let loggp = Some(LoggpParameters { logp, gap_per_byte: Measured::exactly(parameters.beta.value) });
    let free = Machine { loggp, data: Data::default(), ..machine.clone() };
    let question = Request {
        model: Some(ModelName::Loggp),
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
    if name(own) == name(other) {
        let (name, least, most) = (name(own), time(other.time), time(own.time));
        return Some(format!(
            "for an overhead from 0 to alpha = {}: the best listed is {name} with o = 0 ({least}) and with o = alpha ({most})",
            time(alpha)
        ));
    }
    let own_there = there.candidates().iter().find(|of| of.family == own.family);
    let own_there = own_there.filter(|of| !std::ptr::eq(*of, other));
    let instead = own_there.map_or_else(String::new, |of| format!(", {}: {}", name(of), time(of.time)));
    Some(format!(
        "for an overhead from 0 to alpha = {}: with o = 0 the best listed is {}: {}{instead}; with o = alpha it is {}: {}",
        time(alpha),
        name(other),
        time(other.time),
        name(own),
        time(own.time)
    ))
}
