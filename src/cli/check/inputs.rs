//! The files that logpine itself reads: a fault is whatever it refuses.

use super::found::{Contents, Found, Refused, text};
use super::judgement::{FaultJson, Judgement, counted};
use super::measurements::Measurements;
use crate::answer::check_request;
use crate::cli::{study, tree_name};
use crate::request::{Regression, Request};
use itertools::Itertools;
use logpine_causal::{ColumnChoice, Constants, ReadOptions as TableOptions, Table};
use logpine_fit::measurements::{
    Experiment, MessageTable, ReadOptions, read_experiment, read_imb, read_microbench, read_netgauge, read_osu,
    read_plogp, read_rates, read_trees,
};
use logpine_models::machine::{Machine, MachineError};
use logpine_netfiles::network::{Described, NetworkFormat};
use logpine_overlays::host_list::read_hosts;
use logpine_overlays::mapping::every_rank;
use logpine_text::fault::FaultList;
use std::fmt::Write as _;
use std::path::Path;

/// A reader of a kind of file.
type Read = fn(&[u8], &Path) -> Result<Contents, Refused>;

/// The judgement of a file of a kind, `words`.
pub fn judged(words: &str, read: Read, source: &[u8], file: &Path) -> Judgement {
    let mut judgement = Judgement::of_faults(words, &FaultList::default(), source, file);
    match read(source, file) {
        Ok(Contents { shown, values, warnings }) => {
            for warning in &warnings {
                let _ = writeln!(judgement.rendered, "{}: warning: {warning}", file.display());
            }
            judgement.faults = warnings.iter().map(|warning| FaultJson::warning(warning)).collect();
            Judgement { contents: shown, values, warnings: warnings.len() as u64, ..judgement }
        }
        Err(Refused(found)) => Judgement {
            rendered: found.iter().map(|found| found.rendered(file)).collect(),
            faults: found.iter().map(Found::json).collect(),
            errors: found.len() as u64,
            ..judgement
        },
    }
}

pub fn machine(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let machine = Machine::from_toml(text(source)?, &file.to_string_lossy()).map_err(|error| match error {
        MachineError::Invalid(faults) => Refused(faults.into_iter().map(Found::from).collect()),
        error => Refused::from(error.to_string()),
    })?;
    let models = machine.sections();
    Ok(Contents {
        shown: format!("{}, with parameters of {}", machine.name, models.join(", ")),
        values: vec![("name", machine.name.clone().into()), ("models", models.into())],
        warnings: Vec::new(),
    })
}

pub fn request(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let request = Request::from_toml(text(source)?, &file.to_string_lossy())?;
    let path = request
        .machine
        .as_deref()
        .ok_or_else(|| Found::from("there is no machine; add machine = \"cab\"".to_owned()))?;
    let machine = Machine::load(path).map_err(|error| Found::from(error.to_string()))?;
    check_request(&machine, &request).map_err(|refusal| Found::from(refusal.to_string()))?;
    let keys = request.said().into_iter().filter(|key| !["description", "source"].contains(key)).join(", ");
    Ok(Contents { shown: keys, values: vec![("machine", machine.name.into())], warnings: Vec::new() })
}

pub fn expected(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let cases = Regression::from_toml(text(source)?, &file.to_string_lossy())?.cases.len();
    Ok(Contents {
        shown: counted(cases as u64, "case", "cases"),
        values: vec![("cases", cases.into())],
        warnings: Vec::new(),
    })
}

pub fn hosts(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let text = text(source)?;
    let hosts = read_hosts(text, file).map_err(|error| Found::refused(text, error))?;
    let (count, slots) = (hosts.merged().hosts().len(), hosts.slots());
    Ok(Contents {
        shown: format!("{} with {}", counted(count as u64, "host", "hosts"), counted(slots, "slot", "slots")),
        values: vec![("hosts", count.into()), ("slots", slots.into())],
        warnings: Vec::new(),
    })
}

pub fn mapping(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let hosts = every_rank(source, &file.to_string_lossy())?;
    let (ranks, count) = (hosts.len() as u64, hosts.iter().max().map_or(0, |&last| u64::from(last) + 1));
    Ok(Contents {
        shown: format!("{} on {}", counted(ranks, "rank", "ranks"), counted(count, "host", "hosts")),
        values: vec![("ranks", ranks.into()), ("hosts", count.into())],
        warnings: Vec::new(),
    })
}

pub fn network(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let text = text(source)?;
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let (network, warnings) = match Described::of(text) {
        Some(described) => described.read_any(text, &name).map_err(Found::from)?,
        None => NetworkFormat::of(text, file).read_noting(text, &name).map_err(|error| Found::refused(text, error))?,
    };
    let (nodes, links) = (network.nodes(), network.links().len() as u64);
    Ok(Contents {
        shown: format!("{} and {}", counted(nodes.into(), "node", "nodes"), counted(links, "link", "links")),
        values: vec![("nodes", nodes.into()), ("links", links.into())],
        warnings,
    })
}

/// Measurements of any kind: the columns, or the lines of the tool that wrote them, say which.
pub fn measurements(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let path = &*file.to_string_lossy();
    let text = text(source)?;
    let tables = |tables: Vec<MessageTable>| tables.iter().map(|table| table.samples.samples.len()).sum();
    let tree = |name: &str| {
        let folder = file.parent().unwrap_or(Path::new(""));
        tree_name::named(name, folder).map(|tree| tree.shape).map_err(|end| end.message())
    };
    let experiment = |experiment| {
        read_experiment(source, path, experiment, ReadOptions::default()).map(|samples| samples.samples.len())
    };
    let (kind, rows) = match Measurements::of(text) {
        Measurements::Osu => ("OSU Micro-Benchmarks", read_osu(source, path).map(tables)?),
        Measurements::Imb => ("Intel MPI Benchmarks", read_imb(source, path).map(tables)?),
        Measurements::Microbench => ("microbench_FE", read_microbench(source, path)?.samples.len()),
        Measurements::Netgauge => ("Netgauge", read_netgauge(source, path).map(|table| table.rows.len())?),
        Measurements::Plogp => ("PLogP parameters", read_plogp(source, path).map(|table| table.rows.len())?),
        Measurements::Trees => {
            let table = read_trees(source, path, ReadOptions::default(), tree)?;
            ("whole trees", table.trees.iter().map(|tree| tree.times.len()).sum())
        }
        Measurements::Chain => ("chains, by depth", experiment(Experiment::Chain)?),
        Measurements::FanIn => ("nodes, by fanout", experiment(Experiment::FanIn)?),
        Measurements::Rates => ("rates, by fanout", read_rates(source, path)?.samples.len()),
        Measurements::Messages => ("messages, by bytes", experiment(Experiment::Messages)?),
        Measurements::Latency => ("single messages", experiment(Experiment::Latency)?),
    };
    let shown = format!("{kind}, {}", counted(rows as u64, "row", "rows"));
    Ok(Contents { shown, values: vec![("measured", kind.into()), ("rows", rows.into())], warnings: Vec::new() })
}

pub fn table(source: &[u8], file: &Path) -> Result<Contents, Refused> {
    let name = file.to_string_lossy();
    let names = Table::names_in_csv(source, &name)?;
    // A study has columns of text, which `logpine study learn` leaves out.
    let others = if study::is_of_study(&names) { study::other_columns(&names).cloned().collect() } else { Vec::new() };
    let options = TableOptions {
        columns: ColumnChoice::AllBut(others),
        constants: Constants::LeaveOut,
        ..TableOptions::default()
    };
    let table = Table::from_csv(source, &name, &options)?;
    let (rows, columns) = (table.rows() as u64, table.columns().len() as u64);
    Ok(Contents {
        shown: format!("{} of {}", counted(rows, "row", "rows"), counted(columns, "variable", "variables")),
        values: vec![("rows", rows.into()), ("variables", columns.into())],
        warnings: Vec::new(),
    })
}
