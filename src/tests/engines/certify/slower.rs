//! Machines with hosts that are slower than in their profile.

use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{HostClass, LevelBreakdown, LevelCost, MessageSize, Port, PortModel, PortTiming, Tan};
use logpine_text::units::Factor;

/// A machine whose classes of hosts are slower than in the profile by a factor each.
pub struct Slower<C> {
    pub cost: C,
    pub factors: Vec<Factor>,
}

fn factors(texts: &[&str]) -> Vec<Factor> {
    texts.iter().map(|text| text.parse().expect("a factor")).collect()
}

/// Reductions on Cab.
pub fn cab(texts: &[&str]) -> Slower<Tan> {
    let tan = Tan::reduction(&Machine::load("cab").expect("built in")).expect("it has [tan]");
    Slower { cost: tan, factors: factors(texts) }
}

/// Reductions on a machine where every message takes its turn.
pub fn serial(texts: &[&str]) -> Slower<Tan> {
    let text =
        "name = \"serial\"\n[tan]\nlatency = \"0.3us\"\noverhead.constant = \"0.2us\"\noverhead.linear = \"1us\"";
    let tan = Tan::reduction(&Machine::from_toml(text, "serial.toml").expect("valid")).expect("it has [tan]");
    Slower { cost: tan, factors: factors(texts) }
}

/// The machine of Culler et al. (1993), figure 3.
pub fn textbook(texts: &[&str]) -> Slower<Box<dyn PortTiming>> {
    let logp = PortModel::Logp.timing(&Machine::load("logp-textbook").expect("built in")).expect("it has [logp]");
    Slower { cost: logp, factors: factors(texts) }
}

impl<C> Slower<C> {
    fn factor(&self, class: HostClass) -> Factor {
        self.factors[usize::from(class.0)]
    }
}

impl LevelCost for Slower<Tan> {
    fn host_classes(&self) -> u16 {
        u16::try_from(self.factors.len()).expect("few classes")
    }

    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.factor(host).times(self.cost.busy(HostClass(0), fanout)?)
    }

    fn latency(&self, _: HostClass, _: HostClass) -> Time {
        self.cost.latency(HostClass(0), HostClass(0))
    }

    fn period(&self, host: HostClass, fanout: u64) -> Option<Time> {
        self.busy(host, fanout)
    }

    fn startup(&self) -> Time {
        self.cost.startup()
    }

    fn max_fanout(&self) -> u64 {
        self.cost.max_fanout()
    }

    fn is_monotone_to(&self, widest: u64) -> bool {
        self.cost.is_monotone_to(widest)
    }

    fn breakdown(&self, _: u64) -> Option<LevelBreakdown> {
        None
    }
}

impl PortTiming for Slower<Box<dyn PortTiming>> {
    fn name(&self) -> &'static str {
        "slower"
    }

    fn host_classes(&self) -> u16 {
        u16::try_from(self.factors.len()).expect("few classes")
    }

    fn message_size(&self) -> MessageSize {
        self.cost.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        let port = self.cost.port(bytes)?;
        let send_busy = self.factor(sender).times(port.send_busy)?;
        let recv_busy = self.factor(receiver).times(port.recv_busy)?;
        let more = send_busy.checked_sub(port.send_busy)?.checked_add(recv_busy.checked_sub(port.recv_busy)?)?;
        Some(Port {
            send_busy,
            send_gap: port.send_gap.max(send_busy),
            recv_busy,
            recv_gap: port.recv_gap.max(recv_busy),
            delivery: port.delivery.checked_add(more)?,
        })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}
