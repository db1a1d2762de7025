//! A machine's parameters over the reals.

use super::{AlphaBetaCost, LoggpCost, LogpCost, PortCost};
use crate::machine::{LoggpParameters, LogpParameters, Machine};
use crate::model::{Logp, PortModel};
use logpine_text::units::{Rate, Time};

fn ticks(time: Time) -> f64 {
    Rate::from_time(time).to_f64()
}

impl PortCost {
    /// A machine's parameters under a model, in ticks; `None` if the machine lacks the model's section, if the model has no
    /// closed forms (`LogGOPS`, `PLogP`, piecewise), and if sending and receiving differ.
    #[must_use]
    pub fn of(machine: &Machine, model: PortModel) -> Option<Self> {
        match model {
            PortModel::AlphaBeta => {
                let parameters = machine.alpha_beta.as_ref()?;
                let (alpha, beta) = (ticks(parameters.alpha.value), parameters.beta.value.to_f64());
                Some(Self::AlphaBeta(AlphaBetaCost { alpha, beta }))
            }
            PortModel::Logp => {
                let model = Logp::new(machine).ok()?;
                let LogpParameters { latency, overhead_send, overhead_receive, gap, .. } = *model.parameters();
                let (latency, overhead, gap) = (latency.value, overhead_send.value, gap.value);
                let cost = LogpCost { latency: ticks(latency), overhead: ticks(overhead), gap: ticks(gap) };
                (overhead == overhead_receive.value).then_some(Self::Logp(cost))
            }
            PortModel::Loggp => {
                let LoggpParameters { logp, gap_per_byte } = machine.loggp.as_ref()?;
                let LogpParameters { latency, overhead_send, overhead_receive, gap, .. } = logp;
                let cost = LoggpCost {
                    latency: ticks(latency.value),
                    overhead: ticks(overhead_send.value),
                    gap: ticks(gap.value),
                    gap_per_byte: gap_per_byte.value.to_f64(),
                };
                (overhead_send.value == overhead_receive.value).then_some(Self::Loggp(cost))
            }
            PortModel::Loggops | PortModel::Plogp | PortModel::Piecewise => None,
        }
    }
}
