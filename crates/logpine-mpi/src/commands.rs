//! The commands, as every rank executes them. Rank 0 says and writes the results.

use crate::args::{Collectives, Command, Compare, Measure, Messages, Output, Question, Run};
use crate::cells::{Asked, Cell, Executed, Families, Row, Traffic};
use crate::compare::{compare, words};
use crate::failure::Failure;
use crate::files::{check_free, csv_text, write};
use crate::messages;
use crate::place::Places;
use crate::request::{Known, model_of, read_request};
use crate::result::{csv, picture, table};
use crate::share::from_root;
use crate::wire::Wire;
use logpine::machine::{Locality, Machine};
use logpine::request::{MpiCollective, Request};
use std::path::Path;

/// The words of a command at rank 0; none elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The result.
    pub out: String,
    /// Messages about it: warnings, files written.
    pub messages: Vec<String>,
}

/// Executes a command; all ranks call it.
///
/// # Errors
/// [`Failure`], the same at all ranks unless messages fail.
pub fn execute(wire: &dyn Wire, command: &Command) -> Result<Said, Failure> {
    let repetitions = match command {
        Command::Measure(Measure::Messages(options)) => options.repetitions,
        Command::Measure(Measure::Collectives(options)) => options.repetitions,
        Command::Run(options) => options.question.repetitions,
        Command::Compare(options) => options.question.repetitions,
    };
    repetitions.check()?;
    let places = Places::gather(wire)?;
    match command {
        Command::Measure(Measure::Messages(options)) => measure_messages(wire, &places, options),
        Command::Measure(Measure::Collectives(options)) => measure_collectives(wire, &places, options),
        Command::Run(options) => run(wire, &places, options),
        Command::Compare(options) => comparison(wire, &places, options),
    }
}

/// A check that rank 0 makes for all.
fn at_root<T>(wire: &dyn Wire, check: impl FnOnce() -> Result<T, Failure>) -> Result<Option<T>, Failure> {
    let checked = (wire.rank() == 0).then(check);
    let failure = checked.as_ref().and_then(|checked| checked.as_ref().err().cloned());
    match from_root(wire, || failure)? {
        Some(failure) => Err(failure),
        None => Ok(checked.and_then(Result::ok)),
    }
}

fn measure_messages(wire: &dyn Wire, places: &Places, options: &Messages) -> Result<Said, Failure> {
    if wire.size() < 2 {
        return Err(Failure::Input("messages need two ranks; start with -np 2".to_owned()));
    }
    let paths = ["messages.csv", "messages-host.csv"].map(|name| options.dir.join(name));
    at_root(wire, || {
        if !options.dir.exists() {
            return Ok(());
        }
        if !options.dir.is_dir() {
            return Err(Failure::Input(format!("{} is not a directory", options.dir.display())));
        }
        check_free(&paths.each_ref().map(AsRef::as_ref), options.force)
    })?;
    let mut said = Said { messages: warnings(places), ..Said::default() };
    for ((other, path), what) in
        messages::partners(wire)?.into_iter().zip(&paths).zip(["between hosts", "within a host"])
    {
        let Some(other) = other else { continue };
        let found = messages::measure(wire, other, &options.bytes.0, &options.repetitions)?;
        if wire.rank() > 0 {
            continue;
        }
        let mut head = places.head("measure messages");
        head.push(format!("between ranks 0 and {other}, {what}; median, minimum and 90th percentile of repetitions"));
        std::fs::create_dir_all(&options.dir)
            .map_err(|error| Failure::Input(format!("{}: {error}", options.dir.display())))?;
        write(path, &messages::csv(&head, &found), options.force)?;
        said.messages.push(format!("{}: messages {what}, {} sizes", path.display(), found.len()));
    }
    if wire.rank() == 0 {
        said.messages.push(format!("next: logpine fit --from {} --name mine -o mine.toml", options.dir.display()));
    }
    Ok(said)
}

fn measure_collectives(wire: &dyn Wire, places: &Places, options: &Collectives) -> Result<Said, Failure> {
    check_root(wire, options.root)?;
    let cells = cells(&options.collectives, &[wire.size()], &options.bytes.0);
    let asked = Asked {
        request: Request::default(),
        root: options.root,
        families: Families::Answer,
        library: true,
        repetitions: options.repetitions,
    };
    at_root(wire, || options.output.check())?;
    let mut rows = Vec::new();
    for cell in cells {
        rows.extend(cell.execute(wire, None, &asked)?.rows);
    }
    options.output.said(wire, places, "measure collectives", &rows, Vec::new())
}

fn run(wire: &dyn Wire, places: &Places, options: &Run) -> Result<Said, Failure> {
    let question = &options.question;
    check_root(wire, question.root)?;
    let mut request = Request::default();
    let known = match &options.request {
        Some(path) => {
            let read = at_root(wire, || read_request(path))?;
            let known = from_root(wire, || read.as_ref().map(|(_, known)| known.clone()).unwrap_or_default())?;
            request = read.map(|(request, _)| request).unwrap_or_default();
            known
        }
        None => Known {
            collective: options.collective.map(|of| of.name().to_owned()).unwrap_or_default(),
            ..Known::default()
        },
    };
    let collective = crate::cells::collective(&known.collective).map_err(Failure::Input)?;
    let sizes = match (&options.bytes, known.bytes) {
        (Some(sizes), _) => sizes.0.clone(),
        (None, Some(bytes)) => vec![bytes],
        (None, None) if collective.has_bytes() => {
            return Err(Failure::Input("give the size of the messages, like --bytes 64KiB".to_owned()));
        }
        (None, None) => vec![0],
    };
    let families = match &options.family {
        Some(family) => Families::One(family.clone()),
        None if options.all => Families::All,
        None => Families::Answer,
    };
    let asked = question.asked(wire, Request { non_commutative: known.non_commutative, ..request }, families)?;
    let machine = question.machine(wire, places)?;
    at_root(wire, || {
        let traffic: Vec<&Path> = options.traffic.iter().map(AsRef::as_ref).collect();
        question.output.check().and_then(|()| check_free(&traffic, question.output.force))
    })?;
    let (mut rows, mut notes, mut traffic) = (Vec::new(), Vec::new(), Vec::new());
    for cell in cells(&[collective], &[wire.size()], &sizes) {
        let executed = cell.execute(wire, machine.as_ref(), &asked)?;
        rows.extend(executed.rows);
        notes.extend(executed.notes);
        traffic.extend(executed.traffic.into_iter().map(|traffic| (cell, traffic)));
    }
    let mut said = question.output.said(wire, places, "run", &rows, notes)?;
    if let Some(path) = options.traffic.as_ref().filter(|_| wire.rank() == 0) {
        write(path, &traffic_csv(&places.head("run"), &traffic), question.output.force)?;
        said.messages.push(format!("{}: messages of one execution", path.display()));
    }
    Ok(said)
}

fn comparison(wire: &dyn Wire, places: &Places, options: &Compare) -> Result<Said, Failure> {
    let question = &options.question;
    let ranks: Vec<u32> = match &options.ranks {
        None => vec![wire.size()],
        Some(grid) => grid.values().iter().map(|&ranks| u32::try_from(ranks).unwrap_or(u32::MAX)).collect(),
    };
    if let Some(ranks) = ranks.iter().find(|&&ranks| ranks > wire.size()) {
        return Err(Failure::Input(format!("--ranks {ranks}: the job has {}; start it with -np {ranks}", wire.size())));
    }
    ranks
        .iter()
        .try_for_each(|&ranks| if question.root < ranks { Ok(()) } else { Err(no_root(question.root, ranks)) })?;
    let asked = question.asked(wire, Request::default(), Families::All)?;
    let machine = question.machine(wire, places)?;
    at_root(wire, || question.output.check())?;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for cell in cells(&options.collectives, &ranks, &options.bytes.0) {
        let Executed { rows: of_cell, notes: of_notes, .. } = cell.execute(wire, machine.as_ref(), &asked)?;
        rows.extend(of_cell);
        notes.extend(of_notes);
    }
    notes.sort_unstable();
    notes.dedup();
    let mut said = question.output.said(wire, places, "compare", &rows, notes)?;
    said.out += &words(&compare(&rows));
    Ok(said)
}

/// The messages of each cell's execution.
fn traffic_csv(comments: &[String], traffic: &[(Cell, Traffic)]) -> String {
    let rows = traffic.iter().flat_map(|(cell, traffic)| {
        traffic.iter().map(|(&(from, to), &(messages, bytes))| {
            let numbers = [cell.bytes, from.into(), to.into(), messages, bytes].map(|number| number.to_string());
            std::iter::once(cell.collective.name().to_owned()).chain(numbers).collect()
        })
    });
    csv_text(comments, &["collective", "bytes", "from", "to", "messages", "bytes_sent"], rows)
}

/// The cells of a grid; a barrier has no sizes.
fn cells(collectives: &[MpiCollective], ranks: &[u32], sizes: &[u64]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &collective in collectives {
        for &ranks in ranks {
            let sizes = if collective.has_bytes() { sizes } else { &[0] };
            cells.extend(sizes.iter().map(|&bytes| Cell { collective, ranks, bytes }));
        }
    }
    cells
}

fn check_root(wire: &dyn Wire, root: u32) -> Result<(), Failure> {
    if root < wire.size() { Ok(()) } else { Err(no_root(root, wire.size())) }
}

fn no_root(root: u32, ranks: u32) -> Failure {
    Failure::Input(format!("--root {root}: ranks are numbered from 0 to {}", ranks - 1))
}

fn warnings(places: &Places) -> Vec<String> {
    places.warnings().into_iter().map(|warning| format!("warning: {warning}")).collect()
}

impl Question {
    /// The machine, at rank 0. If all ranks are on one host, it is that of messages within a host, as far as the profile knows one.
    fn machine(&self, wire: &dyn Wire, places: &Places) -> Result<Option<Machine>, Failure> {
        at_root(wire, || {
            let machine = Machine::load(&self.machine).map_err(|error| Failure::Input(error.to_string()))?;
            let is_one_host = places.hosts().len() == 1;
            Ok(if is_one_host { machine.at(Locality::Host).clone() } else { machine })
        })
    }

    /// The question about all cells.
    fn asked(&self, wire: &dyn Wire, request: Request, families: Families) -> Result<Asked, Failure> {
        let model = self.model.as_deref().map(model_of).transpose()?.flatten().or(request.model);
        let non_commutative = self.non_commutative || request.non_commutative;
        if non_commutative && self.root > 0 {
            return Err(Failure::Input(
                "--non-commutative goes with --root 0: for another root the ranks of the tree are not in the order of the operands".to_owned(),
            ));
        }
        check_root(wire, self.root)?;
        let request = Request { model, non_commutative, ..request };
        Ok(Asked { request, root: self.root, families, library: !self.no_library, repetitions: self.repetitions })
    }
}

impl Output {
    fn check(&self) -> Result<(), Failure> {
        let files = self.output.iter().filter(|path| path.as_os_str() != "-").chain(&self.svg);
        let paths: Vec<&Path> = files.map(AsRef::as_ref).collect();
        check_free(&paths, self.force)
    }

    /// The result in words, with the files that are asked for.
    fn said(
        &self,
        wire: &dyn Wire,
        places: &Places,
        command: &str,
        rows: &[Row],
        notes: Vec<String>,
    ) -> Result<Said, Failure> {
        if wire.rank() > 0 {
            return Ok(Said::default());
        }
        let mut said = Said { out: table(rows), messages: warnings(places) };
        said.messages.extend(notes);
        if let Some(path) = &self.output {
            let mut head = places.head(command);
            head.push("each repetition begins after a barrier and takes as long as on the slowest rank".to_owned());
            if path.as_os_str() == "-" {
                said.out = csv(&head, rows);
                return Ok(said);
            }
            write(path, &csv(&head, rows), self.force)?;
            said.messages.push(format!("{}: {} rows", path.display(), rows.len()));
        }
        if let Some(path) = &self.svg {
            write(path, &picture(places, rows), self.force)?;
            said.messages.push(format!("{}: a picture for a browser", path.display()));
        }
        Ok(said)
    }
}
