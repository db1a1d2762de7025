//! The hosts of a job from the environment variables of resource managers.

use super::host_entry::ZERO_SLOTS;
use super::host_list::parse_hosts;
use logpine_models::job::Allocation;
use logpine_text::excerpt::short;
use logpine_text::placed::{Found, PlacedError};
use std::ffi::OsString;
use std::path::PathBuf;

/// The environment variables that give the hosts of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostVariables {
    /// The nodes of a step or a job of Slurm, or of each component of a heterogeneous job.
    Slurm(Vec<SlurmNodes>),
    /// `PBS_NODEFILE` or `LSB_DJOB_HOSTFILE`: a file with a line for each slot.
    File {
        /// The name of the variable.
        variable: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// `LSB_MCPU_HOSTS` or `LSB_HOSTS`: the list of hosts.
    Hosts {
        /// The name of the variable.
        variable: &'static str,
        /// The value of the variable.
        hosts: String,
    },
}

/// A variable with Slurm's nodes, and the variable with the tasks on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlurmNodes {
    /// The name of the variable with the nodes.
    pub variable: String,
    /// The nodes, as ranges; empty if the variable of a component is not set.
    pub nodes: String,
    /// The name of the variable with the tasks.
    pub tasks_variable: String,
    /// The number of tasks on each node, as in `2(x3),1`, if the variable is set.
    pub tasks_per_node: Option<String>,
}

/// The `SLURM_STEP_ID` of the shell that `salloc` starts on the first node of a job (Slurm's `SLURM_INTERACTIVE_STEP`).
const INTERACTIVE_STEP: &str = "4294967290";

impl HostVariables {
    /// The variables in the order in which they are looked up.
    pub const ASKED: [&'static str; 7] = [
        "SLURM_STEP_NODELIST",
        "SLURM_JOB_NODELIST_HET_GROUP_0",
        "SLURM_JOB_NODELIST",
        "PBS_NODEFILE",
        "LSB_MCPU_HOSTS",
        "LSB_DJOB_HOSTFILE",
        "LSB_HOSTS",
    ];

    /// Returns the first of Slurm's, PBS's and LSF's variables that is set and not empty; `variable` looks one up.
    ///
    /// In a step of Slurm (`srun`) the hosts are those of the step, in a heterogeneous job those of every component.
    #[must_use]
    pub fn find(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let given = |name: &str| variable(name).filter(|value| !value.to_string_lossy().trim().is_empty());
        let value = |name: &str| given(name).map(|value| value.to_string_lossy().into_owned());
        let slurm = |variable: String, nodes, tasks_variable: String| {
            let tasks_per_node = value(&tasks_variable);
            SlurmNodes { variable, nodes, tasks_variable, tasks_per_node }
        };
        let components: u64 = value("SLURM_HET_SIZE").and_then(|size| size.trim().parse().ok()).unwrap_or(0);
        Self::ASKED.into_iter().find_map(|name| {
            // A job that counts several components and has no first one is a fault.
            let is_lost = name == Self::ASKED[1] && components > 1;
            let content = value(name).or_else(|| is_lost.then(String::new))?;
            let alone = |tasks: &str| Self::Slurm(vec![slurm(name.to_owned(), content.clone(), tasks.to_owned())]);
            Some(match name {
                "SLURM_STEP_NODELIST" if value("SLURM_STEP_ID").as_deref() == Some(INTERACTIVE_STEP) => return None,
                "SLURM_STEP_NODELIST" => alone("SLURM_STEP_TASKS_PER_NODE"),
                "SLURM_JOB_NODELIST_HET_GROUP_0" => {
                    let component = |index: u64| {
                        let nodes = format!("SLURM_JOB_NODELIST_HET_GROUP_{index}");
                        slurm(nodes.clone(), value(&nodes)?, format!("SLURM_TASKS_PER_NODE_HET_GROUP_{index}")).into()
                    };
                    let mut all: Vec<SlurmNodes> = (0..).map_while(component).collect();
                    let next = all.len() as u64;
                    if next < components {
                        all.push(slurm(format!("SLURM_JOB_NODELIST_HET_GROUP_{next}"), String::new(), String::new()));
                    }
                    Self::Slurm(all)
                }
                "SLURM_JOB_NODELIST" => alone("SLURM_TASKS_PER_NODE"),
                "PBS_NODEFILE" | "LSB_DJOB_HOSTFILE" => Self::File { variable: name, path: given(name)?.into() },
                _ => Self::Hosts { variable: name, hosts: content },
            })
        })
    }

    /// True if the hosts are those of a step of Slurm, which may be fewer than the job's.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.variable() == Self::ASKED[0]
    }

    /// The variable that gives the hosts, the first of several.
    #[must_use]
    pub fn variable(&self) -> &str {
        match self {
            Self::Slurm(nodes) => nodes.first().map_or("", |nodes| &nodes.variable),
            Self::File { variable, .. } | Self::Hosts { variable, .. } => variable,
        }
    }

    /// The names of the variables in messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Slurm(nodes) => {
                let SlurmNodes { variable, tasks_variable, .. } = &nodes[0];
                let others = if nodes.len() > 1 { format!(" to {}", nodes.len() - 1) } else { String::new() };
                if nodes.iter().any(|nodes| nodes.tasks_per_node.is_some()) {
                    format!("{variable}{others} and {tasks_variable}{others}")
                } else {
                    format!("{variable}{others}")
                }
            }
            Self::File { variable, path } => format!("{variable} ({})", path.display()),
            Self::Hosts { variable, .. } => (*variable).to_owned(),
        }
    }
}

/// A fault in Slurm's variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SlurmError {
    /// A fault in the list of nodes.
    #[error("the list of nodes: {0}")]
    Nodes(PlacedError),
    /// A fault in the numbers of tasks.
    #[error("the tasks of each node: {0}")]
    Tasks(PlacedError),
}

/// Reads Slurm's `SLURM_JOB_NODELIST` and, if it is set, `SLURM_TASKS_PER_NODE` (`2(x3),1`); otherwise every node has one
/// slot. A node without tasks has no slot and is left out.
///
/// # Errors
/// [`SlurmError`], with the faulty variable and the place in it.
pub fn parse_slurm(nodes: &str, tasks_per_node: Option<&str>) -> Result<Allocation, SlurmError> {
    let hosts = parse_hosts(nodes).map_err(SlurmError::Nodes)?;
    let Some(tasks) = tasks_per_node else { return Ok(hosts) };
    let wrong = |message: String| SlurmError::Tasks(Found::new(0..tasks.len(), message).at(tasks));
    let counts = parse_counts(tasks).map_err(|found| SlurmError::Tasks(found.at(tasks)))?;
    let counted = counts.iter().fold(0, |nodes: u64, count| nodes.saturating_add(count.nodes));
    let nodes = hosts.hosts().len() as u64;
    if nodes != counted {
        let fault = format!("there are {nodes} nodes, but task counts for {counted}");
        return Err(wrong(format!("{fault}; both come from the resource manager")));
    }
    let of_nodes = counts.iter().flat_map(|count| (0..count.nodes).map(|_| count.tasks));
    let mut hosts = hosts.into_hosts();
    for (host, tasks) in hosts.iter_mut().zip(of_nodes) {
        host.slots = host.slots.saturating_mul(tasks);
    }
    hosts.retain(|host| host.slots > 0);
    if hosts.is_empty() {
        return Err(wrong(ZERO_SLOTS.to_owned()));
    }
    Ok(Allocation::new(hosts))
}

/// The number of tasks of consecutive nodes.
struct Count {
    tasks: u64,
    nodes: u64,
}

/// The numbers in `2(x3),1`.
fn parse_counts(text: &str) -> Result<Vec<Count>, Found> {
    let mut counts = Vec::new();
    let mut at = 0;
    for item in text.split(',') {
        let trimmed = item.trim();
        let start = at + (item.len() - item.trim_start().len());
        let bad = || {
            let fault = format!("\"{}\" is not a number of tasks; tasks are written 2(x3),1", short(trimmed));
            Found::new(start..start + trimmed.len(), fault)
        };
        counts.push(parse_count(trimmed).ok_or_else(bad)?);
        at += item.len() + 1;
    }
    Ok(counts)
}

fn parse_count(item: &str) -> Option<Count> {
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u64>().ok().filter(|_| is_number)
    };
    match item.split_once("(x") {
        None => Some(Count { tasks: number(item)?, nodes: 1 }),
        Some((tasks, nodes)) => {
            let nodes = number(nodes.strip_suffix(')')?).filter(|&nodes| nodes > 0)?;
            Some(Count { tasks: number(tasks)?, nodes })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slots(nodes: &str, tasks: &str) -> Result<Vec<(String, u64)>, SlurmError> {
        let hosts = parse_slurm(nodes, Some(tasks))?;
        Ok(hosts.hosts().iter().map(|host| (host.name.to_string(), host.slots)).collect())
    }

    fn fault(nodes: &str, tasks: &str) -> (usize, String) {
        match slots(nodes, tasks) {
            Err(SlurmError::Tasks(error)) => (error.position.column, error.message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tasks_are_slots() {
        let pairs = |list: &[(&str, u64)]| Ok(list.iter().map(|&(name, slots)| (name.to_owned(), slots)).collect());
        assert_eq!(slots("n[1-3],m", "2(x3),1"), pairs(&[("n1", 2), ("n2", 2), ("n3", 2), ("m", 1)]));
        assert_eq!(slots("n[1-3]", "4,0(x2)"), pairs(&[("n1", 4)]));
        assert_eq!(slots("n1", " 18446744073709551615 "), pairs(&[("n1", u64::MAX)]));
    }

    #[test]
    fn faults_have_places() {
        let bad = |text: &str| format!("\"{text}\" is not a number of tasks; tasks are written 2(x3),1");
        let counts =
            |counts| format!("there are 2 nodes, but task counts for {counts}; both come from the resource manager");
        assert_eq!(fault("n[1-2]", "2,x"), (3, bad("x")));
        for item in ["", "2(x)", "2(x0)", "2(3)", "2(x3", "-1", "+1", "2(x-1)", "2(x1)x"] {
            assert_eq!(fault("n[1-2]", item), (1, bad(item)), "{item}");
        }
        assert_eq!(fault("n[1-2]", "2(x3)"), (1, counts(3)));
        let most = "1(x18446744073709551615),1(x18446744073709551615)";
        assert_eq!(fault("n[1-2]", most), (1, counts(u64::MAX)));
        assert_eq!(fault("n[1-2]", "0(x2)"), (1, ZERO_SLOTS.to_owned()));
        assert!(matches!(parse_slurm("n[1-", None), Err(SlurmError::Nodes(_))));
    }

    #[test]
    fn the_first_resource_manager_counts() {
        let set = |names: &'static [&str]| {
            HostVariables::find(move |name| names.contains(&name).then(|| "x".into())).map(|found| found.name())
        };
        assert_eq!(set(&[]), None);
        assert_eq!(set(&["LSB_HOSTS", "PBS_NODEFILE"]).as_deref(), Some("PBS_NODEFILE (x)"));
        assert_eq!(set(&["LSB_HOSTS", "LSB_DJOB_HOSTFILE"]).as_deref(), Some("LSB_DJOB_HOSTFILE (x)"));
        assert_eq!(set(&["LSB_HOSTS", "LSB_MCPU_HOSTS"]).as_deref(), Some("LSB_MCPU_HOSTS"));
        assert_eq!(set(&["SLURM_TASKS_PER_NODE"]), None);
        let both = set(&["SLURM_TASKS_PER_NODE", "SLURM_JOB_NODELIST", "PBS_NODEFILE"]);
        assert_eq!(both.as_deref(), Some("SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE"));
        assert_eq!(HostVariables::find(|_| Some(" ".into())), None);
    }

    proptest! {
        #[test]
        fn any_value_is_read_or_refused(nodes in "([n0-9,\\[\\]-]|\\PC){0,20}", tasks in "([0-9(x),]|\\PC){0,20}") {
            if let Ok(hosts) = parse_slurm(&nodes, Some(&tasks)) {
                prop_assert!(hosts.hosts().iter().all(|host| host.slots > 0));
            }
        }
    }

    /// The variables' names, and each list of nodes with its tasks, in an environment of `NAME=VALUE` words.
    fn slurm_of(environment: &str) -> (String, Vec<(String, Option<String>)>) {
        let set = |name: &str| environment.split(' ').find_map(|word| word.strip_prefix(&format!("{name}=")));
        match HostVariables::find(|name| set(name).map(OsString::from)) {
            Some(HostVariables::Slurm(all)) => (
                HostVariables::Slurm(all.clone()).name(),
                all.into_iter().map(|nodes| (nodes.nodes, nodes.tasks_per_node)).collect(),
            ),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_component_of_a_heterogeneous_job_counts() {
        let job = "SLURM_JOB_NODELIST=a SLURM_TASKS_PER_NODE=1 SLURM_HET_SIZE=2 SLURM_JOB_NODELIST_HET_GROUP_0=a \
                   SLURM_TASKS_PER_NODE_HET_GROUP_0=1 SLURM_JOB_NODELIST_HET_GROUP_1=b[1-4]";
        let (name, nodes) = slurm_of(job);
        let both = "SLURM_JOB_NODELIST_HET_GROUP_0 to 1 and SLURM_TASKS_PER_NODE_HET_GROUP_0 to 1";
        assert_eq!((name.as_str(), nodes.len()), (both, 2));
        assert_eq!(nodes[1], ("b[1-4]".to_owned(), None));
        let (_, nodes) = slurm_of(&format!("{job} SLURM_TASKS_PER_NODE_HET_GROUP_1=8(x4)"));
        assert_eq!(nodes[1], ("b[1-4]".to_owned(), Some("8(x4)".to_owned())));
        let (_, nodes) = slurm_of(&job.replace("SIZE=2", "SIZE=18446744073709551615"));
        assert_eq!(nodes.last(), Some(&(String::new(), None)), "a component without nodes is a fault, not silence");
        assert_eq!(nodes.len(), 3);
        assert_eq!(slurm_of(&job.replace("SLURM_HET_SIZE=2 ", "")).1.len(), 2);
        let (_, nodes) = slurm_of(&job.replace("SLURM_JOB_NODELIST_HET_GROUP_0=a", ""));
        assert_eq!(nodes, [(String::new(), None)], "nor is a job without its first component that of the rest");
    }

    #[test]
    fn a_step_has_its_own_hosts() {
        let step = "SLURM_JOB_NODELIST=n[1-4] SLURM_TASKS_PER_NODE=2 SLURM_STEP_NODELIST=n3 SLURM_STEP_TASKS_PER_NODE=2 \
                    SLURM_STEP_NUM_NODES=1 SLURM_HET_SIZE=2 SLURM_JOB_NODELIST_HET_GROUP_0=n[1-4]";
        let (name, nodes) = slurm_of(&format!("{step} SLURM_STEP_ID=0"));
        assert_eq!(name, "SLURM_STEP_NODELIST and SLURM_STEP_TASKS_PER_NODE");
        assert_eq!(nodes, [("n3".to_owned(), Some("2".to_owned()))]);
        // The shell of `salloc` runs in a step on the first node; the job is what it asks about.
        let (name, _) = slurm_of("SLURM_STEP_ID=4294967290 SLURM_STEP_NODELIST=n1 SLURM_JOB_NODELIST=n[1-4]");
        assert_eq!(name, "SLURM_JOB_NODELIST");
    }
}
