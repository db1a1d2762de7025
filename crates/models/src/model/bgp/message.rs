//! A message from one rank to another (section 3).

use super::cost::{BgpCost, Sum, times};
use super::{Accuracy, Bgp, BgpError};
use crate::job::{Conditions, Contents};
use crate::machine::Bandwidth;
use crate::model::Load;
use logpine_text::units::{FineTime, Rate, Time};

/// The bandwidth of a rank if the ranks of one half send to those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bisection {
    /// The bandwidth with the worst mapping of ranks to nodes: a link's, shared by d3 messages (2/3 P^(-1/3) of it for even
    /// k).
    pub worst: Bandwidth,
    /// The average over random halves, if it has been measured (effective bisection bandwidth).
    pub average: Option<Bandwidth>,
}

impl Bgp {
    /// Equations (1) and (2), matching, hops and datatypes: alpha + S G for a single message, alpha + S G d3 if every node
    /// drives all its links at once to nodes at the greatest distance.
    pub(super) fn message(&self, ranks: u64, bytes: u64, conditions: Conditions) -> Result<BgpCost, BgpError> {
        let torus = Self::torus(ranks)?;
        let links = self.parameters.torus.links;
        let streams = conditions.streams.unwrap_or(links);
        if streams > links {
            return Err(BgpError::TooManyStreams { machine: self.machine.clone(), streams, links });
        }
        let no_messages = || BgpError::NoMessages { machine: self.machine.clone() };
        let messages = self.messages.as_ref().ok_or_else(no_messages)?;
        let (alpha, beta) = messages.line(bytes).ok_or(BgpError::NotRepresentable)?;
        let mut sum = Sum::new();
        sum.add("alpha: start-up", "equation (1)", times(alpha, 1))?;
        let alone = FineTime::of(beta, bytes);
        let Load { numerator, denominator } = torus.farthest_load(streams);
        let worst = alone.and_then(|alone| alone.scaled(numerator, denominator));
        sum.add_between("S beta: its bytes, alone to most congested", "equation (2)", alone, worst)?;
        if let Some(hops) = conditions.hops {
            if hops > torus.diameter() {
                return Err(BgpError::TooFar { hops, side: torus.side(), most: torus.diameter() });
            }
            self.hops(&mut sum, alpha, hops)?;
        }
        if conditions.queue > 0 {
            let each = self.needed("match_per_request", self.parameters.match_per_request)?;
            let worst = times(each, conditions.queue);
            sum.add_between("matching, queued requests", "section 3, worst case", Some(FineTime::default()), worst)?;
        }
        if conditions.contents == Contents::Strided {
            let worst = self.gathering(bytes)?;
            sum.add_between("bytes one by one", "section 3, slowest memory", Some(FineTime::default()), worst)?;
        }
        sum.cost(Accuracy::Exact)
    }

    /// "Multiply the latency with the number of hops": with a measured latency of a hop, adds it for every further hop.
    /// Without one, the latency is an unknown part of alpha = L + 2o, from nothing to all of it.
    fn hops(&self, sum: &mut Sum, alpha: Time, hops: u64) -> Result<(), BgpError> {
        let further = hops - 1;
        match self.parameters.hop_latency {
            Some(latency) => sum.add("further hops", "[bgp] hop_latency", times(latency, further)),
            None if further == 0 => Ok(()),
            None => {
                let most = times(alpha, further);
                sum.add_between("further hops, 0 to alpha each", "section 3", Some(FineTime::default()), most)
            }
        }
    }

    /// An upper bound on the extra time of elements of one byte each, at any distance, beyond a contiguous message: for each
    /// element the cost at the slowest stride, at which every access goes to the slowest memory.
    fn gathering(&self, bytes: u64) -> Result<Option<FineTime>, BgpError> {
        let measured = self.needed("datatypes", self.parameters.datatypes.as_ref())?;
        let slowest = measured.strides.iter().map(|stride| stride.1).max().unwrap_or(measured.contiguous);
        let beyond = slowest.checked_sub(measured.contiguous).unwrap_or(Time::ZERO);
        Ok(times(beyond, 1).and_then(|beyond| beyond.scaled(u128::from(bytes), measured.bytes.0)))
    }

    /// The bandwidth of a rank among `ranks` ranks across a bisection.
    ///
    /// # Errors
    /// [`BgpError`] for too many ranks, for ranks outside the table of averages, and if bytes take no time.
    pub fn bisection(&self, ranks: u64) -> Result<Bisection, BgpError> {
        let torus = Self::torus(ranks)?;
        let per_byte = self.parameters.torus.per_byte;
        let congestion = torus.farthest_load(crate::model::Torus::LINKS).numerator / 6;
        let worst = bandwidth(per_byte, 1, congestion, self.ticks_per_unit).ok_or(BgpError::NotRepresentable)?;
        let average = match &self.parameters.average_bisection {
            None => None,
            Some(average) if !average.covers(ranks) => {
                let machine = self.machine.clone();
                return Err(BgpError::OutsideTable { machine, key: "average_bisection", ranks });
            }
            // The time of many bytes, for enough digits.
            Some(average) => average
                .times(ranks, 1_000_000)
                .and_then(FineTime::round)
                .and_then(|time| bandwidth(Rate::from_time(time), 1_000_000, 1, self.ticks_per_unit)),
        };
        Ok(Bisection { worst, average })
    }
}

/// `shares` / (`congestion` `per_byte`), in bytes per unit of the clock, rounded half up.
fn bandwidth(per_byte: Rate, shares: u128, congestion: u128, ticks_per_unit: u64) -> Option<Bandwidth> {
    let one = 10u128.checked_pow(u32::from(per_byte.scale()))?;
    let bytes = u128::from(ticks_per_unit).checked_mul(shares)?.checked_mul(one)?;
    let ticks = u128::from(per_byte.mantissa()).checked_mul(congestion)?;
    let rounded = bytes.checked_mul(2)?.checked_add(ticks)?.checked_div(ticks.checked_mul(2)?)?;
    u64::try_from(rounded).ok().map(Bandwidth)
}
