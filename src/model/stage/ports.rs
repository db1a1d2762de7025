//! Stages by a model of single messages.

use super::{Direction, Pace, Pattern, Sight, Stage, StageCost, Way};
use crate::job::Layout;
use crate::model::{Port, PortTiming};
use crate::units::Time;

/// A model of single messages read stage by stage: it does not see where ranks run, nor what else is on the way.
///
/// A synchronous stage takes a round ([`Port::round`]: under alpha-beta alpha + beta m, under LogGP L + 2o + (m - 1) G
/// unless gaps bind) and the combination. In a stream, of n messages from or to one rank, n - 1 are a gap apart, and what
/// follows finds the gap after the last one over: a linear
/// scatter under LogGP takes L + 2o + (m - 1) G + (P - 2) (g + (m - 1) G), a linear all-to-all exchange
/// L + 2o + (m - 1) G + (P - 2) max(g + (m - 1) G, 2o).
#[derive(Clone, Copy)]
pub struct PortStages<'a>(pub &'a dyn PortTiming);

impl StageCost for PortStages<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn at_least(&self, bytes: u64, _layout: &Layout) -> Option<Time> {
        self.0.port_at_least(bytes.min(1)).map(|port| port.delivery)
    }

    fn ports(&self) -> Option<&dyn PortTiming> {
        Some(self.0)
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        // Of machines on which a shorter message may take longer, the longest time of any.
        let port = self.0.port_up_to(stage.bytes)?;
        let combine = if stage.combined == 0 { Time::ZERO } else { self.0.combine(stage.combined)? };
        let stages = stage.stages(layout.ranks());
        match stage.pace {
            Pace::Synchronous => port.round()?.checked_add(combine)?.checked_mul(stages),
            Pace::Streaming => {
                let Some(further) = stages.checked_sub(1) else { return Some(Time::ZERO) };
                let gap = gap(port, combine, stage.pattern, stage.direction)?;
                let last = port.delivery.checked_add(combine)?.max(gap);
                last.checked_add(gap.checked_mul(further)?)
            }
        }
    }
}

/// The time between two messages of a stream, at the rank that has all of them, or where every rank sends and receives.
fn gap(port: Port, combine: Time, pattern: Pattern, direction: Direction) -> Option<Time> {
    let receiving = || Some(port.recv_gap.max(port.recv_busy.checked_add(combine)?));
    match (pattern.way(), direction) {
        (Way::Exchange, _) => {
            let busy = port.send_busy.checked_add(port.recv_busy)?.checked_add(combine)?;
            Some(port.send_gap.max(port.recv_gap).max(busy))
        }
        (Way::OneWay, Direction::Forward) => Some(port.send_gap),
        (Way::OneWay, Direction::Backward) => receiving(),
    }
}
