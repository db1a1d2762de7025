//! The rules of thumb of today's tools: roots of the number of leaves, children split evenly.

use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use crate::tree::even_split;
use logpine_text::integer::ceil_root;

/// Two levels of about sqrt(N) children each.
#[derive(Clone, Copy, Debug)]
pub struct Sqrt;

/// Tools that cap the fanout: as few levels as the cap allows, with the same fanout on each.
///
/// With the least depth d for which ceil(N^(1/d)) is at most the cap, and f = ceil(N^(1/d)), the layers of processes
/// below the front end number f, f^2, ..., f^(d-1), and the leaves are spread evenly.
#[derive(Clone, Copy, Debug)]
pub struct Capped {
    name: &'static str,
    title: &'static str,
    place: i8,
    description: &'static str,
    /// The largest fanout the tool allows.
    cap: u64,
}

/// STAT's automatic topology: at most 64 children.
pub const STAT: Capped = Capped {
    name: "stat",
    title: "STAT",
    place: -6,
    description: "fewest levels of fanout at most 64 (STAT, automatic topology)",
    cap: 64,
};

/// CBTF's automatic topology (Open|SpeedShop): at most 32 children.
pub const CBTF: Capped = Capped {
    name: "cbtf",
    title: "CBTF",
    place: -7,
    description: "fewest levels of fanout at most 32 (CBTF and Open|SpeedShop, automatic topology)",
    cap: 32,
};

impl Known for Sqrt {
    fn facts(&self) -> Facts {
        Facts { title: Some("sqrt(N)"), place: -5, ..Facts::default() }
    }
}

impl Family for Sqrt {
    fn name(&self) -> &'static str {
        "sqrt"
    }

    fn description(&self) -> &'static str {
        "two levels of about sqrt(N) children, split evenly (rule of thumb of the STAT manual)"
    }

    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        if leaves < 2 {
            return Vec::new();
        }
        let root = ceil_root(leaves, 2);
        let fanouts = vec![root, leaves.div_ceil(root)];
        let shape = even_split(leaves, &fanouts);
        let parameters = Parameters::new().list("fanouts", fanouts);
        shape.map(|shape| Member { parameters, shape }).into_iter().collect()
    }
}

impl Capped {
    /// The fanouts the rule gives, from the root to the leaves.
    fn fanouts(&self, leaves: u64) -> Vec<u64> {
        let fits = |&depth: &u32| ceil_root(leaves, depth) <= self.cap;
        // A cap of 32 needs 13 levels for 2^64 leaves.
        let depth = (1..=64).find(fits).unwrap_or(64);
        vec![ceil_root(leaves, depth); depth as usize]
    }
}

impl Known for Capped {
    fn facts(&self) -> Facts {
        Facts { title: Some(self.title), place: self.place, ..Facts::default() }
    }
}

impl Family for Capped {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        if leaves < 2 {
            return Vec::new();
        }
        let fanouts = self.fanouts(leaves);
        let shape = even_split(leaves, &fanouts);
        let parameters = Parameters::new().number("cap", self.cap).list("fanouts", fanouts);
        shape.map(|shape| Member { parameters, shape }).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Shape;

    fn only(members: Vec<Member>) -> Shape {
        let [member] = <[Member; 1]>::try_from(members).expect("one member");
        member.shape
    }

    /// The number of internal processes below the root.
    fn below_the_root(family: &dyn Family, leaves: u64) -> u64 {
        let shape = only(family.members(leaves, &|_| None));
        assert_eq!(shape.leaves(), leaves);
        shape.internal_nodes() - 1
    }

    #[test]
    fn stat_layers() {
        // One daemon above 4,096 costs a level: 17 + 289 processes instead of 64.
        let below = [64, 65, 1_024, 4_096, 4_097].map(|leaves| below_the_root(&STAT, leaves));
        assert_eq!(below, [0, 9, 32, 64, 306]);
    }

    #[test]
    fn cbtf_layers() {
        let below = [32, 33, 1_024, 1_025].map(|leaves| below_the_root(&CBTF, leaves));
        assert_eq!(below, [0, 6, 32, 11 + 121]);
    }
}
