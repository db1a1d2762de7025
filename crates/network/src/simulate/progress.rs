//! The progress of a simulation in hops. A count of arrived messages would stay low for long, because messages wait for one another.

use super::TrafficError;
use crate::Routes;
use logpine_text::watch::Watch;

/// The number of messages of which one has its route followed, to estimate the hops of all. A prime does not follow the pattern of a scheme.
const FOLLOWED: u64 = 4_099;

/// The progress of a simulation.
pub(super) struct Progress<'a> {
    watch: &'a dyn Watch,
    routes: &'a Routes<'a>,
    messages: u64,
    /// The messages whose routes were followed, and their hops.
    followed: u64,
    hops: u64,
    /// The messages that have arrived.
    pub arrived: u64,
}

impl<'a> Progress<'a> {
    /// The progress of so many messages.
    pub fn new(routes: &'a Routes<'a>, messages: usize, watch: &'a dyn Watch) -> Self {
        Self { watch, routes, messages: messages as u64, followed: 0, hops: 0, arrived: 0 }
    }

    /// Notes a message that is sent.
    ///
    /// # Errors
    /// [`TrafficError::Stopped`] if the work is over.
    pub fn sent(&mut self, number: u64, source: u32, destination: u32) -> Result<(), TrafficError> {
        if !number.is_multiple_of(FOLLOWED) {
            return Ok(());
        }
        self.followed += 1;
        self.hops += u64::from(self.routes.hops(source, destination).unwrap_or(0));
        self.report(0)
    }

    /// Reports the hops that are done.
    ///
    /// # Errors
    /// [`TrafficError::Stopped`] if the work is over.
    pub fn report(&self, hops: u64) -> Result<(), TrafficError> {
        let (arrived, messages) = (self.arrived, self.messages);
        self.watch.progress(hops, hops.max(self.hops.saturating_mul(messages) / self.followed.max(1)));
        if self.watch.is_over() { Err(TrafficError::Stopped { arrived, messages }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::simulate::{Ports, TrafficError, TrafficOptions, simulate};
    use crate::tests::network;
    use crate::{Routes, RoutingRule, Scheme};
    use logpine_text::watch::{OverAfter, Watch};
    use std::sync::Mutex;

    /// Keeps all that is reported.
    #[derive(Default)]
    struct Told(Mutex<Vec<(u64, u64)>>);

    impl Watch for Told {
        fn progress(&self, done: u64, of: u64) {
            self.0.lock().unwrap().push((done, of));
        }
    }

    /// With all ports in steps of a hop, and with one from event to event.
    const BOTH: [Ports; 2] = [Ports::All, Ports::One];

    #[test]
    fn the_hops_are_known_before_the_first_message_arrives() {
        let network = network("ring:9000");
        let routes = Routes::new(&network, RoutingRule::LowestIndex).unwrap();
        let messages = Scheme::Shift { index_shift: 40, node_msgs: 1 }.messages(9_000).unwrap();
        for ports in BOTH {
            let (told, options) = (Told::default(), TrafficOptions { ports, ..TrafficOptions::default() });
            let measured = simulate(&routes, &messages, &options, &told).unwrap();
            let told = told.0.into_inner().unwrap();
            assert!(told.len() > 4 && told.iter().all(|&(done, of)| done <= of && of == measured.hops), "{told:?}");
        }
    }

    #[test]
    fn what_is_stopped_says_how_far_it_came() {
        let network = network("ring:9000");
        let routes = Routes::new(&network, RoutingRule::LowestIndex).unwrap();
        let messages = Scheme::OneToAll { root: 0 }.messages(9_000).unwrap();
        for ports in BOTH {
            let options = TrafficOptions { ports, ..TrafficOptions::default() };
            let arrived =
                (0..40).map(|questions| match simulate(&routes, &messages, &options, &OverAfter::new(questions)) {
                    Err(TrafficError::Stopped { arrived, messages: 8_999 }) => arrived,
                    other => panic!("{questions}: {other:?}"),
                });
            let arrived: Vec<u64> = arrived.collect();
            // While messages are queued, and while they are on their way.
            assert_eq!(arrived[..3], [0, 0, 0]);
            assert!(arrived.is_sorted() && arrived[39] > 0, "{arrived:?}");
        }
    }
}
