//! The form of formulas that say that a schedule exists.

/// A formula in conjunctive normal form, of which only the form was checked. That it has no solution needs a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The number of variables.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: u64,
}

/// A fault of a formula in the DIMACS format, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongFormula {
    /// No header, or not the expected one.
    #[error("line {line} of the formula: expected `p cnf VARIABLES CLAUSES`")]
    Header { line: usize },
    /// Text that is no literal.
    #[error(
        "line {line} of the formula: `{found}` is no literal; write a number from 1 to {variables}, or its negative"
    )]
    Literal { line: usize, found: String, variables: u32 },
    /// More or fewer clauses than the header says.
    #[error("the formula has {clauses} clauses; its header says {expected}")]
    Clauses { clauses: u64, expected: u64 },
    /// A last clause without its 0.
    #[error("the last clause of the formula does not end with 0")]
    Open,
}

/// The greatest number of a variable.
const MOST_VARIABLES: u32 = i32::MAX as u32;

/// The most characters of a word of the formula in a message.
const SHOWN: usize = 20;

/// Checks that a text is a formula in the DIMACS format: comments (`c`), a header `p cnf VARIABLES CLAUSES`, clauses that end
/// with 0. It does not check that the formula says what it should, or that it has no solution.
///
/// # Errors
/// The first [`WrongFormula`].
///
/// **Complexity** O(length).
pub fn check_formula(dimacs: &str) -> Result<Formula, WrongFormula> {
    let mut lines = (1..).zip(dimacs.lines()).filter(|(_, line)| !line.starts_with('c') && !line.trim().is_empty());
    let (line, header) = lines.next().unwrap_or((1, ""));
    let words: Vec<&str> = header.split_whitespace().take(5).collect();
    let numbers = match words[..] {
        ["p", "cnf", variables, clauses] => variables.parse().ok().zip(clauses.parse().ok()),
        _ => None,
    };
    let (variables, expected): (u32, u64) =
        numbers.filter(|&(variables, _)| variables <= MOST_VARIABLES).ok_or(WrongFormula::Header { line })?;
    let (mut clauses, mut is_open) = (0, false);
    for (line, text) in lines {
        for word in text.split_whitespace() {
            match word.parse::<i32>() {
                Ok(0) => clauses += 1,
                Ok(literal) if literal.unsigned_abs() <= variables => {}
                _ => {
                    let found = word.chars().take(SHOWN).collect();
                    return Err(WrongFormula::Literal { line, found, variables });
                }
            }
            is_open = word != "0";
        }
    }
    match () {
        () if is_open => Err(WrongFormula::Open),
        () if clauses != expected => Err(WrongFormula::Clauses { clauses, expected }),
        () => Ok(Formula { variables, clauses }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_form_is_checked() {
        assert_eq!(check_formula("c x\np cnf 2 2\n1 -2 0\n2\n0\n"), Ok(Formula { variables: 2, clauses: 2 }));
        assert_eq!(check_formula(""), Err(WrongFormula::Header { line: 1 }));
        assert_eq!(check_formula("p cnf 2 1\n1 -2\n"), Err(WrongFormula::Open));
        assert_eq!(check_formula("p cnf 2 2\n1 0\n"), Err(WrongFormula::Clauses { clauses: 1, expected: 2 }));
        let found = "3".to_owned();
        assert_eq!(check_formula("p cnf 2 1\n3 0\n"), Err(WrongFormula::Literal { line: 2, found, variables: 2 }));
    }
}
