//! Reading the spec of a network.

use super::times::{bandwidth, latency, per_byte};
use super::values::{Count, MOST_DIMENSIONS, Value, Values, excerpt};
use super::{Class, LinkTimes, Spec, SpecError, Topology};
use crate::suggest;
use crate::units::{Clock, Rate, Time};

/// The spec that a text is.
pub(super) fn spec(text: &str) -> Result<Spec, SpecError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let class = Class::named(name).ok_or_else(|| unknown_class(name))?;
    let values = Values::new(class, text, text.len() - rest.len())?;
    let topology = topology(&values)?;
    Ok(Spec { topology, times: times(&values)? })
}

fn unknown_class(name: &str) -> SpecError {
    let nearest = suggest::nearest(name, Class::ALL.map(Class::name));
    SpecError::UnknownClass { found: excerpt(name), nearest }
}

fn topology(values: &Values) -> Result<Topology, SpecError> {
    const NODES: Count = Count { what: "the number of nodes", least: 1, most: u32::MAX };
    let topology = match values.class {
        Class::Ring => Topology::Ring { nodes: values.count(0, &NODES)? },
        Class::Torus => Topology::Torus { sides: values.sides(0)? },
        Class::Mesh => Topology::Mesh { sides: values.sides(0)? },
        Class::Hypercube => {
            let dimensions = Count { what: "the number of dimensions", least: 1, most: MOST_DIMENSIONS };
            Topology::Hypercube { dimensions: values.count(0, &dimensions)? }
        }
        Class::Star => Topology::Star { nodes: values.count(0, &NODES)? },
        Class::Complete => Topology::Complete { nodes: values.count(0, &NODES)? },
    };
    values.end(1)?;
    Ok(topology)
}

fn times(values: &Values) -> Result<LinkTimes, SpecError> {
    let default = LinkTimes::default();
    let mut of_latency: Option<(Clock, Time)> = None;
    let mut of_bytes: Option<(Clock, Rate)> = None;
    for &(key, Value { text, column }) in &values.keyed {
        let unit = |source| SpecError::Unit { column, source };
        match key {
            "latency" => of_latency = Some(latency(text).map_err(unit)?),
            "per_byte" => of_bytes = Some(per_byte(text).map_err(unit)?),
            "bandwidth" => {
                let rate = bandwidth(text).ok_or_else(|| SpecError::Bandwidth { column, found: excerpt(text) })?;
                of_bytes = Some((Clock::Second, rate));
            }
            _ => {}
        }
        if let (Some((one, _)), Some((other, _))) = (of_latency, of_bytes)
            && one != other
        {
            return Err(SpecError::TwoClocks { column });
        }
    }
    let clock = of_latency.map(|(clock, _)| clock).or(of_bytes.map(|(clock, _)| clock)).unwrap_or(default.clock);
    let left_out = if clock == default.clock { default.latency } else { Time::ZERO };
    let latency = of_latency.map_or(left_out, |(_, latency)| latency);
    Ok(LinkTimes { clock, latency, per_byte: of_bytes.map_or(default.per_byte, |(_, rate)| rate) })
}
