//! Times of answers over their lower bounds, on four machines: the median, the share within 1.10, and the largest.

use itertools::iproduct;
use logpine::answer::answer;
use logpine::machine::Machine;
use logpine::request::{MpiCollective, Operation, Request};

const MACHINES: [&str; 4] = ["tukey", "loggopsim", "bgp", "lecture"];
const RANKS: [u64; 3] = [16, 100, 1024];
const BYTES: [u64; 5] = [8, 1 << 10, 1 << 16, 1 << 20, 1 << 24];

/// An answer with its machine, its collective, and its time over its bound.
struct Row {
    machine: &'static str,
    collective: MpiCollective,
    ratio: f64,
}

/// The time of the answer over its bound.
fn ratio(machine: &Machine, collective: MpiCollective, ranks: u64, bytes: Option<u64>) -> f64 {
    let request =
        Request { collective: Some(Operation::Mpi(collective)), ranks: Some(ranks), bytes, ..Request::default() };
    let answer = answer(machine, &request).expect("an answer");
    let ranking = answer.ranking().expect("a ranking");
    ranking.best().time.ticks() as f64 / ranking.claim.bound.value.ticks() as f64
}

fn rows() -> Vec<Row> {
    let of = |(machine, collective, ranks): (&'static str, MpiCollective, u64)| {
        let loaded = Machine::built_in(machine).expect("built in");
        let sizes = if collective == MpiCollective::Barrier { vec![None] } else { BYTES.map(Some).to_vec() };
        sizes.into_iter().map(move |bytes| Row { machine, collective, ratio: ratio(&loaded, collective, ranks, bytes) })
    };
    iproduct!(MACHINES, MpiCollective::ALL, RANKS).flat_map(of).collect()
}

fn print(name: &str, rows: &[Row], is_counted: impl Fn(&Row) -> bool) {
    let mut ratios: Vec<f64> = rows.iter().filter(|row| is_counted(row)).map(|row| row.ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let near = ratios.partition_point(|&ratio| ratio <= 1.1) as f64 / ratios.len() as f64;
    let (median, most) =
        (f64::midpoint(ratios[(ratios.len() - 1) / 2], ratios[ratios.len() / 2]), ratios[ratios.len() - 1]);
    println!("{name:16} {:4} {median:8.3} {:7.0}% {most:8.2}", ratios.len(), 100.0 * near);
}

fn main() {
    let rows = rows();
    println!("answer over bound    n   median  <=1.10     most");
    print("all", &rows, |_| true);
    for collective in MpiCollective::ALL {
        print(collective.name(), &rows, |row| row.collective == collective);
    }
    for machine in MACHINES {
        print(machine, &rows, |row| row.machine == machine);
    }
}
