//! The form of formulas, and their comparison with what they should say.

use super::super::fault::Wrong;
use std::fmt::Write as _;

/// A formula in conjunctive normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The number of variables.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: u64,
}

/// The greatest number of a variable, so that one more is a number as well.
const MOST_VARIABLES: u32 = i32::MAX as u32 - 1;

/// The most characters of a word of the formula in a message.
const SHOWN: usize = 20;

/// The most literals of a clause in a message.
const LITERALS: usize = 6;

/// Checks that a text is a formula in the DIMACS format: comments (`c`), a header `p cnf VARIABLES CLAUSES`, clauses that end
/// with 0. Lines end with a line feed, and have no other control characters but tabs, so that all readers see the same lines.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(length).
pub(super) fn read_form(dimacs: &str) -> Result<Formula, Wrong> {
    let is_plain = |text: &str| text.chars().all(|letter| letter == '\t' || letter == ' ' || letter.is_ascii_graphic());
    if let Some((line, _)) = (1..).zip(dimacs.split('\n')).find(|(_, text)| !is_plain(text)) {
        return Err(Wrong::new(format_args!(
            "line {line} of the formula: a control character, or one that is not ASCII; lines end with a line feed"
        )));
    }
    let mut lines = lines(dimacs);
    let (line, header) = lines.next().unwrap_or((1, ""));
    let words: Vec<&str> = header.split_whitespace().take(5).collect();
    let numbers = match words[..] {
        ["p", "cnf", variables, clauses] => variables.parse().ok().zip(clauses.parse().ok()),
        _ => None,
    };
    let (variables, expected): (u32, u64) = numbers
        .filter(|&(variables, _)| variables <= MOST_VARIABLES)
        .ok_or_else(|| Wrong::new(format_args!("line {line} of the formula: expected `p cnf VARIABLES CLAUSES`")))?;
    let (mut clauses, mut is_open) = (0, false);
    for (line, text) in lines {
        for word in text.split_whitespace() {
            match word.parse::<i32>() {
                Ok(0) => clauses += 1,
                Ok(literal) if literal.unsigned_abs() <= variables => {}
                _ => {
                    let found: String = word.chars().take(SHOWN).collect();
                    return Err(Wrong::new(format_args!(
                        "line {line} of the formula: `{found}` is no literal; write a number from 1 to {variables}, or its negative"
                    )));
                }
            }
            is_open = !matches!(word.parse(), Ok(0));
        }
    }
    match () {
        () if is_open => Err(Wrong::new("the last clause of the formula does not end with 0")),
        () if clauses != expected => {
            Err(Wrong::new(format_args!("the formula has {clauses} clauses; its header says {expected}")))
        }
        () => Ok(Formula { variables, clauses }),
    }
}

/// The lines of a text that are no comments, numbered from 1.
fn lines(dimacs: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(dimacs.lines()).filter(|(_, line)| !line.starts_with('c') && !line.trim().is_empty())
}

/// Compares a formula, clause by clause, with the one that it should be.
pub(super) struct Comparison<'a> {
    formula: Formula,
    /// The literals with their lines; 0 ends a clause.
    literals: Box<dyn Iterator<Item = (usize, i32)> + 'a>,
    /// The variables that stand for something so far.
    variables: u32,
}

impl<'a> Comparison<'a> {
    /// # Errors
    /// A fault of the form.
    pub fn new(dimacs: &'a str) -> Result<Self, Wrong> {
        let formula = read_form(dimacs)?;
        let words =
            lines(dimacs).skip(1).flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
        // All words are numbers, as was checked.
        let literals = Box::new(words.filter_map(|(line, word)| Some((line, word.parse().ok()?))));
        Ok(Self { formula, literals, variables: 0 })
    }

    /// The size of the formula.
    pub const fn formula(&self) -> Formula {
        self.formula
    }

    /// The first of so many variables that the formula should have next.
    ///
    /// # Errors
    /// If it has fewer.
    pub fn variables(&mut self, count: u64) -> Result<i32, Wrong> {
        let first = i64::from(self.variables) + 1;
        let all = u64::from(self.variables).saturating_add(count);
        match u32::try_from(all) {
            Ok(variables) if variables <= self.formula.variables => self.variables = variables,
            _ => {
                return Err(Wrong::new(format_args!(
                    "the formula has {found} variables; that of the schedules in so many steps has {all} or more",
                    found = self.formula.variables
                )));
            }
        }
        i32::try_from(first).map_err(|_| Wrong::new("a check of the formula would take too much memory"))
    }

    /// Compares the next clause with the one that should stand there.
    ///
    /// # Errors
    /// If it is another, or there is none.
    pub fn clause(&mut self, expected: &[i32]) -> Result<(), Wrong> {
        for literal in expected.iter().copied().chain([0]) {
            match self.literals.next() {
                Some((_, found)) if found == literal => {}
                Some((line, _)) => {
                    return Err(Wrong::new(format_args!(
                        "line {line} of the formula: the formula of the schedules in so many steps has the clause `{expected}` here",
                        expected = in_words(expected)
                    )));
                }
                None => {
                    return Err(Wrong::new(format_args!(
                        "the formula ends before the clause `{expected}` of the formula of the schedules in so many steps",
                        expected = in_words(expected)
                    )));
                }
            }
        }
        Ok(())
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// If there are more clauses or variables.
    pub fn end(mut self) -> Result<Formula, Wrong> {
        if let Some((line, _)) = self.literals.next() {
            return Err(Wrong::new(format_args!(
                "line {line} of the formula: the formula of the schedules in so many steps ends before"
            )));
        }
        if self.variables < self.formula.variables {
            let expected = self.variables.to_string();
            return Err(Wrong::new(format_args!(
                "the formula has {found} variables; that of the schedules in so many steps has {expected}",
                found = self.formula.variables
            )));
        }
        Ok(self.formula)
    }
}

/// A clause as the file has it, shortened.
fn in_words(clause: &[i32]) -> String {
    let mut words = String::new();
    for literal in clause.iter().take(LITERALS) {
        let _ = write!(words, "{literal} ");
    }
    words + if clause.len() > LITERALS { "..." } else { "0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_checked() {
        assert_eq!(read_form("c x\np cnf 2 2\n1 -2 0\n2\n0\n"), Ok(Formula { variables: 2, clauses: 2 }));
        assert_eq!(
            read_form(""),
            Err(Wrong::new(format_args!("line {line} of the formula: expected `p cnf VARIABLES CLAUSES`", line = 1)))
        );
        assert_eq!(
            read_form("p cnf 2 1\n1 -2\n"),
            Err(Wrong::new("the last clause of the formula does not end with 0"))
        );
        assert_eq!(
            read_form("p cnf 2 2\n1 0\n"),
            Err(Wrong::new(format_args!("the formula has 1 clauses; its header says {expected}", expected = 2)))
        );
        // Readers that end lines there would see two clauses more.
        for text in ["p cnf 1 1\nc x\r1 0\r-1 0\n1 0\n", "p cnf 1 1\nc \u{2028}-1 0\n1 0\n"] {
            assert_eq!(
                read_form(text),
                Err(Wrong::new(format_args!(
                    "line {line} of the formula: a control character, or one that is not ASCII; lines end with a line feed",
                    line = 2
                )))
            );
        }
        let found = "3".to_owned();
        assert_eq!(
            read_form("p cnf 2 1\n3 0\n"),
            Err(Wrong::new(format_args!(
                "line 2 of the formula: `{found}` is no literal; write a number from 1 to {variables}, or its negative",
                variables = 2
            )))
        );
    }

    #[test]
    fn formulas_are_compared_clause_by_clause() {
        let mut comparison = Comparison::new("p cnf 3 2\n1 -2 0 2\nc x\n0").expect("the form is right");
        assert_eq!((comparison.variables(2), comparison.variables(1)), (Ok(1), Ok(3)));
        let expected = "4 or more".to_owned();
        assert_eq!(
            comparison.variables(1),
            Err(Wrong::new(format_args!(
                "the formula has {found} variables; that of the schedules in so many steps has {expected}",
                found = 3
            )))
        );
        assert_eq!(comparison.clause(&[1, -2]), Ok(()));
        let expected = "2 3 0".to_owned();
        assert_eq!(
            comparison.clause(&[2, 3]),
            Err(Wrong::new(format_args!(
                "line {line} of the formula: the formula of the schedules in so many steps has the clause `{expected}` here",
                line = 4
            )))
        );
        let mut comparison = Comparison::new("p cnf 2 1\n1 0").expect("the form is right");
        assert_eq!((comparison.variables(1), comparison.clause(&[1])), (Ok(1), Ok(())));
        let expected = "1 2 3 4 5 6 ...".to_owned();
        assert_eq!(
            comparison.clause(&[1, 2, 3, 4, 5, 6, 7]),
            Err(Wrong::new(format_args!(
                "the formula ends before the clause `{expected}` of the formula of the schedules in so many steps"
            )))
        );
        assert_eq!(
            comparison.end(),
            Err(Wrong::new(format_args!(
                "the formula has {found} variables; that of the schedules in so many steps has {expected}",
                found = 2,
                expected = "1".to_owned()
            )))
        );
        let comparison = Comparison::new("p cnf 2 1\n1 0").expect("the form is right");
        assert_eq!(
            comparison.end(),
            Err(Wrong::new(format_args!(
                "line {line} of the formula: the formula of the schedules in so many steps ends before",
                line = 2
            )))
        );
    }
}
