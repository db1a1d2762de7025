//! The price of every setting of every library, against a message-by-message execution of what the library sends.

mod blocks;
mod chosen;
mod executor;
mod libraries;
mod trees;
mod vectors;

use super::*;
use crate::answer::tuning::offered::offered;
use crate::request::{Operation, Request};
use libraries::{executed, lengths};
use logpine_models::machine::Machine;
use logpine_models::model::{Port, port_timing};
use logpine_text::random::Generator;
use std::collections::BTreeMap;

/// A number from `least` to `most`.
fn number(random: &mut Generator, least: u64, most: u64) -> u64 {
    least + random.below(most - least + 1)
}

/// A machine with one model of messages.
fn machine(random: &mut Generator) -> Machine {
    let mut of = |least, most| number(random, least, most);
    let combine = format!("combine = \"{} cycles/B\"", of(0, 3));
    let model = match of(0, 4) {
        0 => {
            let mut table = |name: &str, least, most| {
                let rows =
                    [1, 16, 300, 6000].map(|bytes| format!("[{bytes}, \"{} cycles\"]", of(least, most) + bytes / 3));
                format!("{name} = [{}]\n", rows.join(", "))
            };
            let tables =
                [table("overhead_send", 0, 60), table("overhead_receive", 0, 60), table("gap", 60, 200)].concat();
            format!("[plogp]\nlatency = \"{} cycles\"\n{tables}", of(1, 400))
        }
        1 | 2 => format!(
            "[loggp]\nlatency = \"{} cycles\"\noverhead_send = \"{} cycles\"\noverhead_receive = \"{} cycles\"\ngap = \"{} cycles\"\ngap_per_byte = \"{} cycles/B\"",
            of(1, 700),
            of(0, 90),
            of(0, 90),
            of(1, 300),
            of(0, 4)
        ),
        3 => format!("[alpha_beta]\nalpha = \"{} cycles\"\nbeta = \"{} cycles/B\"", of(1, 300), of(0, 4)),
        _ => {
            let (first, second) = (of(1, 90), of(1, 900));
            format!(
                "[piecewise]\npieces = [{{ up_to = \"{} B\", alpha = \"{first} cycles\", beta = \"{} cycles/B\" }}, {{ alpha = \"{second} cycles\", beta = \"{} cycles/B\" }}]",
                of(8, 500),
                of(0, 4),
                of(0, 4)
            )
        }
    };
    let text = format!("name = \"random\"\nunit = \"cycle\"\n{combine}\n\n{model}\n");
    Machine::from_toml(&text, "random").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn request(collective: MpiCollective, ranks: u64, bytes: u64) -> Request {
    let bytes = collective.has_bytes().then_some(bytes);
    Request { collective: Some(Operation::Mpi(collective)), ranks: Some(ranks), bytes, ..Request::default() }
}

/// The price, and the time of the execution, of a setting.
fn both(
    machine: &Machine,
    library: Library,
    collective: MpiCollective,
    setting: Setting,
    ranks: u64,
    bytes: u64,
) -> (Option<Time>, Option<Time>) {
    let competition = Competition::new(machine, &request(collective, ranks, bytes), ranks).expect("a model");
    let prepared = Prepared::new(&competition, library, collective, ranks, setting, &());
    let timing = port_timing(machine, None).expect("a model of messages");
    let bytes = if collective.has_bytes() { bytes } else { 1 };
    (prepared.time(bytes, &mut PipelineTimes::new()), executed(library, setting, ranks, bytes, timing.as_ref()))
}

/// A setting of a library, with a random fanout and segment.
fn setting(random: &mut Generator, library: Library, collective: MpiCollective, bytes: u64) -> Option<Setting> {
    let port = |bytes: u64| {
        let (gap, delivery) = (Time::from_ticks(bytes), Time::from_ticks(9 + 3 * bytes));
        Some(Port { send_busy: gap, send_gap: gap, recv_busy: gap, recv_gap: gap, delivery })
    };
    let known = offered(library, collective, &[bytes], &port);
    let count = known.len() as u64;
    let setting = *known.get(usize::try_from(random.below(count)).expect("few"))?;
    let cuts = setting.native.knobs.segment && random.below(2) == 0;
    // A segment that no power of two is.
    let segment = if cuts { Some(number(random, bytes.div_ceil(40).max(1), bytes)) } else { setting.segment };
    Some(Setting { segment, ..setting })
}

#[test]
fn prices_are_the_times_of_the_messages_that_libraries_send() {
    let (mut held, mut unknown) = (BTreeMap::new(), 0);
    for seed in 0..SEEDS {
        let random = &mut Generator::stream(50, seed);
        let machine = machine(random);
        for library in Library::ALL {
            for collective in MpiCollective::ALL {
                // Some algorithms are for two ranks.
                let ranks = if random.below(6) == 0 { 2 } else { number(random, 2, 40) };
                let most = [8, 64, 600, 5000][usize::try_from(random.below(4)).expect("few")];
                let bytes = number(random, 1, most);
                let Some(setting) = setting(random, library, collective, bytes) else { continue };
                let (price, time) = both(&machine, library, collective, setting, ranks, bytes);
                // Streams have the best order of their sends and receptions, and the shim's blocks go in rounds.
                let is_of_shim =
                    library == Library::Shim && !matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce);
                let is_written = !matches!(setting.native.form, Form::Family(..))
                    && setting.native.name != "scattered"
                    && !is_of_shim;
                if is_written && collective.has_bytes() {
                    let competition = Competition::new(&machine, &request(collective, ranks, bytes), ranks);
                    let competition = competition.expect("a model");
                    let sizes = Prepared::new(&competition, library, collective, ranks, setting, &()).sizes(bytes);
                    let sent = lengths(library, setting, ranks, bytes);
                    assert!(
                        sent.is_none() || sizes == sent,
                        "{seed}: {library:?} {collective:?} {setting}, {ranks} ranks, {bytes} B: {sizes:?}, not {sent:?}"
                    );
                }
                if is_written || (price.is_some() && time.is_some()) {
                    assert_eq!(price, time, "{seed}: {library:?} {collective:?} {setting}, {ranks} ranks, {bytes} B");
                    unknown += usize::from(price.is_none());
                    *held
                        .entry((format!("{:?}", library.maker()), collective.name(), setting.native.name))
                        .or_insert(0) += usize::from(price.is_some());
                }
            }
        }
    }
    let cells: usize = held.values().sum();
    assert!(cells > 2500 && unknown * 10 < cells, "{cells} cells, {unknown} unknown");
    let never: Vec<_> = held.iter().filter(|(_, count)| **count == 0).collect();
    assert!(held.len() > 70 && never.len() < 3, "{} algorithms, never: {never:?}", held.len());
}

/// The number of random machines.
const SEEDS: u64 = 60;

fn named(library: Library, collective: MpiCollective, name: &str) -> Setting {
    Setting::plain(logpine_tuning::library::named(library, collective, name).expect("an algorithm"))
}

fn loggp(latency: u64, o: u64, g: u64, per_byte: u64, combine: u64) -> Machine {
    let text = format!(
        "name = \"m\"\nunit = \"cycle\"\ncombine = \"{combine} cycles/B\"\n[loggp]\nlatency = \"{latency} cycles\"\noverhead = \"{o} cycles\"\ngap = \"{g} cycles\"\ngap_per_byte = \"{per_byte} cycles/B\"\n"
    );
    Machine::from_toml(&text, "m").expect("a profile")
}

#[test]
fn figures_of_single_messages() {
    let cycles = |number: u64| Some(Time::from_ticks(number * 1000));
    let held = |machine: &Machine, library, collective, setting, ranks, bytes, wanted| {
        let (price, time) = both(machine, library, collective, setting, ranks, bytes);
        assert_eq!((price, time), (cycles(wanted), cycles(wanted)), "{setting}");
    };
    let lecture = Machine::load("lecture").expect("built in");
    let openmpi = Library::OpenMpi5;
    let bcast = MpiCollective::Bcast;
    held(&lecture, openmpi, bcast, named(openmpi, bcast, "scatter_allgather"), 16, 512, 1_040);
    // The root of the tree gives rank 0 the result as it is, 1,044 cycles later. If the short segment came first, as in MPICH, the
    // whole would take 4,932.
    let reduce = MpiCollective::Reduce;
    let machine = loggp(30, 8, 1, 2, 3);
    let in_order = Setting { segment: Some(64), ..named(openmpi, reduce, "in-order_binary") };
    held(&machine, openmpi, reduce, in_order, 7, 500, 4_948);
    // The short segment comes last.
    let machine = loggp(633, 25, 119, 3, 0);
    let binary = Setting { segment: Some(128), ..named(openmpi, reduce, "binary") };
    held(&machine, openmpi, reduce, binary, 5, 200, 3_292);
    held(
        &machine,
        openmpi,
        reduce,
        Setting { native: named(openmpi, reduce, "chain").native, fanout: Some(2), ..binary },
        5,
        200,
        3_292,
    );
    // And first in MPICH, down and up.
    let mpich = Library::Mpich5;
    let kary = Setting { fanout: Some(2), segment: Some(128), ..named(mpich, reduce, "kary") };
    held(&machine, mpich, reduce, kary, 5, 200, 3_792);
}
