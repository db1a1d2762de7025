//! Causes in words: one or two sentences with the mend.

use super::cause::Cause;
use crate::library::{Library, Maker, Range, Rule, Setting};
use std::fmt;

/// The way to leave out components of Open MPI besides coll/tuned.
const LEAVE_OUT: &str = "Leave it out, as by --mca coll ^sm,xhc,hcoll,ucc,acoll";

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl Cause {
    fn words(&self) -> String {
        match self {
            Self::NoTraffic { library: library @ Library::Shim, .. } => {
                format!("No message of the shim was counted: the library served the calls. {}", loading(*library))
            }
            Self::NoTraffic { of_program, .. } if *of_program > 0 => format!(
                "The monitor counted {of_program} messages of the program, and none of collectives. Set \
                 pml_monitoring_enable to 2, which tells the two apart"
            ),
            Self::NoTraffic { calls: 0, empty, .. } if *empty > 0 => format!(
                "The monitor counted {empty} messages without bytes, as barriers send them, and no others. See that the \
                 program makes the call"
            ),
            Self::NoTraffic { calls: 0, .. } => "The monitor counted no call and no message. Set \
                 pml_monitoring_enable to 2, and see that the program makes the call"
                .to_owned(),
            Self::NoTraffic { calls, .. } => format!(
                "The monitor counted calls ({calls}) and no message of them: a component that does not send through the \
                 monitored layer served them, such as shared memory. {LEAVE_OUT}"
            ),
            Self::Bypassed { expected, found } => format!(
                "No edge has more than {found} of the {expected} bytes due: a component that does not send through the \
                 monitored layer served the calls, such as shared memory, and its own beginning was counted. {LEAVE_OUT}"
            ),
            Self::OtherRoot { expected, found } => format!(
                "The tree is the right one, from rank {found} in place of rank {expected}: the root was another one. \
                 Compare with root {found}"
            ),
            Self::OtherSize { expected, found } => {
                format!("A call had {found} bytes in place of {expected}. Compare with the rule for {found} bytes")
            }
            Self::OtherCalls { expected, found } => {
                format!("The monitor counted {found} calls in place of {expected}. Compare with {found} calls")
            }
            Self::OtherTraffic { library, other_calls } => other_traffic(*library, *other_calls),
            Self::Default { library, setting } => format!(
                "What ran is the library's own choice, {setting}: the rules were not used. {}",
                loading(*library)
            ),
            Self::SharedMemory => "All ranks have to do with the root alone: shared memory served the call, and the \
                 tree was not used. Set MPIR_CVAR_DEVICE_COLLECTIVES to none on all ranks"
                .to_owned(),
            Self::Han { hosts } => format!(
                "The messages are a tree among {hosts} hosts over trees within them: coll/han served the call, and the \
                 rules of coll/tuned were not used. Set coll_han_priority to 0"
            ),
            Self::OtherRule { rule } => format!(
                "What ran is the rule for {}: the library counts ranks or bytes otherwise, or reads the file otherwise. \
                 Run `logpine tune check` on the file",
                of_rule(rule)
            ),
            Self::OtherFanout { expected, found } => format!(
                "The algorithm is the right one, with another fanout: {found}, not {expected}. {}",
                fanout(expected)
            ),
            Self::OtherSegments { expected, found, segment } => {
                let size = segment.map_or("whole messages".to_owned(), |size| format!("segments of about {size} B"));
                format!(
                    "The tree is the right one, with {found} messages on an edge in place of {expected}: {size}. See \
                     which file and variables all ranks have"
                )
            }
            Self::OtherAlgorithm { library, found } => format!(
                "What ran is {found}, for which no rule asks here: other rules or variables were used. {}",
                loading(*library)
            ),
            Self::NoTree { library } => {
                format!("Some rank received from several others: what ran follows no tree. {}", loading(*library))
            }
            Self::Unknown { library } => format!(
                "None of the library's settings makes this tree: another component served the call. {}",
                other_component(*library)
            ),
        }
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

fn other_traffic(library: Library, other_calls: u64) -> String {
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
    format!(
        "There are messages of other collectives or of other sizes{counted}. Monitor `logpine-mpi call`, which makes the \
         one call and no other{han}"
    )
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
