//! `[alpha_beta]`: the model of Hockney (1994), in which a message of s bytes takes alpha + beta s.

use super::Machine;
use super::combine::Combine;
use super::data::{Data, NotMeasured};
use super::loggp::LoggpParameters;
use super::logp::LogpParameters;
use super::measured::Measured;
use super::parameters::registry::{Numbers, Visit, per_byte, time};
use super::reader::{Read, Value};
use logpine_text::units::{Rate, Time};

/// Parameters of the alpha-beta model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBetaParameters {
    /// alpha: the time of an empty message.
    pub alpha: Measured<Time>,
    /// beta: the time per byte.
    pub beta: Measured<Rate>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
}

impl AlphaBetaParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[alpha_beta]", &["alpha", "beta", "combine", "combine_per_value"])?;
        Ok(Self {
            alpha: Measured::time(section.required("alpha", "\"10us\"")?)?,
            beta: Measured::per_byte(section.required("beta", "\"1ns/B\"")?)?,
            combine: Combine::read(&section)?,
        })
    }
}

impl Machine {
    /// The machine at the other end of an overhead that was not measured, with `[loggp]`; `None` if it was measured.
    ///
    /// Times of single messages have alpha, the sum of the latency and the overheads. Under `[alpha_beta]` a sender is busy for all of it.
    /// If it is busy for beta s alone, that is LogGP with o = 0, G = g = beta and L = alpha + beta.
    #[must_use]
    pub fn without_overhead(&self) -> Option<Self> {
        let parameters = self.alpha_beta.filter(|_| self.data.lacks(NotMeasured::Overhead))?;
        let (alpha, byte) = (parameters.alpha.value, parameters.beta.value.times(1)?);
        let logp = LogpParameters::of(alpha.checked_add(byte)?, Time::ZERO, byte);
        let logp = LogpParameters { combine: parameters.combine, ..logp };
        let loggp = Some(LoggpParameters { logp, gap_per_byte: Measured::exactly(parameters.beta.value) });
        Some(Self { loggp, data: Data::default(), ..self.clone() })
    }
}

impl Numbers for AlphaBetaParameters {
    fn visit(&mut self, visit: Visit) {
        time(visit, "alpha", &mut self.alpha);
        per_byte(visit, "beta", &mut self.beta);
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.combine.as_mut()
    }
}
