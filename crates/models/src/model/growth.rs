//! Growth of a model's ports over all message sizes.

/// The way in which the ports of a model change as messages grow.
///
/// If no number falls, the best time of a family of broadcast algorithms never falls either, provided that the earliest tree
/// is the binomial one for messages of all sizes or of none. The time of a family for one message then bounds its time for all longer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// No number falls, and messages of every size hold sender and receiver exactly until they are delivered: gaps and
    /// delivery are equal.
    Held,
    /// No number falls, and for messages of every size the delivery is longer than all other numbers: a sender goes on
    /// before its message is delivered.
    Overlapping,
    /// Neither property is known.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::model::{MessageSize, Port, PortModel, PortTiming, Reversed, port_timing};

    /// Checks for messages of these sizes that the claimed growth of a model holds.
    fn check(timing: &dyn PortTiming, name: &str) -> Growth {
        let growth = timing.growth();
        let sizes =
            (1..600).chain((10..34).flat_map(|exponent| [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1]));
        let ports: Vec<Port> = sizes.map_while(|bytes| timing.port(bytes)).collect();
        for (port, next) in ports.iter().zip(&ports[1..]) {
            if growth != Growth::Unknown {
                assert_eq!(port.min_of_each(*next), *port, "{name}: a number falls");
            }
        }
        for port in ports {
            let others = [port.send_gap, port.recv_gap, port.send_busy, port.recv_busy];
            match growth {
                Growth::Held => assert_eq!([port.send_gap, port.recv_gap], [port.delivery; 2], "{name}"),
                Growth::Overlapping => assert!(others.iter().all(|&time| time < port.delivery), "{name}: {port:?}"),
                Growth::Unknown => {}
            }
        }
        growth
    }

    #[test]
    fn what_is_claimed_holds_on_built_in_machines() {
        let mut known = 0;
        for name in Machine::built_in_names() {
            let machine = Machine::load(name).expect("a built-in machine");
            for model in PortModel::ALL {
                let Ok(timing) = port_timing(&machine, Some(model)) else { continue };
                if timing.message_size() == MessageSize::Bytes {
                    let found = [check(timing.as_ref(), name), check(&Reversed(timing.as_ref()), name)];
                    known += found.iter().filter(|&&growth| growth != Growth::Unknown).count();
                }
            }
        }
        assert!(known > 10, "{known}");
    }

    #[test]
    fn a_combination_that_begins_to_cost_makes_a_difference() {
        let growth = |combine: &str, section: &str| {
            let profile = format!("name = \"any\"\ncombine = \"{combine}\"\n{section}");
            let machine = Machine::from_toml(&profile, "any.toml").expect("a valid profile");
            let timing = port_timing(&machine, None).expect("a port model");
            [check(timing.as_ref(), section), check(&Reversed(timing.as_ref()), section)]
        };
        let held = "[alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"\n";
        assert_eq!(growth("0ns/B", held), [Growth::Held, Growth::Held]);
        assert_eq!(growth("1ns/B", held), [Growth::Held, Growth::Overlapping]);
        // 0.1 ps a byte: nothing for one byte, a picosecond for five.
        assert_eq!(growth("0.0001ns/B", held), [Growth::Held, Growth::Unknown]);
        let falling = "[piecewise]\npieces = [{ up_to = \"8B\", alpha = \"9us\", beta = \"0ns/B\" }, { alpha = \"1us\", \
                       beta = \"1ns/B\" }]\n";
        assert_eq!(growth("0ns/B", falling), [Growth::Unknown; 2]);
        let overlapping = "[loggp]\nlatency = \"1us\"\noverhead = \"1us\"\ngap = \"2.9us\"\ngap_per_byte = \"1ns/B\"\n";
        assert_eq!(growth("0.0001ns/B", overlapping), [Growth::Overlapping; 2]);
        assert_eq!(growth("0ns/B", &overlapping.replace("2.9us", "3us")), [Growth::Unknown; 2]);
    }
}
