//! Piecewise alpha-beta: Hoefler, Gropp, Thakur and Traeff, "Toward Performance Models of MPI Implementations for
//! Understanding Application Scaling Issues", European MPI Users' Group Meeting 2010, equation (1).

use super::{Growth, HostClass, MessageSize, ModelError, Port, PortTiming};
use crate::machine::{Combine, Machine};
use logpine_text::units::{Rate, Time};

/// The alpha-beta model with an alpha and a beta for each range of sizes.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::PortModel;
/// use logpine_text::units::Clock;
/// let bgp = PortModel::Piecewise.timing(&Machine::load("bgp")?)?;
/// let delivery = bgp.port(16_384).map(|port| port.delivery.display(Clock::Second));
/// assert_eq!(delivery.as_deref(), Some("53.54528us"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piecewise {
    // By increasing size, the last up to u64::MAX.
    pieces: Vec<Line>,
    combine: Combine,
}

/// alpha + beta s for messages of up to a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    up_to: u64,
    alpha: Time,
    beta: Rate,
    /// The shortest time of any message longer than `up_to`; `None` if none is representable.
    beyond: Option<Time>,
    /// The longest time of any message of the earlier pieces; `None` if one is not representable.
    before: Option<Time>,
}

impl Line {
    #[inline]
    fn at(&self, bytes: u64) -> Option<Time> {
        self.beta.times(bytes)?.checked_add(self.alpha)
    }
}

impl Piecewise {
    /// The model of a machine with `[piecewise]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let missing = || ModelError::missing_section(machine, "piecewise");
        let parameters = machine.piecewise.as_ref().ok_or_else(missing)?;
        let mut beyond = None;
        let mut pieces = Vec::with_capacity(parameters.pieces().len());
        for (index, piece) in parameters.pieces().iter().enumerate().rev() {
            let up_to = piece.up_to.map_or(u64::MAX, |size| size.0);
            let line = Line { up_to, alpha: piece.alpha.value, beta: piece.beta.value, beyond, before: None };
            pieces.push(line);
            // Within a piece the shortest message is the fastest.
            let before = index.checked_sub(1).and_then(|before| parameters.pieces()[before].up_to);
            beyond = least(before.and_then(|size| line.at(size.0.checked_add(1)?)), beyond);
        }
        pieces.reverse();
        let mut before = Some(Time::ZERO);
        for line in &mut pieces {
            line.before = before;
            // Within a piece the longest message is the slowest.
            before = before.zip(line.at(line.up_to)).map(|(before, longest)| before.max(longest));
        }
        Ok(Self { pieces, combine: parameters.combine.or(machine.combine).unwrap_or_default() })
    }

    /// alpha and beta of a message of `bytes`.
    pub(super) fn line(&self, bytes: u64) -> Option<(Time, Rate)> {
        self.piece(bytes).map(|piece| (piece.alpha, piece.beta))
    }

    #[inline]
    fn piece(&self, bytes: u64) -> Option<&Line> {
        self.pieces.iter().find(|piece| bytes <= piece.up_to)
    }
}

/// The lesser of the representable times.
fn least(a: Option<Time>, b: Option<Time>) -> Option<Time> {
    a.into_iter().chain(b).min()
}

impl PortTiming for Piecewise {
    fn name(&self) -> &'static str {
        "piecewise"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    #[inline]
    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        self.piece(bytes)?.at(bytes).map(Port::idle)
    }

    #[inline]
    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        let piece = self.piece(bytes)?;
        least(piece.at(bytes), piece.beyond).map(Port::idle)
    }

    #[inline]
    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        let piece = self.piece(bytes)?;
        Some(Port::idle(piece.at(bytes)?.max(piece.before?)))
    }

    fn growth(&self) -> Growth {
        let never_falls = |pair: &[Line]| {
            let first = pair[0].up_to.checked_add(1).and_then(|bytes| pair[1].at(bytes));
            first.is_none_or(|first| pair[0].at(pair[0].up_to).is_some_and(|last| last <= first))
        };
        if self.pieces.windows(2).all(never_falls) { Growth::Held } else { Growth::Unknown }
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }
}
