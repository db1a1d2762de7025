//! `[alpha_beta]`: the model of Hockney (1994), in which a message of s bytes takes alpha + beta s.

use super::combine::Combine;
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

impl Numbers for AlphaBetaParameters {
    fn visit(&mut self, visit: Visit) {
        time(visit, "alpha", &mut self.alpha);
        per_byte(visit, "beta", &mut self.beta);
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.combine.as_mut()
    }
}
