//! A fit of models of messages as JSON.

use super::estimate::{EstimateJson, RegressionJson};
use super::{SCHEMA, document};
use crate::fit::port::{LineFit, LineStart, LoggopsFit, LoggpFit, LogpFit, PlogpFit, PortFit, TablePoint};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct AlphaBetaJson {
    alpha: EstimateJson,
    beta: EstimateJson,
}

#[derive(Debug, Serialize)]
struct LogpJson {
    latency: EstimateJson,
    overhead_send: EstimateJson,
    overhead_receive: EstimateJson,
    gap: EstimateJson,
}

impl From<&LogpFit> for LogpJson {
    fn from(of: &LogpFit) -> Self {
        Self {
            latency: of.latency.into(),
            overhead_send: of.overhead_send.into(),
            overhead_receive: of.overhead_receive.into(),
            gap: of.gap.into(),
        }
    }
}

#[derive(Debug, Serialize)]
struct LoggpJson {
    #[serde(flatten)]
    short: LogpJson,
    gap_per_byte: EstimateJson,
}

impl From<LoggpFit> for LoggpJson {
    fn from(of: LoggpFit) -> Self {
        Self { short: (&of.short).into(), gap_per_byte: of.gap_per_byte.into() }
    }
}

#[derive(Debug, Serialize)]
struct PointJson {
    bytes: u64,
    time: f64,
}

#[derive(Debug, Serialize)]
struct PlogpJson {
    latency: EstimateJson,
    overhead_send: Vec<PointJson>,
    overhead_receive: Vec<PointJson>,
    gap: Vec<PointJson>,
}

impl From<&PlogpFit> for PlogpJson {
    fn from(of: &PlogpFit) -> Self {
        let points = |points: &[TablePoint]| {
            points.iter().map(|&TablePoint { bytes, time }| PointJson { bytes, time }).collect()
        };
        Self {
            latency: of.latency.into(),
            overhead_send: points(&of.overhead_send),
            overhead_receive: points(&of.overhead_receive),
            gap: points(&of.gap),
        }
    }
}

#[derive(Debug, Serialize)]
struct LineJson {
    quantity: String,
    start: u64,
    intercept: EstimateJson,
    slope: EstimateJson,
    least_bytes: u64,
    most_bytes: u64,
    samples: usize,
    discarded: usize,
    #[serde(flatten)]
    regression: RegressionJson,
}

impl From<&LineFit> for LineJson {
    fn from(of: &LineFit) -> Self {
        Self {
            quantity: of.quantity.to_string(),
            start: match of.start {
                LineStart::Empty => 0,
                LineStart::FirstByte => 1,
            },
            intercept: of.intercept.into(),
            slope: of.slope.into(),
            least_bytes: of.bytes.from,
            most_bytes: of.bytes.to,
            samples: of.samples.samples.len(),
            discarded: of.samples.discarded,
            regression: (&of.regression).into(),
        }
    }
}

#[derive(Debug, Serialize)]
struct LoggopsJson {
    #[serde(flatten)]
    loggp: LoggpJson,
    overhead_per_byte: EstimateJson,
    rendezvous_above: Option<u64>,
}

/// The models of messages that were fitted, with what is behind them.
#[derive(Debug, Serialize)]
pub(super) struct PortModelsJson<'a> {
    origin: &'a str,
    alpha_beta: Option<AlphaBetaJson>,
    logp: Option<LogpJson>,
    loggp: Option<LoggpJson>,
    loggops: Option<LoggopsJson>,
    plogp: Option<PlogpJson>,
    lines: Vec<LineJson>,
    missing: Vec<String>,
    assumptions: Vec<String>,
    warnings: Vec<String>,
    within_host: Option<Box<PortModelsJson<'a>>>,
}

impl<'a> From<&'a PortFit> for PortModelsJson<'a> {
    fn from(fit: &'a PortFit) -> Self {
        let loggops = |found: LoggopsFit| LoggopsJson {
            loggp: found.loggp.into(),
            overhead_per_byte: found.overhead_per_byte.into(),
            rendezvous_above: found.rendezvous_above,
        };
        Self {
            origin: &fit.origin,
            alpha_beta: fit
                .alpha_beta
                .map(|found| AlphaBetaJson { alpha: found.alpha.into(), beta: found.beta.into() }),
            logp: fit.logp.as_ref().map(LogpJson::from),
            loggp: fit.loggp.map(LoggpJson::from),
            loggops: fit.loggops.map(loggops),
            plogp: fit.plogp.as_ref().map(PlogpJson::from),
            lines: fit.lines.iter().map(LineJson::from).collect(),
            missing: fit.missing.iter().map(ToString::to_string).collect(),
            assumptions: fit.assumptions.iter().map(ToString::to_string).collect(),
            warnings: fit.warnings.iter().map(ToString::to_string).collect(),
            within_host: fit.within_host.as_deref().map(|host| Box::new(host.into())),
        }
    }
}

#[derive(Debug, Serialize)]
struct PortFitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    #[serde(flatten)]
    models: PortModelsJson<'a>,
}

/// `fit` of messages as JSON; its fields are listed [above](super).
#[must_use]
pub fn port_fit(name: &str, fit: &PortFit) -> String {
    document(&PortFitJson { schema: SCHEMA, unit: fit.clock.symbol(), name, models: fit.into() })
}
