//! The machine at the other end of an overhead that was not measured.

use super::Machine;
use super::data::{Data, NotMeasured};
use super::loggp::LoggpParameters;
use super::logp::LogpParameters;
use super::measured::Measured;
use super::piecewise::{Piece, PiecewiseParameters};
use super::plogp::PlogpParameters;
use super::points::Point;
use super::size_table::SizeTable;
use crate::model::PortModel;
use logpine_text::units::Time;

impl Machine {
    /// The machine on which senders are busy as briefly as its measurements allow, and the model of it; `None` if the overhead was
    /// measured, or the model is another.
    ///
    /// Times of single messages have alpha, the sum of the latency and the overheads. Under `[alpha_beta]` and `[piecewise]` a sender is
    /// busy for all of it. If it is busy for beta s alone, `[alpha_beta]` is LogGP with o = 0, G = g = beta and L = alpha + beta. Then
    /// `[piecewise]` is PLogP with o = 0, L = the alpha of the shortest messages, and g(s) the rest of the time of a message.
    #[must_use]
    pub fn without_overhead(&self, model: PortModel) -> Option<(Self, PortModel)> {
        if !self.data.lacks(NotMeasured::Overhead) {
            return None;
        }
        let free = Self { data: Data::default(), ..self.clone() };
        match model {
            PortModel::AlphaBeta => {
                let parameters = self.alpha_beta?;
                let (alpha, byte) = (parameters.alpha.value, parameters.beta.value.times(1)?);
                let logp = LogpParameters::of(alpha.checked_add(byte)?, Time::ZERO, byte);
                let logp = LogpParameters { combine: parameters.combine, ..logp };
                let loggp = LoggpParameters { logp, gap_per_byte: Measured::exactly(parameters.beta.value) };
                Some((Self { loggp: Some(loggp), ..free }, PortModel::Loggp))
            }
            PortModel::Piecewise => {
                let plogp = gaps(self.piecewise.as_ref()?)?;
                Some((Self { plogp: Some(plogp), ..free }, PortModel::Plogp))
            }
            _ => None,
        }
    }

    /// alpha of a message under `[alpha_beta]` or `[piecewise]`.
    #[must_use]
    pub fn alpha(&self, model: PortModel, bytes: u64) -> Option<Time> {
        match model {
            PortModel::AlphaBeta => Some(self.alpha_beta?.alpha.value),
            PortModel::Piecewise => {
                let holds = |piece: &&Piece| piece.up_to.is_none_or(|end| bytes <= end.0);
                Some(self.piecewise.as_ref()?.pieces().iter().find(holds)?.alpha.value)
            }
            _ => None,
        }
    }
}

/// PLogP without overheads, whose messages take as long as those of pieces: a point at both ends of each piece.
fn gaps(parameters: &PiecewiseParameters) -> Option<PlogpParameters> {
    let pieces = parameters.pieces();
    let least = |latency: Time, piece: &Piece| latency.min(piece.alpha.value);
    let latency = pieces.iter().fold(Time::MAX, least);
    let mut points = Vec::with_capacity(2 * pieces.len());
    let mut start = 0u64;
    for Piece { up_to, alpha, beta } in pieces {
        let end = up_to.map_or_else(|| start.saturating_mul(2).max(2), |end| end.0);
        for at in [start, end] {
            let time = beta.value.times(at)?.checked_add(alpha.value)?.checked_sub(latency)?;
            if points.last().is_none_or(|last: &Point| last.at < at) {
                points.push(Point { at, time: Measured::exactly(time) });
            }
        }
        start = end.saturating_add(1);
    }
    let none = SizeTable::new(vec![Point { at: 0, time: Measured::exactly(Time::ZERO) }]);
    Some(PlogpParameters {
        latency: Measured::exactly(latency),
        overhead_send: none.clone(),
        overhead_receive: none,
        gap: SizeTable::new(points),
        ranks: None,
        combine: parameters.combine,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFILE: &str = "name = \"m\"\n[data]\nnot_measured = [\"overhead\"]\n[alpha_beta]\nalpha = \"2us\"\nbeta = \"1ns/B\"\n[piecewise]\npieces = [{ up_to = \"64B\", alpha = \"2us\", beta = \"0ns/B\" }, { up_to = \"8KiB\", alpha = \"1us\", beta = \"1ns/B\" }, { alpha = \"9us\", beta = \"0.5ns/B\" }]\n";

    #[test]
    fn messages_take_as_long_at_both_ends() {
        let machine = Machine::from_toml(PROFILE, "m.toml").expect("a profile");
        for model in [PortModel::AlphaBeta, PortModel::Piecewise] {
            let (free, other) = machine.without_overhead(model).expect("the other end");
            let [here, there] =
                [(model, &machine), (other, &free)].map(|(model, of)| model.timing(of).expect("a model"));
            for bytes in [1, 63, 64, 65, 1_000, 8_192, 8_193, 100_000, 1 << 30] {
                let [here, there] = [&here, &there].map(|timing| timing.port(bytes).expect("a time"));
                assert_eq!(here.delivery, there.delivery, "{model:?} {bytes}");
                assert!(there.send_gap < here.send_gap && there.send_busy == Time::ZERO, "{model:?} {bytes}");
            }
        }
        assert_eq!(machine.without_overhead(PortModel::Loggp), None);
        let alphas = [1, 65, 8_193].map(|bytes| machine.alpha(PortModel::Piecewise, bytes).map(Time::ticks));
        assert_eq!(alphas, [Some(2_000_000), Some(1_000_000), Some(9_000_000)]);
    }
}
