//! `[bgp]`: the costs of messages and collectives of a machine's own MPI library on a three-dimensional torus with a
//! collective network, as Hoefler, Gropp, Thakur and Traeff (2010) describe them for Blue Gene/P. Messages without
//! congestion are in `[piecewise]`.

use super::rank_function::{RankFormula, RankFunction};
use super::reader::{Read, Section, Value};
use logpine_text::units::{Bytes, Clock, Factor, Rate, Time, UnitError};

/// Parameters of a torus machine's own library. The model has no answer to questions about parameters that the profile
/// leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BgpParameters {
    /// The network of messages and of long collectives.
    pub torus: TorusParameters,
    /// The longest message that collectives treat as short.
    pub short: Bytes,
    /// The longest time to search one queued request for the message that has come.
    pub match_per_request: Option<Time>,
    /// The time of one more hop, if it has been measured.
    pub hop_latency: Option<Time>,
    /// The average time per byte between random halves of the ranks, if it has been measured: effective bisection bandwidth.
    pub average_bisection: Option<RankFunction>,
    /// Messages whose bytes are not contiguous.
    pub datatypes: Option<DatatypeParameters>,
    /// The time of a barrier, for any number of ranks.
    pub barrier: Option<Time>,
    /// A broadcast of a short message: alpha + beta log2 P.
    pub bcast: Option<RankFormula>,
    /// The factor of a broadcast's time on an allocation that is no cube.
    pub non_cubic_factor: Option<Factor>,
    /// The bandwidth of the collective network.
    pub collective_network: Option<Bandwidth>,
    /// Parameters of allreduce.
    pub allreduce: Option<AllreduceParameters>,
    /// Parameters of all-to-all.
    pub alltoall: Option<AlltoallParameters>,
    // At most one of each collective.
    models: Vec<GeneralModel>,
}

/// The parameters of the torus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorusParameters {
    /// The number of its six links that a node drives at the same time.
    pub links: u64,
    /// G: the time per byte of one link.
    pub per_byte: Rate,
}

/// The time of a long vector's elements one by one, as measured for one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatatypeParameters {
    /// The number of bytes of the message, each of which is an element.
    pub bytes: Bytes,
    /// The time if they are contiguous.
    pub contiguous: Time,
    /// Times by the stride of the elements; at least one.
    pub strides: Vec<(u64, Time)>,
}

/// Allreduce: max(floor, constant + `per_level` log2 P) for short vectors, `long_factor` broadcasts for long ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllreduceParameters {
    /// The least time of a short vector.
    pub floor: Time,
    /// The largest number of ranks for which it was measured.
    pub floor_up_to: u64,
    /// alpha of a short vector, if it is known.
    pub constant: Option<Time>,
    /// The time for each level of the tree.
    pub per_level: Rate,
    /// The shortest long vector.
    pub long_from: Bytes,
    /// The number of broadcasts that take as long as a long vector.
    pub long_factor: Factor,
}

/// All-to-all: every rank sends to all others, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlltoallParameters {
    /// alpha of short messages.
    pub alpha: Time,
    /// g: the time between two messages.
    pub gap: Time,
}

/// alpha(P) + s beta(P) of a collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralModel {
    /// The collective as named in profiles, such as `reduce_scatter`.
    pub collective: &'static str,
    /// The time of an empty message.
    pub alpha: RankFunction,
    /// The time per byte.
    pub beta: RankFunction,
}

/// A number of bytes in a unit of the machine's clock, a second or a cycle; at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bandwidth(pub u64);

impl Bandwidth {
    /// The bandwidth in MB/s, rounded half up to three places, or in whole bytes per cycle.
    #[must_use]
    pub fn display(self, clock: Clock) -> String {
        match clock {
            Clock::Second => {
                let thousandths = self.0 / 1_000 + u64::from(self.0 % 1_000 >= 500);
                format!("{}.{:03} MB/s", thousandths / 1_000, thousandths % 1_000)
            }
            Clock::Cycle => format!("{} B/cycle", self.0),
        }
    }

    /// Parses a text like "824MiB/s".
    fn parse(text: &str, clock: Clock) -> Result<Self, UnitError> {
        let per = clock.symbol();
        let bytes = text.trim().strip_suffix(per).and_then(|rest| rest.strip_suffix('/'));
        let bytes = bytes.ok_or_else(|| UnitError::Malformed {
            text: text.chars().take(40).flat_map(char::escape_debug).collect(),
            example: if clock == Clock::Second { "824MiB/s" } else { "4B/cycle" },
        })?;
        bytes.parse::<Bytes>().map(|bytes| Self(bytes.0))
    }
}

const KEYS: &[&str] = &[
    "torus",
    "short",
    "match_per_request",
    "hop_latency",
    "average_bisection",
    "datatypes",
    "barrier",
    "bcast",
    "non_cubic_factor",
    "collective_network",
    "allreduce",
    "alltoall",
    "models",
];
/// The collectives as keys.
const COLLECTIVES: &[&str] =
    &["bcast", "reduce", "scatter", "gather", "allgather", "reduce_scatter", "allreduce", "alltoall", "barrier"];

impl BgpParameters {
    /// alpha(P) + s beta(P) of a collective by its name, such as `reduce-scatter`, if the profile has it; it takes
    /// precedence over all other parameters.
    #[must_use]
    pub fn model(&self, collective: &str) -> Option<&GeneralModel> {
        self.models.iter().find(|model| model.collective.replace('_', "-") == collective)
    }

    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[bgp]", KEYS)?;
        let time = |key| section.optional(key).map(|value| value.quantity(Time::parse)).transpose();
        Ok(Self {
            torus: torus(section.required("torus", "{ links = 6, per_byte = \"2.67ns/B\" }")?)?,
            short: section.optional("short").map_or(Ok(Bytes(0)), |value| value.bytes_or_count())?,
            match_per_request: time("match_per_request")?,
            hop_latency: time("hop_latency")?,
            average_bisection: section.optional("average_bisection").map(RankFunction::per_byte).transpose()?,
            datatypes: section.optional("datatypes").map(datatypes).transpose()?,
            barrier: time("barrier")?,
            bcast: section.optional("bcast").map(bcast).transpose()?,
            non_cubic_factor: section.optional("non_cubic_factor").map(factor).transpose()?,
            collective_network: section.optional("collective_network").map(bandwidth).transpose()?,
            allreduce: section.optional("allreduce").map(allreduce).transpose()?,
            alltoall: section.optional("alltoall").map(alltoall).transpose()?,
            models: section.optional("models").map_or(Ok(Vec::new()), models)?,
        })
    }
}

fn torus(value: Value<'_>) -> Read<TorusParameters> {
    let section = value.section("torus", &["links", "per_byte"])?;
    let links = section.required("links", "6")?;
    let found = links.positive()?;
    if found > 6 {
        return Err(links.out_of_range(found, "from 1 to 6, the links of a node of a torus"));
    }
    let per_byte = section.required("per_byte", "\"2.67ns/B\"")?.quantity(Rate::parse_per_byte)?;
    Ok(TorusParameters { links: found, per_byte })
}

fn datatypes(value: Value<'_>) -> Read<DatatypeParameters> {
    const EXPECTED: &str = "a list of pairs of stride and time, like [[1, \"1292us\"], [128, \"2090us\"]]";
    let section = value.section("datatypes", &["bytes", "contiguous", "strides"])?;
    let bytes = section.required("bytes", "\"16KiB\"")?;
    let size = bytes.bytes_or_count()?;
    if size == Bytes(0) {
        return Err(bytes.out_of_range("0", "at least 1"));
    }
    let strides = section.required("strides", "[[1, \"1292us\"]]")?;
    let pair = |element: Value<'_>| {
        let [stride, time] = element.pair(EXPECTED)?;
        Ok((stride.positive()?, time.quantity(Time::parse)?))
    };
    let points = strides.elements(EXPECTED)?.into_iter().map(pair).collect::<Read<Vec<_>>>()?;
    if points.is_empty() {
        return Err(strides.no_points());
    }
    let contiguous = section.required("contiguous", "\"53us\"")?.quantity(Time::parse)?;
    Ok(DatatypeParameters { bytes: size, contiguous, strides: points })
}

fn bcast(value: Value<'_>) -> Read<RankFormula> {
    let section = value.section("bcast", &["constant", "per_level"])?;
    let constant = section.required("constant", "\"13us\"")?.quantity(Rate::parse)?;
    let per_level = section.required("per_level", "\"0.31us\"")?.quantity(Rate::parse)?;
    Ok(RankFormula { constant, per_level, per_rank: Rate::ZERO })
}

fn allreduce(value: Value<'_>) -> Read<AllreduceParameters> {
    let keys = &["floor", "floor_up_to", "constant", "per_level", "long_from", "long_factor"];
    let section = value.section("allreduce", keys)?;
    Ok(AllreduceParameters {
        floor: section.required("floor", "\"17.77us\"")?.quantity(Time::parse)?,
        floor_up_to: section.required("floor_up_to", "4096")?.positive()?,
        constant: section.optional("constant").map(|value| value.quantity(Time::parse)).transpose()?,
        per_level: section.required("per_level", "\"0.37us\"")?.quantity(Rate::parse)?,
        long_from: section.required("long_from", "\"960MB\"")?.bytes_or_count()?,
        long_factor: factor(section.required("long_factor", "2.68")?)?,
    })
}

fn alltoall(value: Value<'_>) -> Read<AlltoallParameters> {
    let section = value.section("alltoall", &["alpha", "gap"])?;
    let time = |key, example| time(&section, key, example);
    Ok(AlltoallParameters { alpha: time("alpha", "\"4.5us\"")?, gap: time("gap", "\"0.84us\"")? })
}

fn time(section: &Section<'_>, key: &'static str, example: &'static str) -> Read<Time> {
    section.required(key, example)?.quantity(Time::parse)
}

fn models(value: Value<'_>) -> Read<Vec<GeneralModel>> {
    let section = value.section("models", COLLECTIVES)?;
    let mut models = Vec::new();
    for &collective in COLLECTIVES {
        let Some(value) = section.optional(collective) else { continue };
        let terms = value.section(collective, &["alpha", "beta"])?;
        let alpha =
            RankFunction::times_of(terms.required("alpha", "{ constant = \"13us\", per_level = \"0.31us\" }")?)?;
        let beta = RankFunction::per_byte(terms.required("beta", "\"0.445ns/B\"")?)?;
        models.push(GeneralModel { collective, alpha, beta });
    }
    Ok(models)
}

fn factor(value: Value<'_>) -> Read<Factor> {
    value.quantity(|text, _| text.parse())
}

fn bandwidth(value: Value<'_>) -> Read<Bandwidth> {
    let bandwidth = value.quantity(Bandwidth::parse)?;
    if bandwidth == Bandwidth(0) {
        return Err(value.out_of_range("0", "at least 1 byte"));
    }
    Ok(bandwidth)
}

#[cfg(test)]
mod tests;
