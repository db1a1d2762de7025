//! Missing channels, and the extremes of the others.

use crate::tests::engines::tau_lop::{layout, machine, one_host, shared_section, tau_lop, ticks};
use logpine::request::Mapping::{RoundRobin, Sequential};
use logpine::units::Time;
use logpine_models::machine::{Channel, Machine};
use logpine_models::model::stage::{Pattern, Stage, StageCost};
use logpine_models::model::{Loggph, ModelError, TauLop};

const LOGGP: &str = "latency = \"1us\"\noverhead = \"1us\"\ngap = \"1us\"\ngap_per_byte = \"1ns/B\"\n";

#[test]
fn a_layout_needs_the_channels_it_uses() {
    let memory = machine(&format!("{}[loggph.shared]\n{LOGGP}", shared_section(1, 1, "0")));
    let network = machine(&format!(
        "{}[loggph.network]\n{LOGGP}",
        shared_section(1, 1, "0").replace("shared", "network") + "transfers = 1\n"
    ));
    let message = |result: Result<(), ModelError>| result.map_err(|error| error.to_string());
    let missing = |section: &str, needs: &str, choose: &str| {
        Err(format!(
            "machine `m` has no [{section}], and the layout has {needs}; add it to the profile, or choose {choose}"
        ))
    };
    let (several, spread) = (layout(4, 2, Sequential), layout(4, 1, Sequential));
    let of_memory = (TauLop::new(&memory).expect("there"), Loggph::new(&memory).expect("there"));
    let of_network = (TauLop::new(&network).expect("there"), Loggph::new(&network).expect("there"));
    assert_eq!((of_memory.0.serves(&one_host(4)), of_memory.1.serves(&one_host(4))), (Ok(()), Ok(())));
    assert_eq!((of_network.0.serves(&spread), of_network.1.serves(&spread)), (Ok(()), Ok(())));
    let (hosts, ranks) = (("several hosts", "one host for all ranks"), ("several ranks on a host", "one rank a host"));
    assert_eq!(message(of_memory.0.serves(&several)), missing("tau_lop.network", hosts.0, hosts.1));
    assert_eq!(message(of_memory.1.serves(&several)), missing("loggph.network", hosts.0, hosts.1));
    assert_eq!(message(of_network.0.serves(&several)), missing("tau_lop.shared", ranks.0, ranks.1));
    assert_eq!(message(of_network.1.serves(&several)), missing("loggph.shared", ranks.0, ranks.1));
    // Without asking first, there is no time where the channel is used, and one where it is not.
    let near = Stage::new(Pattern::Block { first: 0, count: 1, distance: 1 }, 8);
    let far = Stage::new(Pattern::Block { first: 0, count: 1, distance: 2 }, 8);
    let times = |model: &dyn StageCost| [near, far].map(|stage| model.time(&stage, &several).is_some());
    assert_eq!([times(&of_memory.0), times(&of_memory.1)], [[true, false]; 2]);
    assert_eq!([times(&of_network.0), times(&of_network.1)], [[false, true]; 2]);
}

#[test]
fn a_platform_is_no_model_and_the_error_says_what_to_add() {
    let expected = |name: &str, section: &str| {
        format!(
            "machine `{name}` has no [{section}] section; it has [platform] alone: its source gives the size of the machine, but \
             no parameter values; copy the profile and add the section of a model, with values of your own; \
             built-in machines with it: two-channel"
        )
    };
    for name in ["lusitania", "metropolis"] {
        let machine = Machine::load(name).expect("built in");
        let errors = [TauLop::new(&machine).map(|_| ()), Loggph::new(&machine).map(|_| ())];
        let errors = errors.map(|error| error.expect_err("no parameters").to_string());
        assert_eq!(errors, [expected(name, "tau_lop"), expected(name, "loggph")]);
    }
    let cab = TauLop::new(&Machine::load("cab").expect("built in")).expect_err("no [tau_lop]");
    assert_eq!(
        cab.to_string(),
        "machine `cab` has no [tau_lop] section; it has [tan]; built-in machines with it: two-channel"
    );
}

/// All transfers of every pattern, on a parallel channel as by themselves, on a serial one tau times as long.
#[test]
fn parallel_and_serial_channels() {
    let section = |name: &str, contention: u64| {
        format!(
            "[tau_lop.{name}]\noverhead = \"50ps\"\ntransfer = {{ latency = \"7ps\", per_byte = \"3ps/B\", \
             contention = {contention}, latency_contention = {contention} }}\n"
        )
    };
    let model = |contention| tau_lop(&(section("shared", contention) + &section("network", contention)));
    let (parallel, serial) = (model(0), model(1));
    let one = |bytes: u64| 7 + 3 * bytes;
    for (ranks, per_host) in [(16, 16), (16, 4), (15, 4), (64, 1)] {
        let hosts = layout(ranks, per_host, RoundRobin);
        let shift = Stage::new(Pattern::Shift { distance: 1 }, 100);
        let transfers = if hosts.hosts() > 1 { 3 } else { 2 };
        assert_eq!(ticks(&parallel, &[shift], &hosts), 50 + transfers * one(100));
        let most = hosts.ranks_per_host();
        assert_eq!(ticks(&serial, &[shift], &hosts), 50 + transfers * most * one(100));
    }
    let transfer = |model: &TauLop, tau| model.transfer_time(Channel::Network, 100, tau).map(Time::ticks);
    for tau in 1..50 {
        assert_eq!((transfer(&parallel, tau), transfer(&serial, tau)), (Some(one(100)), Some(tau * one(100))));
    }
}

#[test]
fn times_beyond_the_largest_are_none() {
    let slow = tau_lop(&shared_section(u64::MAX, 0, "1"));
    let exchange = Stage::new(Pattern::Shift { distance: 1 }, 8);
    assert_eq!(slow.time(&exchange, &one_host(2)), None);
    let fast = tau_lop(&shared_section(1, 0, "0"));
    assert_eq!(fast.time(&exchange.repeated(u64::MAX), &one_host(2)), None);
    assert_eq!(fast.time(&exchange, &one_host(1)), Some(Time::ZERO), "nobody to send to");
}

/// Combining is the section's, or else the profile's, once a stage.
#[test]
fn what_is_combined_adds_to_every_stage() {
    let own = "[tau_lop]\ncombine_per_value = \"11ps\"\n";
    for (lines, expected) in [("combine = \"2ps/B\"\n".to_owned(), 200), (format!("combine = \"2ps/B\"\n{own}"), 11)] {
        let model = tau_lop(&(lines + &shared_section(1, 1, "0")));
        let stage = Stage::new(Pattern::Shift { distance: 1 }, 100).repeated(3);
        let [plain, combining] = [stage, stage.combining()].map(|stage| ticks(&model, &[stage], &one_host(8)));
        assert_eq!(combining, plain + 3 * expected);
    }
}
