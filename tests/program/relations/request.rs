//! Requests for every subject under every kind of models, with any feature.

use logpine::internals::answer::relations::{Feature, Features, ModelKind, NEEDS, Subject, rows};
use logpine::machine::Machine;
use logpine::request::{
    Allocation, Criterion, Duplex, Front, HostsChoice, InternalHosts, Mapping, MappingChoice, Mode, ModelName,
    MpiCollective, ObjectiveName, Operation, Policy, Ports, Request, Semantics, Switches, TickLength, TorusAllocation,
};
use logpine_overlays::csv_hosts::parse_host_table;

/// Ranks and leaves: few enough for integer programs, and a power of two for every family.
const COUNT: u64 = 8;

/// Hosts that are alike.
pub const ALIKE: &str = "host,slots\nn[1-9],8\n";
/// Hosts that are not alike.
pub const UNLIKE: &str = "host,slots,factor\na[1-9],1,1\nb[1-9],2,2\n";

const TREES: &str = "name = \"trees\"\n[tan]\nlatency = { value = \"10us\", stderr = \"1us\" }\noverhead = { constant = \"3us\", linear = \"1us\" }\n\
                     [within.host.tan]\nlatency = \"1us\"\noverhead = { constant = \"1us\", linear = \"1us\" }\n";
const OVERLAY: &str = "name = \"overlay\"\n[overlay]\nlatency = { value = \"10us\", stderr = \"1us\" }\noverhead_per_child = \"1us\"\n\
                       [within.host.overlay]\noverhead_per_child = \"1us\"\n";
const MESSAGES: &str = "name = \"messages\"\n[loggops]\nlatency = { value = \"2us\", stderr = \"1us\" }\noverhead = \"1us\"\ngap = \"1us\"\n\
                        gap_per_byte = \"1ns/B\"\noverhead_per_byte = \"0ns/B\"\n";
const LOGP: &str = "name = \"logp\"\n[logp]\nlatency = { value = \"6us\", stderr = \"1us\" }\noverhead = \"2us\"\ngap = \"4us\"\n\
                    combine_per_value = \"1us\"\n";

const LIBRARY: &str = include_str!("../../../instances/machines/bgp.toml");
const CHANNELS: &str = include_str!("../../../instances/machines/two-channel.toml");
const OF_LIBRARY: &str = "\n[bgp.models]\nreduce = { alpha = \"1us\", beta = \"1ns/B\" }\n\
                          gather = { alpha = \"1us\", beta = \"1ns/B\" }\n\
                          allgather = { alpha = \"1us\", beta = \"1ns/B\" }\n";

/// The profile for a subject under a kind of models. Messages inside a host have costs of their own if hosts run several ranks.
pub fn machine(model: ModelKind, several_on_a_host: bool) -> Machine {
    let text = profile(model, several_on_a_host);
    Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The same as text.
pub fn profile(model: ModelKind, several_on_a_host: bool) -> String {
    let within = |text: &str, section: &str| {
        let inside = text.split_once(&format!("[{section}]\n")).expect("the section").1.replace("us\"", "00ns\"");
        format!("{text}[within.host.{section}]\n{inside}")
    };
    match model {
        ModelKind::Tan | ModelKind::LogpOfTrees => TREES.to_owned(),
        ModelKind::Overlay => OVERLAY.to_owned(),
        ModelKind::Messages if several_on_a_host => within(MESSAGES, "loggops"),
        ModelKind::Messages => MESSAGES.to_owned(),
        ModelKind::Logp if several_on_a_host => within(LOGP, "logp"),
        ModelKind::Logp => LOGP.to_owned(),
        ModelKind::Channels => CHANNELS.to_owned(),
        ModelKind::Library => LIBRARY.to_owned() + OF_LIBRARY,
        // A network has no model of a machine.
        ModelKind::Blocks | ModelKind::Streams => "name = \"links\"\nunit = \"cycle\"\n".to_owned(),
    }
}

/// A request with nothing but its necessary parts.
pub fn bare(subject: Subject, model: ModelKind) -> Request {
    let sized = matches!(model, ModelKind::Messages | ModelKind::Channels | ModelKind::Library);
    let collective = match subject {
        Subject::Tree | Subject::MemberTree => None,
        Subject::Bcast | Subject::NetworkBcast => Some(Operation::BCAST),
        Subject::Reduce => Some(Operation::REDUCE),
        Subject::Rooted => Some(Operation::Mpi(MpiCollective::Gather)),
        Subject::Allgather | Subject::NetworkAllgather => Some(Operation::Mpi(MpiCollective::Allgather)),
        Subject::NetworkAllreduce => Some(Operation::Mpi(MpiCollective::Allreduce)),
        Subject::Symmetric => Some(Operation::Mpi(MpiCollective::Alltoall)),
        Subject::Barrier => Some(Operation::Mpi(MpiCollective::Barrier)),
        Subject::Sum => Some(Operation::Sum),
        Subject::PointToPoint => Some(Operation::PointToPoint),
        Subject::Fft => Some(Operation::Fft),
        Subject::NetworkScatter => Some(Operation::Mpi(MpiCollective::Scatter)),
    };
    let on_network = matches!(model, ModelKind::Blocks | ModelKind::Streams);
    let count = Some(if subject == Subject::Fft || model == ModelKind::Library { 64 } else { COUNT });
    Request {
        model: match model {
            ModelKind::Tan | ModelKind::Blocks | ModelKind::Streams => None,
            ModelKind::Overlay => Some(ModelName::Overlay),
            ModelKind::LogpOfTrees | ModelKind::Logp => Some(ModelName::Logp),
            ModelKind::Messages => Some(ModelName::Loggops),
            ModelKind::Channels => Some(ModelName::TauLop),
            ModelKind::Library => Some(ModelName::Bgp),
        },
        collective,
        leaves: count.filter(|_| subject == Subject::Tree),
        members: count.filter(|_| subject == Subject::MemberTree),
        ranks: count.filter(|_| !on_network && ![Subject::Tree, Subject::MemberTree].contains(&subject)),
        network: on_network.then(|| "ring:5".into()),
        objective: (model == ModelKind::Streams).then_some(ObjectiveName::Throughput),
        bytes: (sized && ![Subject::Fft, Subject::Barrier].contains(&subject)).then_some(64),
        values: (subject == Subject::Sum).then_some(20),
        fft_size: (subject == Subject::Fft).then_some(64),
        ..Request::default()
    }
}

fn hosts(table: &str) -> HostsChoice {
    let hosts: Allocation = parse_host_table(table).expect("a table of hosts");
    HostsChoice::Known(hosts, "--hosts".to_owned())
}

/// The length of a step in the unit of a network.
fn step(request: &Request) -> TickLength {
    if request.link_speed.is_some() { "2us" } else { "2 cycles" }.to_owned().into()
}

/// The request with a feature, and with the feature's needs.
#[expect(clippy::too_many_lines, reason = "an arm for each feature")]
pub fn with(feature: Feature, mut request: Request, (subject, model): (Subject, ModelKind)) -> Request {
    match feature {
        Feature::Roundtrip => request.collective = Some(Operation::Roundtrip),
        Feature::Operation => request.collective = request.collective.or(Some(Operation::REDUCE)),
        Feature::Bytes => request.bytes = Some(128),
        Feature::Values => request.values = Some(30),
        Feature::Root => request.root = Some(1),
        Feature::NonCommutative => request.non_commutative = true,
        Feature::LeavesPerHost => request.leaves_per_host = Some(4),
        Feature::Lanes => request.lanes = Some(2),
        Feature::RanksPerHost => request.ranks_per_host = Some(4),
        Feature::Mapping => {
            request.mapping = request.mapping.or(Some(MappingChoice::Known(Mapping::RoundRobin)));
        }
        Feature::ListedMapping => {
            let hosts: Vec<u32> = (0..8).map(|rank| rank / 2).collect();
            request.mapping = Some(MappingChoice::Known(Mapping::Listed(hosts.into())));
        }
        Feature::BestMapping => request.mapping = Some(MappingChoice::Best),
        Feature::FftSize => request.fft_size = Some(128),
        Feature::ElementBytes => request.element_bytes = Some(8),
        Feature::Allocation => request.allocation = request.allocation.or(Some(TorusAllocation::Cubic)),
        Feature::NonCubic => request.allocation = Some(TorusAllocation::NonCubic),
        Feature::Queue => request.queue = Some(2),
        Feature::Hops => request.hops = Some(2),
        Feature::Streams => request.streams = Some(2),
        Feature::Strided => request.strided = true,
        Feature::Objective | Feature::ThroughputObjective if model == ModelKind::Streams => {}
        Feature::ThroughputObjective => request.objective = Some(ObjectiveName::Throughput),
        Feature::Objective if request.waves.is_some() => request.objective = Some(ObjectiveName::Total),
        Feature::Objective => request.objective = request.objective.or(Some(ObjectiveName::Latency)),
        Feature::LatencyObjective => request.objective = Some(ObjectiveName::Latency),
        Feature::TotalObjective => request.objective = Some(ObjectiveName::Total),
        Feature::Throughput if request.waves.is_some() => {}
        Feature::Throughput | Feature::PeriodObjective => request.objective = Some(ObjectiveName::Period),
        Feature::Waves => request.waves = Some(3),
        Feature::PeriodFront => request.pareto = Some(Front::Period),
        Feature::InternalsFront => request.pareto = Some(Front::Internals),
        Feature::HeightFront => request.pareto = Some(Front::Height),
        Feature::StepsFront => request.pareto = Some(Front::Steps),
        Feature::Point => request.point = Some(2),
        Feature::Within => request.within = "5%".parse().ok(),
        Feature::MaxFanout => request.max_fanout = Some(4),
        Feature::MaxHeight => request.max_height = Some(5),
        Feature::MaxInternal => request.max_internal = Some(5),
        Feature::Robust => request.robust = Some(Criterion::Worst),
        Feature::Explain => request.explain = true,
        Feature::Certify => request.certify = Some(60),
        Feature::Family => {
            request.family = Some(match subject {
                Subject::Symmetric | Subject::Rooted => "linear".to_owned(),
                Subject::Allgather => "ring".to_owned(),
                Subject::Barrier => "dissemination".to_owned(),
                _ => "k-ary".to_owned(),
            });
        }
        Feature::Semantics => request.semantics = request.semantics.or(Some(Semantics::ProgramOrder)),
        Feature::Simulator => request.semantics = Some(Semantics::Loggopsim),
        Feature::Blocks => request.blocks = Some(2),
        Feature::LinkSpeed | Feature::NvLinks => {
            request.network = Some("instances/networks/box.topo".into());
            request.link_speed = Some("25GB/s".to_owned());
            request.step = request.step.is_some().then(|| step(&request));
            request.nvswitch = true;
        }
        Feature::Nodes => request.nodes = Some("0-2,4".to_owned()),
        Feature::Switches => request.switches = Some(Switches::Contract),
        Feature::Combine => request.switches = Some(Switches::Combine),
        Feature::Step => request.step = Some(step(&request)),
        Feature::Seed => request.seed = Some(7),
        Feature::Network if request.network.is_some() => {}
        Feature::Network => request.network = Some("torus:6x6,latency=1us,per_byte=0.1ns/B".into()),
        Feature::Duplex => request.duplex = Some(Duplex::Full),
        Feature::Ports => request.ports = request.ports.or(Some(Ports::All)),
        Feature::OnePort => request.ports = Some(Ports::One),
        Feature::Routing => request.routing = Some("insertion".to_owned()),
        Feature::MappingSeed => request.mapping_seed = Some(7),
        Feature::Hosts => request.hosts = request.hosts.or(Some(hosts(ALIKE))),
        Feature::UnequalHosts => request.hosts = Some(hosts(UNLIKE)),
        Feature::FrontEnd => request.front_end = Some("login".to_owned()),
        Feature::Place => request.placement = Some(Policy::Spread),
        Feature::InternalHosts => request.internal_hosts = Some(InternalHosts::Shared),
        Feature::Attach => request.mode = Some(Mode::Attach),
        Feature::Launch => request.mode = Some(Mode::Launch),
        Feature::GoalTick => {
            let tick = if model == ModelKind::Blocks { "2 cycles" } else { "1us" };
            request.goal_tick = Some(tick.to_owned().into());
        }
        Feature::ForVersion => request.for_version = Some("24.11".to_owned()),
        // No request says them.
        Feature::BeyondLoggops | Feature::ScheduleFile | Feature::WholeMap | Feature::Shard => {}
        Feature::File(format) => {
            request.formats.push(format);
            if format.shows_hosts() && request.hosts.is_none() && request.leaves.or(request.members).is_some() {
                request.hosts = Some(hosts(ALIKE));
            }
        }
    }
    let need = NEEDS.iter().find(|need| need.feature == feature && need.applies_to(model));
    let missing = need.filter(|need| !need.of.iter().any(|other| Features::of(&request).has(*other)));
    match missing {
        Some(need) => match need.of.iter().find(|other| has(**other, subject, model)) {
            Some(&other) => with(other, request, (subject, model)),
            None => request,
        },
        None => request,
    }
}

/// The features that a request states; unequal hosts are in their table.
pub fn asked() -> impl Iterator<Item = Feature> + Clone {
    let others = [Feature::BeyondLoggops, Feature::ScheduleFile, Feature::WholeMap, Feature::Shard];
    rows().map(|row| row.feature).filter(move |feature| !others.contains(feature))
}

/// True if the tables have the feature for the subject and the model.
pub fn has(feature: Feature, subject: Subject, model: ModelKind) -> bool {
    rows().any(|row| row.feature == feature && row.has(subject, model))
}
