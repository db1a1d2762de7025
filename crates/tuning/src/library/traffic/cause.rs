//! The causes for which something else runs than was meant, in words: one or two sentences with the mend.

use crate::library::{Library, Maker, Range, Rule, Setting};

/// A likely cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The name in JSON.
    pub code: &'static str,
    /// The cause and its mend.
    pub words: String,
}

/// The way to leave out components of Open MPI besides coll/tuned.
const LEAVE_OUT: &str = "Leave it out, as by --mca coll ^sm,xhc,hcoll,ucc,acoll";

impl Cause {
    fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self { code, words: words.into() }
    }

    /// The monitor counted no message of a collective, but calls of it, messages of the program, and empty messages.
    pub(super) fn no_traffic(library: Library, calls: u64, of_program: u64, empty: u64) -> Self {
        let words = if library == Library::Shim {
            format!("No message of the shim was counted: the library served the calls. {}", loading(library))
        } else if of_program > 0 {
            format!(
                "The monitor counted {of_program} messages of the program, and none of collectives. Set \
                 pml_monitoring_enable to 2, which tells the two apart"
            )
        } else if calls > 0 {
            format!(
                "The monitor counted calls ({calls}) and no message of them: a component that does not send through the \
                 monitored layer served them, such as shared memory. {LEAVE_OUT}"
            )
        } else if empty > 0 {
            format!(
                "The monitor counted {empty} messages without bytes, as barriers send them, and no others. See that the \
                 program makes the call"
            )
        } else {
            "The monitor counted no call and no message. Set pml_monitoring_enable to 2, and see that the program makes the call"
                .to_owned()
        };
        Self::new("no-traffic", words)
    }

    /// The monitor counted calls, and on no edge the bytes of them.
    pub(super) fn bypassed(due: u64, most: u64) -> Self {
        let words = format!(
            "No edge has more than {most} of the {due} bytes due: a component that does not send through the monitored layer \
             served the calls, such as shared memory, and its own beginning was counted. {LEAVE_OUT}"
        );
        Self::new("bypassed", words)
    }

    /// The library's own choice for the cell has just these messages.
    pub(super) fn default(library: Library, setting: Setting) -> Self {
        let loading = loading(library);
        let words = format!("What ran is the library's own choice, {setting}: the rules were not used. {loading}");
        Self::new("default", words)
    }

    /// All ranks wait for the root alone, as in MPICH's shared memory.
    pub(super) fn shared_memory() -> Self {
        let words = "All ranks have to do with the root alone: shared memory served the call, and the tree was not used. Set \
                     MPIR_CVAR_DEVICE_COLLECTIVES to none on all ranks";
        Self::new("shared-memory", words)
    }

    /// A tree among hosts over trees within hosts, as coll/han of Open MPI makes it.
    pub(super) fn han(hosts: u64) -> Self {
        let words = format!(
            "The messages are a tree among {hosts} hosts over trees within them: coll/han served the call, and the rules of \
             coll/tuned were not used. Set coll_han_priority to 0"
        );
        Self::new("han", words)
    }

    /// The messages are those of a rule for other ranks or sizes.
    pub(super) fn other_rule(rule: &Rule) -> Self {
        let words = format!(
            "What ran is the rule for {}: the library counts ranks or bytes otherwise, or reads the file otherwise. Run \
             `logpine tune check` on the file",
            of_rule(rule)
        );
        Self::new("other-rule", words)
    }

    /// The same algorithm with another fanout.
    pub(super) fn other_fanout(expected: Setting, found: Setting) -> Self {
        let mend = fanout(&expected);
        let words = format!("The algorithm is the right one, with another fanout: {found}, not {expected}. {mend}");
        Self::new("other-fanout", words)
    }

    /// The right tree with segments of another size; `segment` is the likely one, `None` for whole messages.
    pub(super) fn other_segments(expected: u64, found: u64, segment: Option<u64>) -> Self {
        let size = segment.map_or("whole messages".to_owned(), |size| format!("segments of about {size} B"));
        let words = format!(
            "The tree is the right one, with {found} messages on an edge in place of {expected}: {size}. See which file and \
             variables all ranks have"
        );
        Self::new("other-segments", words)
    }

    /// The right tree from another root.
    pub(super) fn other_root(expected: u64, found: u64) -> Self {
        let words = format!(
            "The tree is the right one, from rank {found} in place of rank {expected}: the root was another one. Compare with \
             root {found}"
        );
        Self::new("other-root", words)
    }

    /// Calls of another size.
    pub(super) fn other_size(expected: u64, found: u64) -> Self {
        let words = format!("A call had {found} bytes in place of {expected}. Compare with the rule for {found} bytes");
        Self::new("other-size", words)
    }

    /// Another number of calls.
    pub(super) fn other_calls(expected: u64, found: u64) -> Self {
        let words = format!("The monitor counted {found} calls in place of {expected}. Compare with {found} calls");
        Self::new("other-calls", words)
    }

    /// Messages of other collectives besides, with the calls of them that the monitor counted.
    pub(super) fn other_traffic(library: Library, other_calls: u64) -> Self {
        let counted = match other_calls {
            0 => String::new(),
            1 => " (the monitor counted a call of another kind)".to_owned(),
            calls => format!(" (the monitor counted {calls} calls of other kinds)"),
        };
        // It has many messages of its own at the beginning.
        let han = match library {
            Library::OpenMpi5 | Library::OpenMpi6 => {
                "; if it was that among several hosts, coll/han served it: set coll_han_priority to 0"
            }
            _ => "",
        };
        let words = format!(
            "There are messages of other collectives or of other sizes{counted}. Monitor `logpine-mpi call`, which makes the \
             one call and no other{han}"
        );
        Self::new("other-traffic", words)
    }

    /// Another algorithm of the library.
    pub(super) fn other_algorithm(library: Library, found: Setting) -> Self {
        let loading = loading(library);
        let words =
            format!("What ran is {found}, for which no rule asks here: other rules or variables were used. {loading}");
        Self::new("other-algorithm", words)
    }

    /// Messages of an algorithm that follows no tree.
    pub(super) fn no_tree(library: Library) -> Self {
        let loading = loading(library);
        let words = format!("Some rank received from several others: what ran follows no tree. {loading}");
        Self::new("no-tree", words)
    }

    /// A tree that none of the library's settings makes.
    pub(super) fn unknown(library: Library) -> Self {
        let words = format!(
            "None of the library's settings makes this tree: another component served the call. {}",
            other_component(library)
        );
        Self::new("unknown", words)
    }
}

/// The way to make the library read the file.
const fn loading(library: Library) -> &'static str {
    match library.maker() {
        Maker::OpenMpi => {
            "Set coll_tuned_use_dynamic_rules to 1 and coll_tuned_dynamic_rules_filename to an absolute path that all \
             hosts have, and run `logpine tune check` on the file: a file with a fault is ignored in silence"
        }
        Maker::Mpich => {
            "Set MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE to an absolute path, and MPIR_CVAR_DEVICE_COLLECTIVES to \
             none, on all ranks, and run `logpine tune check` on the file"
        }
        Maker::Ucc => "Set UCC_TL_UCP_TUNE on all ranks, and see that UCC serves the collective",
        Maker::Impi => "Set the variables I_MPI_ADJUST_... on all ranks",
        Maker::Shim => {
            "Load logpine-shim.so into all ranks with LD_PRELOAD; it serves a communicator from the third call on, from the first \
             with LOGPINE_AFTER=1, and LOGPINE_STATS=1 prints what it served"
        }
    }
}

/// The way to leave out other components of the library.
const fn other_component(library: Library) -> &'static str {
    match library {
        Library::OpenMpi5 | Library::OpenMpi6 => "If the job has several hosts, set coll_han_priority to 0",
        Library::Mpich40 | Library::Mpich43 | Library::Mpich5 => {
            "Set MPIR_CVAR_DEVICE_COLLECTIVES to none on all ranks"
        }
        _ => "See which components the library has, and leave the others out",
    }
}

/// The way to set a fanout.
fn fanout(expected: &Setting) -> String {
    let variable = expected.native.knobs.fanout.and_then(|fanout| fanout.variable);
    match (variable, expected.fanout) {
        (Some(variable), Some(fanout)) => format!("No rule has it: set {variable} to {fanout} on all ranks"),
        (Some(variable), None) => format!("No rule has it: set {variable} on all ranks"),
        (None, _) => "Another file or variable was used: see which one all ranks have".to_owned(),
    }
}

fn of_rule(rule: &Rule) -> String {
    let range = |range: Range, of: &str| match range {
        Range { least: 0, most: None } => format!("any number of {of}"),
        Range { least, most: None } => format!("{least} {of} and more"),
        Range { least, most: Some(most) } if most == least => format!("{most} {of}"),
        Range { least, most: Some(most) } => format!("{least} to {most} {of}"),
    };
    let setting = rule.setting.map_or("the library's own choice".to_owned(), |setting| setting.to_string());
    format!("{} and {}: {setting}", range(rule.ranks, "ranks"), range(rule.bytes, "bytes"))
}
