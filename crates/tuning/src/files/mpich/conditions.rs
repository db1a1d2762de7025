//! Conditions: the keys of selection files that are neither collectives nor algorithms.
//!
//! | condition | values | looked at |
//! |---|---|---|
//! | `comm_type` | `=intra`, `=inter` | when a communicator is made |
//! | `comm_size` | `<`, `<=` a number, `=pow2`, `=node_comm_size`, `=any` | so too |
//! | `comm_avg_ppn` | `<=`, from 4.3 on also `<` a number | so too |
//! | `comm_hierarchy` | `=parent`, `=node`, `=node_roots`, `=flat`, `=any` | so too |
//! | `is_node_consecutive` | `=yes`, `=no` | so too |
//! | `is_multi_threaded` | `=yes`, `=no` | in every call |
//! | `avg_msg_size`, `total_msg_size` | `<`, `<=` a number, `=any` | in every call |
//! | `count` | `<=` a number, `<pow2`, `=any` | in every call |
//! | `is_commutative`, `is_op_built_in` | `=yes`, `=no` | in every call |
//! | `is_sendbuf_inplace`, `is_block_regular` | `=yes`, `=no` | in every call |
//!
//! From 4.3 on `any`, and every other key that ends with `=any`, is always true as well. Blanks in keys do not count.

use super::collectives::Question;
use super::release::Release;

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The number of ranks has a limit.
    Ranks(Bound),
    /// The ranks of a node, on average, have a limit.
    PerNode(Bound),
    /// The bytes that a rank holds for one other have a limit.
    Average(Bound),
    /// The bytes of all ranks have a limit.
    Total(Bound),
    /// The number of elements has a limit.
    Count(Bound),
    /// The communicator is of one of these kinds, as a sum of [`PARENT`] and the three others.
    Kinds(u8),
    /// A fact is true, or is not.
    Fact(Fact, bool),
    /// Always true, and the last of its siblings.
    Any,
    /// Always true, but siblings may follow: `comm_hierarchy=any` of MPICH 4.0.
    AnyKind,
}

/// Communicators with communicators of their nodes.
pub const PARENT: u8 = 1;
/// Communicators inside a node.
const NODE: u8 = 2;
/// Communicators of one rank from each node.
const ROOTS: u8 = 4;
/// Others, such as those of one rank a node.
pub const FLAT: u8 = 8;
/// All kinds.
pub const KINDS: u8 = PARENT | NODE | ROOTS | FLAT;

/// A fact about a communicator or a call, which is true or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The communicator is an intracommunicator.
    Intra,
    /// The number of ranks is a power of two.
    PowerOfTwo,
    /// All ranks are on one node.
    OneNode,
    /// The ranks of every node follow each other.
    Consecutive,
    /// Threads may call at the same time.
    Threaded,
    /// There are fewer elements than ranks, rounded down to a power of two.
    FewElements,
    /// The operator commutes.
    Commutative,
    /// The operator is one of MPI's.
    BuiltIn,
    /// The buffer is `MPI_IN_PLACE`.
    InPlace,
    /// All blocks are alike.
    Regular,
}

impl Fact {
    /// The number of facts.
    pub const COUNT: usize = 10;
}

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// True for `<`, false for `<=`.
    pub is_below: bool,
    /// The number as the library takes it.
    pub number: i64,
}

/// The reaction of the library to a number that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    /// It reads no further than the digits.
    Rest,
    /// It keeps the lowest 32 bits.
    TooLarge,
}

/// A number as C's `atoi` reads it.
pub fn number(text: &str) -> (i64, Option<Odd>) {
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'-') => (-1, text.get(1..).unwrap_or_default()),
        Some(b'+') => (1, text.get(1..).unwrap_or_default()),
        _ => (1, text),
    };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at(length);
    let wide = digits
        .bytes()
        .fold(0i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0'))));
    let wide = wide.saturating_mul(sign);
    #[expect(clippy::cast_possible_truncation, reason = "so does the library")]
    let kept = i64::from(wide as i32);
    let odd =
        if digits.is_empty() || !rest.is_empty() { Some(Odd::Rest) } else { (kept != wide).then_some(Odd::TooLarge) };
    (kept, odd)
}

/// A key as the library compares it: without blanks.
pub fn without_blanks(key: &str) -> String {
    key.chars().filter(|letter| !matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')).collect()
}

/// A condition with a limit.
type Limit = fn(Bound) -> Condition;

/// The condition of a key without blanks, and what is odd about its number; `None` if the release knows no such key.
pub fn parse(key: &str, release: Release) -> Option<(Condition, Option<Odd>)> {
    let bound = |text: &str, is_below| {
        let (number, odd) = number(text);
        (Bound { is_below, number }, odd)
    };
    let limits: [(&str, Limit, bool); 5] = [
        ("comm_size", Condition::Ranks, true),
        ("comm_avg_ppn", Condition::PerNode, release > Release::R40),
        ("avg_msg_size", Condition::Average, true),
        ("total_msg_size", Condition::Total, true),
        ("count", Condition::Count, false),
    ];
    let plain = match key {
        "comm_size=any" | "avg_msg_size=any" | "total_msg_size=any" | "count=any" => Some(Condition::Any),
        "comm_hierarchy=any" if release == Release::R40 => Some(Condition::AnyKind),
        "count<pow2" => Some(Condition::Fact(Fact::FewElements, true)),
        "comm_size=pow2" => Some(Condition::Fact(Fact::PowerOfTwo, true)),
        "comm_size=node_comm_size" => Some(Condition::Fact(Fact::OneNode, true)),
        "comm_type=intra" => Some(Condition::Fact(Fact::Intra, true)),
        "comm_type=inter" => Some(Condition::Fact(Fact::Intra, false)),
        "comm_hierarchy=parent" => Some(Condition::Kinds(PARENT)),
        // MPICH 5 only asks whether it is a parent.
        "comm_hierarchy=node" | "comm_hierarchy=node_roots" | "comm_hierarchy=flat" if release == Release::R5 => {
            Some(Condition::Kinds(KINDS & !PARENT))
        }
        "comm_hierarchy=node" => Some(Condition::Kinds(NODE)),
        "comm_hierarchy=node_roots" => Some(Condition::Kinds(ROOTS)),
        "comm_hierarchy=flat" => Some(Condition::Kinds(FLAT)),
        _ => fact(key).map(|(fact, value)| Condition::Fact(fact, value)),
    };
    if let Some(condition) = plain {
        return Some((condition, None));
    }
    for (name, condition, takes_below) in limits {
        let Some(rest) = key.strip_prefix(name) else { continue };
        if let Some(text) = rest.strip_prefix("<=") {
            let (bound, odd) = bound(text, false);
            return Some((condition(bound), odd));
        }
        if let Some(text) = rest.strip_prefix('<').filter(|_| takes_below) {
            let (bound, odd) = bound(text, true);
            return Some((condition(bound), odd));
        }
    }
    (release > Release::R40 && (key == "any" || key.ends_with("=any"))).then_some((Condition::Any, None))
}

/// The fact that a key with `=yes` or `=no` is about.
fn fact(key: &str) -> Option<(Fact, bool)> {
    let (name, answer) = key.split_once('=')?;
    let fact = match name {
        "is_multi_threaded" => Fact::Threaded,
        "is_node_consecutive" => Fact::Consecutive,
        "is_commutative" => Fact::Commutative,
        "is_op_built_in" => Fact::BuiltIn,
        "is_sendbuf_inplace" => Fact::InPlace,
        "is_block_regular" => Fact::Regular,
        _ => return None,
    };
    match answer {
        "yes" => Some((fact, true)),
        "no" => Some((fact, false)),
        _ => None,
    }
}

/// The names of conditions, with their operators, for suggestions.
pub const NAMES: [&str; 30] = [
    "comm_type=intra",
    "comm_type=inter",
    "comm_size<",
    "comm_size<=",
    "comm_size=pow2",
    "comm_size=node_comm_size",
    "comm_size=any",
    "comm_avg_ppn<=",
    "comm_hierarchy=parent",
    "comm_hierarchy=node",
    "comm_hierarchy=node_roots",
    "comm_hierarchy=flat",
    "comm_hierarchy=any",
    "avg_msg_size<",
    "avg_msg_size<=",
    "avg_msg_size=any",
    "total_msg_size<",
    "total_msg_size<=",
    "total_msg_size=any",
    "count<=",
    "count<pow2",
    "count=any",
    "is_commutative=yes",
    "is_commutative=no",
    "is_op_built_in=yes",
    "is_op_built_in=no",
    "is_sendbuf_inplace=yes",
    "is_sendbuf_inplace=no",
    "is_block_regular=yes",
    "is_node_consecutive=yes",
];

impl Condition {
    /// The property of a call that not every collective has, if it asks for one.
    pub const fn question(self) -> Option<Question> {
        match self {
            Self::Average(_) => Some(Question::Average),
            Self::Total(_) => Some(Question::Total),
            Self::Count(_) | Self::Fact(Fact::FewElements, _) => Some(Question::Count),
            Self::Fact(Fact::Commutative, _) => Some(Question::Commutative),
            Self::Fact(Fact::BuiltIn, _) => Some(Question::BuiltIn),
            Self::Fact(Fact::InPlace, _) => Some(Question::InPlace),
            Self::Fact(Fact::Regular, _) => Some(Question::Regular),
            _ => None,
        }
    }

    /// True if it is looked at when a communicator is made, as long as no other condition stands before it.
    pub const fn is_of_communicator(self) -> bool {
        !matches!(self, Self::Average(_) | Self::Total(_) | Self::Count(_))
            && !matches!(self, Self::Fact(Fact::Threaded | Fact::FewElements, _))
            && !matches!(self, Self::Fact(Fact::Commutative | Fact::BuiltIn | Fact::InPlace | Fact::Regular, _))
    }

    /// True if a sibling must follow: without one the library ends with an assertion as it reads the file.
    pub const fn needs_sibling(self) -> bool {
        match self {
            Self::Ranks(_) | Self::PerNode(_) | Self::Average(_) | Self::Total(_) | Self::Count(_) => true,
            Self::Fact(fact, _) => matches!(fact, Fact::PowerOfTwo | Fact::OneNode | Fact::FewElements),
            Self::Kinds(_) | Self::Any | Self::AnyKind => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_c() {
        assert_eq!(number("12"), (12, None));
        assert_eq!(number("8k"), (8, Some(Odd::Rest)));
        assert_eq!(number("-3"), (-3, None));
        assert_eq!(number(""), (0, Some(Odd::Rest)));
        assert_eq!(number("3000000000"), (-1_294_967_296, Some(Odd::TooLarge)));
    }

    #[test]
    fn keys_are_those_of_the_release() {
        let condition = |key, release| parse(key, release).map(|(condition, _)| condition);
        let below = |number| Bound { is_below: true, number };
        assert_eq!(condition("comm_size<8", Release::R40), Some(Condition::Ranks(below(8))));
        assert_eq!(condition("comm_avg_ppn<8", Release::R40), None);
        assert_eq!(condition("comm_avg_ppn<8", Release::R43), Some(Condition::PerNode(below(8))));
        assert_eq!(condition("count<8", Release::R5), None);
        assert_eq!(condition("comm_size=8", Release::R5), None);
        assert_eq!(condition("any", Release::R40), None);
        assert_eq!(condition("anything=any", Release::R43), Some(Condition::Any));
        assert_eq!(condition("comm_hierarchy=any", Release::R40), Some(Condition::AnyKind));
        assert_eq!(condition("comm_hierarchy=flat", Release::R5), Some(Condition::Kinds(14)));
        assert_eq!(condition("is_commutative=maybe", Release::R5), None);
    }

    #[test]
    fn every_listed_name_is_a_condition() {
        for name in NAMES {
            let key = if name.ends_with(['<', '=']) { format!("{name}4") } else { name.to_owned() };
            assert!(matches!(parse(&key, Release::R40), Some((_, None))), "{key}");
        }
    }
}
