//! Host names in Slurm's notation: `n[1-11],login1`.

use itertools::Itertools;

/// The names, runs of numbers in brackets. The order is kept, so reading the list gives the names again.
pub fn folded(names: &[&str]) -> String {
    let runs = names.iter().map(|name| Run::of(name)).coalesce(Run::with);
    runs.map(|run| run.to_string()).join(",")
}

/// Names that differ in their last number, which rises by one.
struct Run<'a> {
    before: &'a str,
    /// The first number as it is written, and the number of names; `None` for a name without a number.
    numbers: Option<(&'a str, u64)>,
    after: &'a str,
}

impl<'a> Run<'a> {
    fn of(name: &'a str) -> Self {
        let end = name.rfind(|character: char| character.is_ascii_digit()).map_or(0, |last| last + 1);
        let start = name[..end].rfind(|character: char| !character.is_ascii_digit()).map_or(0, |last| last + 1);
        let (before, digits, after) = (&name[..start], &name[start..end], &name[end..]);
        // Names of more digits than a number holds stand as they are.
        match digits.parse::<u64>() {
            Ok(_) if !before.is_empty() => Self { before, numbers: Some((digits, 1)), after },
            _ => Self { before: name, numbers: None, after: "" },
        }
    }

    /// This run with the next name at its end, or both as they are.
    fn with(self, next: Self) -> Result<Self, (Self, Self)> {
        if let (Some((first, count)), Some((digits, 1))) = (self.numbers, next.numbers)
            && self.before == next.before
            && self.after == next.after
            && number(first, count).as_deref() == Some(digits)
        {
            return Ok(Self { numbers: Some((first, count + 1)), ..self });
        }
        Err((self, next))
    }
}

/// The number `more` after the first, as wide as the first.
fn number(first: &str, more: u64) -> Option<String> {
    let value = first.parse::<u64>().ok()?.checked_add(more)?;
    Some(format!("{value:0width$}", width = first.len()))
}

impl std::fmt::Display for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { before, numbers, after } = self;
        match numbers {
            Some((first, count)) if *count > 1 => {
                let last = number(first, count - 1).unwrap_or_default();
                write!(f, "{before}[{first}-{last}]{after}")
            }
            Some((first, _)) => write!(f, "{before}{first}{after}"),
            None => write!(f, "{before}{after}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host_list::parse_hosts;
    use proptest::prelude::*;

    #[test]
    fn consecutive_names_are_runs() {
        let fold = |names: &[&str]| folded(names);
        assert_eq!(fold(&["n1", "n2", "n3", "login1", "n9", "n10"]), "n[1-3],login1,n[9-10]");
        assert_eq!(fold(&["n08", "n09", "n10"]), "n[08-10]");
        assert_eq!(fold(&["n1-ib", "n2-ib", "n2"]), "n[1-2]-ib,n2");
        assert_eq!(fold(&["n3", "n2", "n2", "head"]), "n3,n2,n2,head");
        assert_eq!(fold(&[]), "");
    }

    proptest! {
        #[test]
        fn the_list_names_the_hosts(numbers in prop::collection::btree_set((0u64..30, 1usize..4), 1..40)) {
            let names: Vec<String> = numbers.iter().map(|(number, width)| format!("n{number:0width$}")).collect();
            let names: Vec<String> = names.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
            let text = folded(&names.iter().map(String::as_str).collect::<Vec<_>>());
            let hosts = parse_hosts(&text).expect("a list of hosts");
            let read: Vec<&str> = hosts.hosts().iter().map(|host| &*host.name).collect();
            prop_assert_eq!(read, names);
        }
    }
}
