//! Files of schedules for a network.

use super::{File, GoalForm, PATH, none};
use crate::answer::{Certified, Contracted, Made, NetworkPlan, Written};
#[cfg(feature = "cli")]
use crate::report::network::{Use, planned};
#[cfg(feature = "cli")]
use crate::report::text::network_title;
use crate::report::times::counted;
use crate::request::{FileFormat, MpiCollective, No, Ports, Refusal, Request};
use logpine_check::synthesis::WrongProgram;
use logpine_collectives::schedule::build::{InStep, sends as sends_in_steps};
use logpine_goal::GoalTick;
use logpine_netfiles::plans::certificate::{Certificate, Proof};
use logpine_netfiles::plans::{Preamble, msccl, msccl_xml, sends, trees};
use logpine_netplan::{Packing, Send};
use logpine_network::digraph::Arc;
use logpine_network::{LinkKind, Network};
use logpine_text::dot::{Look, head, quoted};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;

/// The file of a format.
///
/// # Errors
/// [`Refusal`] if the format cannot hold the schedule.
pub(super) fn file(plan: &NetworkPlan, format: FileFormat) -> Result<File, Refusal> {
    check_is_written(plan, format)?;
    if format == FileFormat::Certificate {
        return certificate(plan);
    }
    let mut file = of_planned(plan, format)?;
    file.notes.extend(left_out(plan));
    Ok(file)
}

fn check_is_written(plan: &NetworkPlan, format: FileFormat) -> Result<(), Refusal> {
    plan.unwritten(format).map_or(Ok(()), |reason| Err(Refusal::no(&reason)))
}

/// A note that the file is not of a point of the front.
fn left_out(plan: &NetworkPlan) -> Option<String> {
    (plan.extra.points.is_some() && plan.job.point.is_none()).then(|| {
        let blocks = plan.job.blocks.unwrap_or(1);
        let blocks = counted(u64::from(blocks), "block", "blocks");
        format!(
            "note: the file has the schedule of {blocks} with one round in each step; --point S chooses a point of the front"
        )
    })
}

fn of_planned(plan: &NetworkPlan, format: FileFormat) -> Result<File, Refusal> {
    match format {
        #[cfg(feature = "cli")]
        FileFormat::Svg => Ok(picture(plan)),
        FileFormat::Sends => {
            let written = plan.written().ok_or_else(|| none(format))?;
            let sends: Vec<_> = written.sent().collect();
            let text = sends::write(&preamble(plan), &sends);
            Ok(checked(File::text(text, "the transmissions of the schedule, a line each")))
        }
        FileFormat::Trees => {
            let Made::Trees(trees) = &plan.held().construction.0 else { return Err(none(format)) };
            let text = trees::write(&preamble(plan), &trees.edges().collect::<Vec<_>>());
            Ok(checked(File::text(text, "the edges of all trees, a line each")))
        }
        FileFormat::MscclJson => {
            let written = plan.written().ok_or_else(|| none(format))?;
            if written.statement.collective == MpiCollective::Allreduce {
                return Err(Refusal::No(No::new(
                    &"msccl-tools makes a program that adds contributions twice of the JSON of an allreduce; write the program itself with \
                     --emit msccl-xml",
                    None,
                )));
            }
            let sends: Vec<_> = written.sent().collect();
            let text = msccl::write(&written.statement, plan.extra.network.name(), written.rounds, &sends);
            let text = text.map_err(|error| Refusal::no(&error))?;
            Ok(checked(File::text(text, "the algorithm, for msccl-tools")))
        }
        FileFormat::MscclXml => program(plan),
        FileFormat::Dot => Ok(File::text(dot(plan), "the loads of the links, for Graphviz")),
        _ => Err(none(format)),
    }
}

/// The program that MSCCL's runtime loads.
fn program(plan: &NetworkPlan) -> Result<File, Refusal> {
    let transfers = if let Some(written) = plan.written() {
        msccl_xml::in_steps(&written.statement, &written.sent().collect::<Vec<_>>())
    } else if let Made::Trees(trees) = &plan.held().construction.0 {
        let edges: Vec<_> = trees.edges().collect();
        let statement = plan.statement();
        let of = (plan.job.ranks, statement.root);
        msccl_xml::of_trees(statement.collective, of, &edges, trees.reduce_scatter().is_some())
    } else {
        return Err(none(FileFormat::MscclXml));
    };
    let written = transfers.and_then(|transfers| msccl_xml::write(&transfers, plan.extra.network.name()));
    let (program, text) = written.map_err(|error| Refusal::no(&error))?;
    let run = program.check(msccl_xml::IN_FLIGHT).map_err(|fault| match fault {
        WrongProgram::TooLarge { .. } => Refusal::no(&fault),
        WrongProgram::Wrong(_) => Refusal::fault(&fault),
    })?;
    let mut file = checked(File::text(text, "the program, for MSCCL's runtime"));
    file.notes.push(format!(
        "note: the program has up to {} on a GPU, all of which run at the same time, in {}",
        counted(u64::from(run.blocks), "thread block", "thread blocks"),
        counted(u64::from(run.channels), "channel", "channels")
    ));
    Ok(file)
}

/// The schedule as a program, a message of one byte for each block over a link: its ranks are the ranks of the plan, then the
/// nodes that only relay.
///
/// # Errors
/// [`Refusal`] if it is too large.
pub(super) fn goal(request: &Request, plan: &NetworkPlan, form: GoalForm, tick: GoalTick) -> Result<File, Refusal> {
    check_is_written(plan, FileFormat::Goal)?;
    let written = plan.written().ok_or_else(|| none(FileFormat::Goal))?;
    let endpoints = plan.extra.network.endpoints();
    let used = || written.sent().flat_map(|sent| [sent.from, sent.to]);
    if let Some(vertex) = used().find(|&vertex| plan.extra.links.nodes[vertex as usize] >= endpoints) {
        let name = plan.extra.name(vertex);
        return Err(Refusal::No(No::new(
            &format!(
                "{name} sends blocks on, but runs no process that a schedule in GOAL could be for; join the links of switches with \
                 --switches contract"
            ),
            None,
        )));
    }
    let vertices = used().max().map_or(0, |last| last + 1).max(plan.job.ranks);
    let arcs = plan.extra.links.digraph.arcs();
    let in_step = |send: &Send| {
        let Arc { from, to, latency, .. } = arcs[send.arc as usize];
        InStep { step: send.step, end: send.step + latency - 1, from, to, block: send.block }
    };
    let program =
        sends_in_steps(vertices, written.schedule.sends.iter().map(in_step)).map_err(|error| Refusal::no(&error))?;
    let mut notes: Vec<String> = left_out(plan).into_iter().collect();
    let mut nodes = plan.extra.links.nodes.iter().take(vertices as usize).zip(0..);
    let is_mapped = nodes.any(|(&node, vertex): (_, u32)| node != vertex);
    if is_mapped {
        notes.push(
            "note: rank i of the file is not node i of the network: give `network simulate` a --mapping, the nodes of --nodes and then those \
             that only relay, in ascending order"
                .to_owned(),
        );
    }
    let file = File::of_program(Rc::new(program), form, tick, notes);
    let network = request.network.as_deref().unwrap_or(Path::new("")).to_string_lossy();
    let mut words = logpine_text::shell_word::quoted(&network).unwrap_or_default().into_owned();
    if let Some(speed) = &request.link_speed {
        let _ = write!(words, " --link-speed {}", logpine_text::shell_word::quoted(speed).unwrap_or_default());
    }
    for (option, is_given) in [(" --nvswitch", request.nvswitch), (" --direct", request.direct)] {
        words += if is_given { option } else { "" };
    }
    let next = format!("logpine network simulate --network {words} --duplex full --plan {PATH}");
    Ok(File { next: Some(next).filter(|_| !is_mapped), ..file })
}

/// A file that `logpine check` verifies.
fn checked(file: File) -> File {
    File { next: Some(format!("logpine check {PATH}")), ..file }
}

/// The graph, the collective and the claims of a file.
fn preamble(plan: &NetworkPlan) -> Preamble {
    let of_vertex = |vertex: u32| (vertex, plan.extra.name(vertex));
    let names = (0..plan.extra.links.digraph.vertices()).map(of_vertex);
    let (mut throughput, mut reduce_scatter, mut height) = (None, None, None);
    let time = |packing: &Packing| (packing.p, packing.q);
    if let Made::Trees(trees) = &plan.held().construction.0 {
        (throughput, height) = (Some(time(trees.packing())), Some(trees.height()));
        reduce_scatter = trees.reduce_scatter().map(time);
    }
    let written = plan.written();
    let statement = written.as_ref().map_or_else(|| plan.statement(), |written| written.statement);
    Preamble {
        one_port: plan.job.ports == Ports::One,
        rounds: written.as_ref().map_or_else(Vec::new, |written| written.rounds.to_vec()),
        names: names.filter(|(vertex, name)| *name != vertex.to_string()).collect(),
        steps: written.as_ref().map(|written| written.schedule.steps.into()),
        // Of a point, the bounds are those of the front.
        bound: plan.bound_in_steps().filter(|_| plan.job.point.is_none()),
        throughput,
        reduce_scatter,
        height,
        ..Preamble::of(&statement)
    }
}

fn certificate(plan: &NetworkPlan) -> Result<File, Refusal> {
    let proof = plan.certificate().ok_or_else(|| {
        Refusal::No(No::new(&format!("the formula is too large to be written: {}", plan.claim.bound.reason), None))
    })?;
    let is_of_front = matches!(proof, Proof::Duals(_) | Proof::Cells(_));
    let what = if is_of_front { "the proof of the front's bounds" } else { "the proof of the bound" };
    let certificate = Certificate::new(&plan.statement(), proof);
    let mut file = checked(File::text(certificate.write(), what));
    let formulas = plan.cells_by_formulas();
    if is_of_front && formulas > 0 {
        let cells = counted(formulas as u64, "number of steps and rounds", "numbers of steps and rounds");
        file.notes.push(format!("note: of {cells} the proof needs formulas, which are not in the file"));
    }
    Ok(file)
}

/// The use of every link of the network by a schedule.
#[cfg(feature = "cli")]
fn used(plan: &NetworkPlan) -> Use {
    let Certified { network, links, .. } = &plan.extra;
    let arcs = links.digraph.arcs();
    let mut first = vec![u32::MAX; arcs.len()];
    let mut shares = vec![0.0; arcs.len()];
    let mut steps = 0;
    if let Some(Written { rounds, schedule, .. }) = plan.written() {
        steps = schedule.steps;
        let rounds = if rounds.is_empty() { f64::from(steps) } else { rounds.iter().copied().map(f64::from).sum() };
        for send in &schedule.sends {
            let arc = send.arc as usize;
            first[arc] = first[arc].min(send.step);
            shares[arc] += 1.0 / (arcs[arc].capacity as f64 * rounds);
        }
    } else if let Made::Trees(trees) = &plan.held().construction.0 {
        shares = trees.utilization(&links.digraph);
    }
    if let Some(contracted) = &plan.extra.contracted {
        (first, shares) = on_routes(contracted, arcs, &first, &shares);
    }
    let per_link = arcs_of_links(network);
    let of_link = |link: usize| link * per_link..(link + 1) * per_link;
    let links = 0..network.links().len();
    let first_step = |link| first[of_link(link)].iter().copied().min().filter(|&step| step < u32::MAX);
    Use {
        first_steps: if steps > 0 { links.clone().map(first_step).collect() } else { Vec::new() },
        loads: links.map(|link| shares[of_link(link)].iter().copied().fold(0.0, f64::max)).collect(),
        steps,
    }
}

/// The first steps and the shares of the links of switches, each with its part of what goes over its routes.
fn on_routes(contracted: &Contracted, arcs: &[Arc], first: &[u32], shares: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let physical = contracted.physical.arcs();
    let numbers: HashMap<(u32, u32), usize> =
        physical.iter().enumerate().map(|(index, arc)| ((arc.from, arc.to), index)).collect();
    let (mut first_steps, mut loads) = (vec![u32::MAX; physical.len()], vec![0.0; physical.len()]);
    for (arc, routes) in contracted.routes.iter().enumerate() {
        for route in routes.iter().filter(|_| first[arc] < u32::MAX) {
            for hop in route.path.windows(2) {
                let Some(&link) = numbers.get(&(hop[0], hop[1])) else { continue };
                first_steps[link] = first_steps[link].min(first[arc]);
                let part = route.amount as f64 / arcs[arc].capacity as f64;
                loads[link] += shares[arc] * arcs[arc].capacity as f64 * part / physical[link].capacity as f64;
            }
        }
    }
    (first_steps, loads)
}

/// The arcs of a link: one for each direction, one after the other.
fn arcs_of_links(network: &Network) -> usize {
    if network.kind() == LinkKind::Undirected { 2 } else { 1 }
}

#[cfg(feature = "cli")]
fn picture(plan: &NetworkPlan) -> File {
    let (title, facts) = network_title(plan);
    let text = planned(&plan.extra.network, None, (&title, facts), &used(plan));
    File::text(text, "the links of the network with their loads, for a browser")
}

/// A graph whose edges say how much goes over each link, and when.
fn dot(plan: &NetworkPlan) -> String {
    let Certified { network, links, .. } = &plan.extra;
    let mut text = head("digraph", &quoted(network.name()), Look::Network);
    for (vertex, &node) in links.nodes.iter().enumerate() {
        let shape = if vertex as u64 >= u64::from(links.digraph.compute()) { ", shape=box" } else { "" };
        let _ = writeln!(text, "  {vertex} [label={}{shape}];", quoted(&network.label(node)));
    }
    let used = arcs_in_words(plan);
    for (arc, words) in links.digraph.arcs().iter().zip(&used) {
        if let Some(words) = words {
            let _ = writeln!(text, "  {} -> {} [label={}];", arc.from, arc.to, quoted(words));
        }
    }
    text + "}\n"
}

/// The load of each arc, in words; `None` if nothing does.
fn arcs_in_words(plan: &NetworkPlan) -> Vec<Option<String>> {
    let arcs = plan.extra.links.digraph.arcs();
    if let Some(written) = plan.written() {
        let mut steps: Vec<Vec<u32>> = vec![Vec::new(); arcs.len()];
        for send in &written.schedule.sends {
            steps[send.arc as usize].push(send.step);
        }
        let words = |steps: &Vec<u32>| {
            let (first, last) = (steps.first()?, steps.last()?);
            let when = if first == last { format!("step {first}") } else { format!("steps {first} to {last}") };
            Some(format!("{when}: {}", counted(steps.len() as u64, "block", "blocks")))
        };
        return steps.iter().map(words).collect();
    }
    let Made::Trees(trees) = &plan.held().construction.0 else { return vec![None; arcs.len()] };
    let words = |share: f64| (share > 0.0).then(|| format!("busy {:.0} %", 100.0 * share));
    trees.utilization(&plan.extra.links.digraph).into_iter().map(words).collect()
}
