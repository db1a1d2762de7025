//! Previous knowledge about the variables.

use super::table::Table;
use logpine_text::reason::{Reason, reason};

/// An arrow between two named variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The cause.
    pub from: String,
    /// The effect.
    pub to: String,
}

impl Arrow {
    /// The arrow from a cause to an effect.
    #[must_use]
    pub fn new(from: &str, to: &str) -> Self {
        Self { from: from.to_owned(), to: to.to_owned() }
    }
}

/// Previous knowledge about the variables of a table, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Variables that were set, not measured. They only have outgoing edges, so no edge connects two of them.
    pub inputs: Vec<String>,
    /// Groups of variables in causal order: no variable causes one of an earlier group. Variables may be left out.
    pub order: Vec<Vec<String>>,
    /// Arrows that are in the model regardless of the observations.
    pub required: Vec<Arrow>,
    /// Arrows that are not in the model; an edge may still point the other way, unless that is forbidden too.
    pub forbidden: Vec<Arrow>,
}

/// Previous knowledge by the numbers of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    is_input: Vec<bool>,
    group: Vec<Option<usize>>,
    required: Vec<bool>,
    forbidden: Vec<bool>,
}

impl Constraints {
    /// Constraints without any knowledge about `variables` variables.
    #[must_use]
    pub fn none(variables: usize) -> Self {
        let (pairs, group) = (vec![false; variables * variables], vec![None; variables]);
        Self { is_input: vec![false; variables], group, required: pairs.clone(), forbidden: pairs }
    }

    /// Converts `knowledge` to the column numbers of `table`.
    ///
    /// # Errors
    /// [`Reason`] if a name is not that of a column, or if the knowledge contradicts itself.
    pub fn new(table: &Table, knowledge: &Knowledge) -> Result<Self, Reason> {
        let count = table.columns().len();
        let mut constraints = Self::none(count);
        let index = |name: &str| table.index_of(name).map_err(Reason::of);
        for name in &knowledge.inputs {
            constraints.is_input[index(name)?] = true;
        }
        for (group, names) in knowledge.order.iter().enumerate() {
            for name in names {
                let place = &mut constraints.group[index(name)?];
                if place.replace(group).is_some() {
                    return Err(reason!("`{name}` is listed twice in the causal order; name it once"));
                }
            }
        }
        let indices = |Arrow { from, to }: &Arrow| -> Result<(usize, usize), Reason> {
            if from == to {
                return Err(reason!("`{from}` cannot be its own cause"));
            }
            Ok((index(from)?, index(to)?))
        };
        for arrow in &knowledge.forbidden {
            let (from, to) = indices(arrow)?;
            constraints.forbidden[from * count + to] = true;
        }
        for arrow in &knowledge.required {
            let (from, to) = indices(arrow)?;
            if let Some(reason) = constraints.against(from, to) {
                let Arrow { from, to } = arrow;
                return Err(reason!("the edge `{from}` -> `{to}` is required, but {reason}; drop one of the two"));
            }
            constraints.required[from * count + to] = true;
        }
        if let Some(variable) = constraints.on_a_cycle() {
            let name = &table.columns()[variable].name;
            return Err(reason!(
                "the required edges lead from `{name}` back to itself; a causal model has no cycles: drop one of them"
            ));
        }
        Ok(constraints)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.is_input.len()
    }

    /// True if the variable only has outgoing edges.
    #[must_use]
    pub fn is_input(&self, variable: usize) -> bool {
        self.is_input[variable]
    }

    /// True if the arrow is in the model regardless of the observations.
    #[must_use]
    pub fn requires(&self, from: usize, to: usize) -> bool {
        self.required[from * self.variables() + to]
    }

    /// True if the arrow may be in the model.
    #[must_use]
    pub fn allows(&self, from: usize, to: usize) -> bool {
        from != to && self.against(from, to).is_none()
    }

    /// True if `first` cannot be an effect of `second`, but may be its cause.
    #[must_use]
    pub fn precedes(&self, first: usize, second: usize) -> bool {
        let is_earlier = matches!((self.group[first], self.group[second]), (Some(a), Some(b)) if a < b);
        !self.is_input[second] && (self.is_input[first] || is_earlier)
    }

    /// All variables, none after one that it precedes; otherwise in the order of their numbers.
    pub(super) fn sequence(&self) -> Vec<usize> {
        let mut sequence: Vec<usize> = (0..self.variables()).collect();
        sequence
            .sort_by_key(|&variable| (!self.is_input[variable], self.group[variable].unwrap_or(usize::MAX), variable));
        sequence
    }

    /// The reason why an arrow is ruled out, if any.
    fn against(&self, from: usize, to: usize) -> Option<&'static str> {
        if self.is_input[to] {
            return Some("the effect is an input, which only has outgoing edges");
        }
        if !self.is_input[from] && matches!((self.group[from], self.group[to]), (Some(a), Some(b)) if a > b) {
            return Some("the causal order has the effect before the cause");
        }
        if self.forbidden[from * self.variables() + to] {
            return Some("it is forbidden");
        }
        self.requires(to, from).then_some("so is the edge the other way")
    }

    /// A variable on a cycle of required arrows.
    fn on_a_cycle(&self) -> Option<usize> {
        let count = self.variables();
        let mut left: Vec<usize> = (0..count).collect();
        loop {
            let before = left.len();
            let has_cause = |to: usize| left.iter().any(|&from| self.requires(from, to));
            let rest: Vec<usize> = left.iter().copied().filter(|&to| has_cause(to)).collect();
            if rest.len() == before {
                return rest.first().copied();
            }
            left = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    fn table() -> Table {
        let column =
            |name: &str, step: u32| Column::continuous(name, (0..30).map(|row| f64::from(row * step % 31)).collect());
        Table::new(vec![column("a", 3), column("b", 5), column("c", 7), column("d", 11)]).expect("a table")
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn inputs_and_order_say_which_arrows_may_be() {
        let order = vec![names(&["c"]), names(&["b"])];
        let knowledge = Knowledge { inputs: names(&["a", "d"]), order, ..Knowledge::default() };
        let constraints = Constraints::new(&table(), &knowledge).expect("consistent");
        assert!(constraints.allows(0, 1) && !constraints.allows(1, 0), "inputs only have outgoing edges");
        assert!(!constraints.allows(0, 3) && !constraints.allows(3, 0), "no edge between inputs");
        assert!(constraints.allows(2, 1) && !constraints.allows(1, 2));
        assert_eq!(constraints.sequence(), [0, 3, 2, 1]);
        assert!(constraints.precedes(2, 1) && !constraints.precedes(1, 2));
    }

    #[test]
    fn contradictions_are_refused() {
        let fails = |knowledge: Knowledge, words: &str| {
            let error = Constraints::new(&table(), &knowledge).expect_err(words).to_string();
            assert!(error.contains(words), "{error}");
        };
        let required = |arrows: &[(&str, &str)]| Knowledge {
            required: arrows.iter().map(|&(from, to)| Arrow::new(from, to)).collect(),
            ..Knowledge::default()
        };
        fails(required(&[("a", "x")]), "no column `x`");
        fails(required(&[("a", "a")]), "its own cause");
        fails(required(&[("a", "b"), ("b", "a")]), "the edge the other way");
        fails(required(&[("a", "b"), ("b", "c"), ("c", "a")]), "back to itself");
        fails(Knowledge { inputs: names(&["b"]), ..required(&[("a", "b")]) }, "is an input");
        fails(Knowledge { forbidden: vec![Arrow::new("a", "b")], ..required(&[("a", "b")]) }, "it is forbidden");
        let order = vec![names(&["b"]), names(&["a"])];
        fails(Knowledge { order, ..required(&[("a", "b")]) }, "causal order");
        fails(Knowledge { order: vec![names(&["a"]), names(&["a"])], ..Knowledge::default() }, "listed twice");
        assert!(Constraints::new(&table(), &required(&[("a", "b"), ("b", "c"), ("a", "c")])).is_ok());
    }
}
