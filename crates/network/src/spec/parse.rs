//! The parser of network specs.

use super::times::{latency, per_byte};
use super::values::{Count, MOST_DIMENSIONS, Value, Values};
use super::{Class, Drawn, LinkTimes, Spec, SpecError, Topology};
use logpine_text::excerpt::short;
use logpine_text::suggest::{self, did_you_mean};
use logpine_text::units::{Clock, Rate, Time, UnitError};

/// Parses a spec.
pub(super) fn spec(text: &str) -> Result<Spec, SpecError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let class = Class::named(name).ok_or_else(|| unknown_class(name))?;
    let values = Values::new(class, text, text.len() - rest.len())?;
    let topology = topology(&values)?;
    Ok(Spec { topology, times: times(&values)? })
}

fn unknown_class(name: &str) -> SpecError {
    let nearest = suggest::nearest(name, Class::ALL.map(Class::name));
    let (found, meant, names) = (short(name), did_you_mean(nearest), Class::ALL.map(Class::name).join(", "));
    let what = format_args!(
        "unknown class of networks `{found}`; {meant}write CLASS:PARAMETERS, such as torus:8x8; the classes are {names}"
    );
    SpecError::new(1, what)
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
        Class::FatTree => fat_tree(values)?,
        Class::Dragonfly => {
            let number = |index, what| values.count(index, &Count { what, least: 1, most: 1 << 16 });
            Topology::Dragonfly {
                hosts: number(0, "the number of hosts of a router")?,
                routers: number(1, "the number of routers of a group")?,
                global: number(2, "the number of links of a router to other groups")?,
            }
        }
        Class::Random => Topology::Random(drawn(values, &NODES)?),
        Class::Neighbour => Topology::Neighbour(drawn(values, &NODES)?),
        Class::Planar => Topology::Planar(drawn(values, &NODES)?),
    };
    let parameters = match topology {
        Topology::Dragonfly { .. } => 3,
        Topology::KAryTree { .. } | Topology::Random(_) | Topology::Neighbour(_) | Topology::Planar(_) => 2,
        _ => 1,
    };
    values.end(parameters)?;
    Ok(topology)
}

/// `PODS`, or `ARITY,LEVELS`.
fn fat_tree(values: &Values) -> Result<Topology, SpecError> {
    const MOST_PORTS: u32 = 1 << 10;
    if values.plain.len() > 1 {
        let arity = values.count(0, &Count { what: "the arity", least: 2, most: MOST_PORTS })?;
        let levels = values.count(1, &Count { what: "the number of levels", least: 1, most: MOST_DIMENSIONS })?;
        return Ok(Topology::KAryTree { arity, levels });
    }
    let pods = values.count(0, &Count { what: "the number of pods", least: 2, most: MOST_PORTS })?;
    if pods % 2 == 1 {
        let column = values.plain.first().map_or(1, |value| value.column);
        return Err(values.out_of_range(column, "the number of pods", &pods.to_string(), "an even number"));
    }
    Ok(Topology::FatTree { pods })
}

fn drawn(values: &Values, nodes: &Count) -> Result<Drawn, SpecError> {
    let nodes = values.count(0, nodes)?;
    Ok(Drawn { nodes, rel_connect: values.fraction(1, "REL_CONNECT")?, seed: values.seed()? })
}

fn times(values: &Values) -> Result<LinkTimes, SpecError> {
    let default = LinkTimes::default();
    let mut of_latency: Option<(Clock, Time)> = None;
    let mut of_bytes: Option<(Clock, Rate)> = None;
    for &(key, Value { text, column }) in &values.keyed {
        let unit = |error: UnitError| SpecError::new(column, error);
        match key {
            "latency" => of_latency = Some(latency(text).map_err(unit)?),
            "per_byte" => of_bytes = Some(per_byte(text).map_err(unit)?),
            "bandwidth" => {
                let wrong =
                    || format!("`{}` is not a bandwidth; write bytes per second, such as 10GB/s, above 0", short(text));
                let rate = Rate::of_bandwidth(text).map_err(|_| SpecError::new(column, wrong()))?;
                of_bytes = Some((Clock::Second, rate));
            }
            _ => {}
        }
        if let (Some((one, _)), Some((other, _))) = (of_latency, of_bytes)
            && one != other
        {
            let what = "the latency and the time per byte are not both in seconds, or both in cycles; choose one";
            return Err(SpecError::new(column, what));
        }
    }
    let clock = of_latency.map(|(clock, _)| clock).or(of_bytes.map(|(clock, _)| clock)).unwrap_or(default.clock);
    let left_out = if clock == default.clock { default.latency } else { Time::ZERO };
    let latency = of_latency.map_or(left_out, |(_, latency)| latency);
    Ok(LinkTimes { clock, latency, per_byte: of_bytes.map_or(default.per_byte, |(_, rate)| rate) })
}
