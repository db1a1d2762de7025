//! tau-Lop and hierarchical LogGP: J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky, "Modeling Contention and
//! Mapping Effects in Multi-core Clusters".

mod case_studies;
mod channels;
mod linear;
mod mapping;
mod runs;
mod transfer_by_transfer;

use logpine::request::{Layout, Mapping};
use logpine_models::machine::Machine;
use logpine_models::model::TauLop;
use logpine_models::model::stage::{Stage, StageCost};

/// A machine whose times are written in ps.
fn machine(sections: &str) -> Machine {
    let text = format!("name = \"m\"\n{sections}");
    Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn tau_lop(sections: &str) -> TauLop {
    TauLop::new(&machine(sections)).expect("it has [tau_lop]")
}

/// Shared memory with o = 1,000 and L(m, tau) = (latency + m per byte) (1 + contention (tau - 1)).
fn shared(latency: u64, per_byte: u64, contention: &str) -> TauLop {
    tau_lop(&shared_section(latency, per_byte, contention))
}

fn shared_section(latency: u64, per_byte: u64, contention: &str) -> String {
    format!(
        "[tau_lop.shared]\noverhead = \"1000ps\"\ntransfer = {{ latency = \"{latency}ps\", per_byte = \"{per_byte}ps/B\", \
         contention = {contention}, latency_contention = {contention} }}\n"
    )
}

fn layout(ranks: u64, ranks_per_host: u64, mapping: Mapping) -> Layout {
    Layout::new(ranks, ranks_per_host, mapping).expect("a layout")
}

fn one_host(ranks: u64) -> Layout {
    Layout::one_host(ranks).expect("a layout")
}

/// The time of stages one after the other.
fn ticks(model: &dyn StageCost, stages: &[Stage], layout: &Layout) -> u64 {
    logpine_models::model::stage::stages_time(model, stages, layout).expect("representable").ticks()
}
