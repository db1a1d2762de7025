//! Decision maps: every cell is the answer of its plan, every crossover is one, shards are parts, and pictures are sound.

mod cells;
mod crossovers;
mod outputs;

use logpine::answer::{Along, DecisionMap, Grid, MapError, MapQuestion, RankContest, RankPlan, RankPlanError, Shard};
use logpine::report::map::{self, MapOperation, MapSubject};
use logpine::request::{Operands, RankCollective, RankJob};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, port_timing};
use proptest::prelude::*;

/// Overhead, gap and latency all matter, and combining costs.
const LOGGP: &str = "name = \"small\"\ncombine = \"0.25ns/B\"\n[loggp]\nlatency = \"5us\"\noverhead = \"2us\"\n\
                     gap = \"3us\"\ngap_per_byte = \"1ns/B\"\n";

fn machine(name: &str) -> Machine {
    if name == "small" {
        return Machine::from_toml(LOGGP, "small.toml").expect("a valid profile");
    }
    Machine::load(name).expect("a built-in machine")
}

fn timing(machine: &Machine) -> Box<dyn PortTiming> {
    port_timing(machine, None).expect("it has a port model")
}

/// A question: an operation, with rank counts and sizes.
#[derive(Clone)]
struct Question {
    collective: RankCollective,
    operands: Operands,
    cells: MapQuestion,
}

impl Question {
    fn contest<'a>(&self, timing: &'a dyn PortTiming) -> RankContest<'a> {
        RankContest::new(timing, self.collective, self.operands)
    }

    fn subject<'a>(&self, machine: &'a Machine, timing: &'a dyn PortTiming) -> MapSubject<'a> {
        let operation = MapOperation::Ranks(self.collective, self.operands);
        MapSubject {
            machine: &machine.name,
            clock: machine.clock,
            model: timing.name(),
            data: &machine.data,
            operation,
        }
    }
}

fn question(collective: RankCollective, ranks: &[u64], bytes: &[u64]) -> Question {
    let cells = MapQuestion {
        ranks: Grid::new(ranks.iter().copied()).expect("rank counts"),
        bytes: (!bytes.is_empty()).then(|| Grid::new(bytes.iter().copied()).expect("sizes")),
        shard: Shard::WHOLE,
    };
    Question { collective, operands: Operands::AnyOrder, cells }
}

fn map(timing: &dyn PortTiming, question: &Question) -> DecisionMap {
    let contest = question.contest(timing);
    DecisionMap::new(&contest, question.cells.clone(), &()).expect("a map").with_crossovers(&contest, &())
}

/// Machines with questions that are quickly answered: all collectives, with and without sizes.
fn cases() -> Vec<(Machine, Question)> {
    let (ranks, bytes) = ([1, 2, 3, 5, 8, 16, 33], [1, 7, 64, 1000, 4096, 20_000]);
    let mut ordered = question(RankCollective::Reduce, &ranks, &bytes);
    ordered.operands = Operands::RankOrder;
    vec![
        (machine("lecture"), question(RankCollective::Bcast, &ranks, &bytes)),
        (machine("lecture"), ordered),
        (machine("small"), question(RankCollective::Bcast, &ranks, &bytes)),
        (machine("small"), question(RankCollective::Reduce, &ranks, &bytes)),
        (machine("bgp"), question(RankCollective::Bcast, &[4, 16], &[1, 256, 257, 1024, 4096])),
        (machine("logp-textbook"), question(RankCollective::Bcast, &(1..40).collect::<Vec<_>>(), &[])),
        (machine("logp-textbook"), question(RankCollective::Reduce, &[2, 100, 1 << 40, 1 << 63], &[])),
    ]
}

fn plan(timing: &dyn PortTiming, question: &Question, ranks: u64, bytes: Option<u64>) -> RankPlan {
    let job = RankJob::new(question.collective, ranks, bytes).expect("a valid job");
    RankPlan::new(timing, job.with_operands(question.operands)).expect("an answer")
}

/// What is compared with the measured sizes is what the winners send: segments, not the whole message.
#[test]
fn maps_say_which_cells_are_outside_the_data() {
    let text = "name = \"m\"\n[data]\nbytes = [8, 40000]\n[alpha_beta]\nalpha = \"2us\"\nbeta = \"1ns/B\"";
    let machine = Machine::from_toml(text, "m.toml").expect("valid");
    let timing = timing(&machine);
    let warnings = |ranks: &[u64], bytes: &[u64]| {
        let question = question(RankCollective::Bcast, ranks, bytes);
        question.subject(&machine, timing.as_ref()).warnings(&map(timing.as_ref(), &question))
    };
    // n-block cuts 1 MiB among 8 ranks into 32 segments.
    assert_eq!(warnings(&[8], &[8, 1 << 20]), Vec::<String>::new());
    // Two ranks send it whole.
    assert_eq!(
        warnings(&[2, 8], &[4, 8, 1 << 20]),
        [
            "outside the data: messages of 8 to 40000 bytes were measured, and this answer has messages of 4 to 1048576",
            "in 3 of 6 cells the messages are outside the data; `logpine collective` gives the best inside for one cell"
        ]
    );
}
