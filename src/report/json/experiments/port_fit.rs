//! A fit of models of messages as JSON.

use super::{SCHEMA, document};
use logpine_fit::port::PortFit;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct PortFitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    #[serde(flatten)]
    models: &'a PortFit,
}

/// `fit` of messages as JSON; its fields are listed [above](super).
#[must_use]
pub fn port_fit(name: &str, fit: &PortFit) -> String {
    document(&PortFitJson { schema: SCHEMA, unit: fit.clock.symbol(), name, models: fit })
}
