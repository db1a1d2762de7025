//! The parser of specs, character by character.

use super::generic::{GenericBuilder, PushError, Run};
use super::{Form, KNomialSpec, MAX_LEVELS, Spec, SpecError};
use logpine_text::units;

const BALANCED: &str = "a balanced tree is b:FANOUT^LEVELS or b:FANOUTxFANOUTx..., such as b:16^2 or b:11x12";
const K_NOMIAL: &str = "a k-nomial tree is k:K@PROCESSES, the front end counted, such as k:2@64 for 32 leaves";
const GENERIC: &str = "a level is a list of child counts such as 2,0,3x4 (3x4 is three nodes with 4 children each), and levels are separated by ':', such as g:3:2,0,1";

/// Parses a spec.
pub(super) fn spec(text: &str) -> Result<Spec, SpecError> {
    let cursor = |hint| Cursor { text, position: 2, hint };
    match text.get(..2) {
        Some("b:") => balanced(&mut cursor(BALANCED)),
        Some("k:") => k_nomial(&mut cursor(K_NOMIAL)),
        Some("g:") => generic(&mut cursor(GENERIC)),
        _ => Err(SpecError::UnknownPrefix),
    }
}

/// The error for a level of nodes without children.
pub(super) fn zero_fanout(column: usize) -> SpecError {
    let hint = "every level of a balanced tree has children: leave the level out";
    SpecError::TooSmall { column, what: "the fanout", found: 0, least: 1, hint }
}

/// `F^D` or `F1xF2x...`
fn balanced(cursor: &mut Cursor) -> Result<Spec, SpecError> {
    let first = fanout(cursor)?;
    if cursor.eat('^') {
        let column = cursor.column();
        let levels = cursor.number()?;
        cursor.end("the end of the spec after the number of levels")?;
        if levels == 0 {
            let hint = "the front end alone is no tree: write b:1 for one leaf";
            return Err(SpecError::TooSmall { column, what: "the number of levels", found: 0, least: 1, hint });
        }
        let levels = usize::try_from(levels).ok().filter(|&levels| levels <= MAX_LEVELS);
        let levels = levels.ok_or(SpecError::TooDeep { limit: MAX_LEVELS })?;
        return Spec::balanced(vec![first; levels]);
    }
    let mut fanouts = vec![first];
    while cursor.eat('x') {
        fanouts.push(fanout(cursor)?);
    }
    cursor.end("'x', '^' or the end of the spec")?;
    Spec::balanced(fanouts)
}

fn fanout(cursor: &mut Cursor) -> Result<u64, SpecError> {
    let column = cursor.column();
    let fanout = cursor.number()?;
    if fanout == 0 { Err(zero_fanout(column)) } else { Ok(fanout) }
}

/// `K@M`
fn k_nomial(cursor: &mut Cursor) -> Result<Spec, SpecError> {
    let column = cursor.column();
    let k = cursor.number()?;
    check_k(k, column)?;
    if !cursor.eat('@') {
        return Err(cursor.unexpected("'@'"));
    }
    let column = cursor.column();
    let processes = cursor.number()?;
    cursor.end("the end of the spec after the number of processes")?;
    check_processes(processes, column)?;
    Ok(Spec(Form::KNomial(KNomialSpec { k, processes })))
}

/// Checks that a tree with that K grows.
pub(super) fn check_k(k: u64, column: usize) -> Result<(), SpecError> {
    let hint =
        "each process gains K-1 children a round, so with K = 1 the tree never grows: write k:2@M for a binomial tree";
    if k >= 2 { Ok(()) } else { Err(SpecError::TooSmall { column, what: "K", found: k, least: 2, hint }) }
}

/// Checks that there is a process besides the front end.
pub(super) fn check_processes(found: u64, column: usize) -> Result<(), SpecError> {
    let hint = "the front end counts: write k:K@2 or b:1 for one leaf";
    let error = SpecError::TooSmall { column, what: "the number of processes", found, least: 2, hint };
    if found >= 2 { Ok(()) } else { Err(error) }
}

/// `L0:L1:...`
fn generic(cursor: &mut Cursor) -> Result<Spec, SpecError> {
    let mut builder = GenericBuilder::new();
    root_count(cursor, &mut builder)?;
    builder.end_level()?;
    while cursor.eat(':') {
        push_count(cursor, &mut builder)?;
        while cursor.eat(',') {
            push_count(cursor, &mut builder)?;
        }
        builder.end_level()?;
    }
    cursor.end("',', 'x', ':' or the end of the spec")?;
    builder.finish().map(|generic| Spec(Form::Generic(generic)))
}

/// The first level: the number of children of the root.
fn root_count(cursor: &mut Cursor, builder: &mut GenericBuilder) -> Result<(), SpecError> {
    let column = cursor.column();
    let run = run(cursor)?;
    if run.count != 1 || cursor.peek() == Some(',') {
        let found = run.count.saturating_add(u64::from(cursor.peek() == Some(',')));
        return Err(SpecError::SeveralRoots { column, found });
    }
    if run.fanout == 0 {
        return Err(SpecError::RootOnly { column });
    }
    push(builder, run, column)
}

/// A count of a later level.
fn push_count(cursor: &mut Cursor, builder: &mut GenericBuilder) -> Result<(), SpecError> {
    let column = cursor.column();
    let run = run(cursor)?;
    push(builder, run, column)
}

fn push(builder: &mut GenericBuilder, run: Run, column: usize) -> Result<(), SpecError> {
    builder.push(run).map_err(|error| match error {
        PushError::TooLarge => SpecError::TooLarge,
        PushError::Surplus(surplus) => {
            SpecError::TooManyCounts { column, level: surplus.level, counts: surplus.counts, nodes: surplus.nodes }
        }
    })
}

/// `C` or `KxC`
fn run(cursor: &mut Cursor) -> Result<Run, SpecError> {
    let column = cursor.column();
    let number = cursor.number()?;
    if !cursor.eat('x') {
        return Ok(Run { count: 1, fanout: number });
    }
    if number == 0 {
        let hint = "KxC is K nodes with C children each: leave it out";
        return Err(SpecError::TooSmall { column, what: "the number of nodes", found: 0, least: 1, hint });
    }
    Ok(Run { count: number, fanout: cursor.number()? })
}

/// A place in the text, and the form of what is being read.
struct Cursor<'a> {
    text: &'a str,
    position: usize,
    hint: &'static str,
}

impl Cursor<'_> {
    fn column(&self) -> usize {
        self.position + 1
    }

    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over an (ASCII) character if it is next.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.position += usize::from(found);
        found
    }

    /// Steps over a whole number: digits, perhaps with k, M, G or T, or with e and an exponent.
    fn number(&mut self) -> Result<u64, SpecError> {
        let column = self.column();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return Err(self.unexpected("a number"));
        }
        let after = &rest[digits..];
        let exponent = after.strip_prefix('e').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
        let suffix = if exponent > 0 { 1 + exponent } else { usize::from(after.starts_with(['k', 'M', 'G', 'T'])) };
        let number = units::count(&rest[..digits + suffix]).map_err(|_| SpecError::NumberTooLarge { column })?;
        self.position += digits + suffix;
        Ok(number)
    }

    fn end(&self, expected: &'static str) -> Result<(), SpecError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&self, expected: &'static str) -> SpecError {
        let found = self.peek().map_or("the end of the spec".to_owned(), |found| format!("{found:?}"));
        SpecError::Unexpected { column: self.column(), found, expected, hint: self.hint }
    }
}
