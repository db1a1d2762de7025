//! Faults in settings, and their messages.

use crate::format::faults::Kind;
use crate::format::host_list_error::HostListFault;
use crate::format::source::Severity;

/// A kind of fault. A `line` is that of the other place concerned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    // Of any file.
    #[error("the byte here is no part of a character")]
    NotUtf8,
    #[error("{0}")]
    Hosts(HostListFault),
    #[error("`{name}` is no host name: it contains {character:?}")]
    Name { name: String, character: char },
    #[error("a name is missing between the commas, or before or after one")]
    EmptyName,
    #[error("`{name}` is a group, whose nodes are not in this file, so the tree is not known")]
    Group { name: String },
    #[error("{child} has a second parent, {parent}; the first is {first}, in line {line}")]
    SecondParent { child: String, parent: String, first: String, line: usize },
    #[error("{host} is its own parent")]
    OwnParent { host: String },
    #[error("a cycle of {length} hosts, each the parent of the next: {shown}")]
    Cycle { length: usize, shown: String },

    // Of ClusterShell.
    #[error("a byte order mark, with which ClusterShell refuses the file")]
    ByteOrderMark,
    #[error("a line before the first section, with which ClusterShell refuses the file")]
    BeforeSection,
    #[error("this line is neither a section nor a route, and ClusterShell refuses the file")]
    NotARoute,
    #[error("this line is indented: for ClusterShell it belongs to the nodes of the line above")]
    Continued,
    #[error("there is no section [routes]")]
    NoSection,
    #[error("there is no route in the file")]
    NoRoute,
    #[error("[Main] is the old name of the section [routes]")]
    OldSection,
    #[error("ClusterShell ignores the section [{name}]")]
    UnknownSection { name: String },
    #[error("the section [{name}] is in line {line} already, and ClusterShell refuses the file")]
    RepeatedSection { name: String, line: usize },
    #[error("the gateway `{gateway}` has a route in line {line} already, and ClusterShell refuses the file")]
    RepeatedRoute { gateway: String, line: usize },
    #[error("there is no gateway before the colon")]
    NoGateway,
    #[error("there is no node after the colon")]
    NoNode,
    #[error(
        "{host} is a gateway together with other hosts in line {line}, and ClusterShell takes that for another gateway"
    )]
    OtherGateways { host: String, line: usize },
    #[error(
        "the gateways {first} and {second} of one route are not below the same gateways (ClusterShell: convergent path)"
    )]
    SplitGateways { first: String, second: String },
    #[error(
        "{gateway} is a root as well as {root} (line {line}), for clush that runs there; the tree is that of {root}, and does not reach its nodes"
    )]
    OtherRoot { gateway: String, root: String, line: usize },
    #[error("{count} hosts are the root, each if clush runs on it; the tree is that of {root}")]
    SeveralRoots { count: usize, root: String },

    #[error(
        "the operator {operator} of node sets, which ClusterShell reads and this check does not: the tree is not known"
    )]
    SetOperator { operator: char },
    #[error("the step in `{range}`, which ClusterShell reads and this check does not: the tree is not known")]
    RangeStep { range: String },
    #[error(
        "the ends of `{range}` have different lengths, and ClusterShell refuses the file (padding length mismatch)"
    )]
    Padding { range: String },

    // Of Flux.
    #[error("not TOML: {message}")]
    Toml { message: String },
    #[error("there is no table [bootstrap]")]
    NoBootstrap,
    #[error("there are no hosts in [bootstrap], which makes a single broker")]
    NoHosts,
    #[error("this should be {expected}")]
    Unexpected { expected: &'static str },
    #[error("this entry has no `host`")]
    NoHost,
    #[error("`{key}` is no key of a host, and Flux refuses the file")]
    UnknownKey { key: String },
    #[error("`{key}` is no key of [bootstrap], and Flux refuses the file")]
    UnknownBootstrapKey { key: String },
    #[error(
        "`{name}` is no domain name, and Flux refuses the file: parts between dots have 1 to 63 characters, none of them a hyphen at an end"
    )]
    DomainName { name: String },
    #[error("there is no curve_cert, without which Flux refuses more than one host")]
    NoCertificate,
    #[error("{host} is rank 0, the root, and has a parent")]
    RootWithParent { host: String },
    #[error("the parent `{parent}` is none of the hosts")]
    UnknownParent { parent: String },

    #[error("Flux reads one pair of brackets in a name, and refuses `{entry}`")]
    Brackets { entry: String },
    #[error("Flux refuses `{uri}`: {reason}")]
    Uri { uri: String, reason: &'static str },
    #[error("`{text}` is not a topology, and Flux refuses it")]
    Topology { text: String },
    #[error("this parent has no effect: with topo = \"{topology}\" Flux reads no parents")]
    UnusedParent { topology: String },

    // Of Slurm.
    #[error("`{text}` is no width: TreeWidth is a number from 1 to 65533")]
    Width { text: String },
    #[error("an include: a TreeWidth, routing options and nodes in `{file}` are not seen")]
    Included { file: String },
    #[error("a second TreeWidth: Slurm takes it, and not the first, in line {line}")]
    RepeatedWidth { line: usize },
    #[error("Slurm refuses `{text}`: only lines of nodes, partitions and the like take more than one setting")]
    Leftover { text: String },
    #[error("{host} is in line {line} already, and Slurm refuses a node that is listed twice")]
    RepeatedNode { host: String, line: usize },
    #[error("NodeName=ALL, which Slurm refuses")]
    AllNodes,
    #[error("Slurm refuses a range of more than {most} nodes")]
    LongRange { most: u64 },
    #[error("{option}: Slurm sends along switches or partitions, so the tree is not the one of TreeWidth")]
    Routed { option: &'static str },
}

impl Kind for FaultKind {
    fn not_utf8() -> Self {
        Self::NotUtf8
    }

    fn severity(&self) -> Severity {
        match self {
            Self::OldSection
            | Self::SeveralRoots { .. }
            | Self::OtherRoot { .. }
            | Self::Group { .. }
            | Self::SetOperator { .. }
            | Self::RangeStep { .. }
            | Self::NoCertificate
            | Self::UnusedParent { .. }
            | Self::Included { .. }
            | Self::RepeatedWidth { .. }
            | Self::Routed { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "not-utf-8",
            Self::Hosts(_) => "host-pattern",
            Self::Name { .. } => "host-name",
            Self::EmptyName => "empty-name",
            Self::Group { .. } => "group",
            Self::SecondParent { .. } => "second-parent",
            Self::OwnParent { .. } => "own-parent",
            Self::Cycle { .. } => "cycle",
            Self::ByteOrderMark => "byte-order-mark",
            Self::BeforeSection => "before-section",
            Self::NotARoute => "not-a-route",
            Self::Continued => "continued-line",
            Self::NoSection => "no-section",
            Self::NoRoute => "no-route",
            Self::OldSection => "old-section",
            Self::UnknownSection { .. } => "unknown-section",
            Self::RepeatedSection { .. } => "repeated-section",
            Self::RepeatedRoute { .. } => "repeated-route",
            Self::NoGateway => "no-gateway",
            Self::NoNode => "no-node",
            Self::OtherGateways { .. } => "other-gateways",
            Self::SplitGateways { .. } => "split-gateways",
            Self::OtherRoot { .. } => "other-root",
            Self::SeveralRoots { .. } => "several-roots",
            Self::Toml { .. } => "not-toml",
            Self::NoBootstrap => "no-bootstrap",
            Self::NoHosts => "no-hosts",
            Self::Unexpected { .. } => "unexpected",
            Self::NoHost => "no-host",
            Self::UnknownKey { .. } => "unknown-key",
            Self::SetOperator { .. } => "set-operator",
            Self::RangeStep { .. } => "range-step",
            Self::Padding { .. } => "padding",
            Self::UnknownBootstrapKey { .. } => "unknown-bootstrap-key",
            Self::DomainName { .. } => "domain-name",
            Self::NoCertificate => "no-certificate",
            Self::Included { .. } => "included",
            Self::RootWithParent { .. } => "root-with-parent",
            Self::UnknownParent { .. } => "unknown-parent",
            Self::Width { .. } => "width",
            Self::RepeatedWidth { .. } => "repeated-width",
            Self::Brackets { .. } => "brackets",
            Self::Uri { .. } => "uri",
            Self::Topology { .. } => "topology",
            Self::UnusedParent { .. } => "unused-parent",
            Self::Leftover { .. } => "leftover",
            Self::RepeatedNode { .. } => "repeated-node",
            Self::AllNodes => "all-nodes",
            Self::LongRange { .. } => "long-range",
            Self::Routed { .. } => "routed",
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "save the file as UTF-8",
            Self::Hosts(_) => "hosts are written n[1-4,7],login",
            Self::Name { .. } => "separate names by commas, and give a comment a line of its own",
            Self::EmptyName => "remove the comma",
            Self::Group { .. } => "write its nodes, which `nodeset -f @GROUP` prints",
            Self::SecondParent { .. } => "name each host below one parent",
            Self::OwnParent { .. } => "remove it from one side",
            Self::Cycle { .. } => "let one of them be below the root",
            Self::ByteOrderMark => "save the file without a byte order mark",
            Self::BeforeSection | Self::NoSection => "begin with a line [routes]",
            Self::NotARoute => "write GATEWAY: NODES",
            Self::Continued => "begin each route at the left, and put all its nodes on one line",
            Self::NoRoute => "write a line GATEWAY: NODES below [routes]",
            Self::OldSection => "name it [routes]",
            Self::UnknownSection { .. } => "remove it, or move its routes to [routes]",
            Self::RepeatedSection { .. } => "join the sections",
            Self::RepeatedRoute { .. } => "put all nodes of a gateway on one line",
            Self::NoGateway | Self::NoNode => "remove the line, or write GATEWAY: NODES",
            Self::OtherGateways { .. } => "let each gateway stand in one route",
            Self::SplitGateways { .. } => "give each gateway a route of its own",
            Self::OtherRoot { .. } => "put it below another gateway, unless clush also runs there",
            Self::SeveralRoots { .. } => "keep one if clush always runs there",
            Self::Toml { .. } => "see https://toml.io",
            Self::NoBootstrap => "begin with a line [bootstrap]",
            Self::NoHosts => "add hosts = [{ host = \"n[0-3]\" }]",
            Self::Unexpected { .. } => "an entry is written { host = \"n[1-4]\", parent = \"n0\" }",
            Self::NoHost => "add host = \"n[1-4]\"",
            Self::UnknownKey { .. } => "the keys are host, bind, connect and parent",
            Self::SetOperator { .. } | Self::RangeStep { .. } => "write the nodes that `nodeset -f` prints",
            Self::Padding { .. } => "write as many digits on both sides, as n[01-03]",
            Self::UnknownBootstrapKey { .. } => {
                "the keys are enable_ipv6, curve_cert, default_port, default_bind, default_connect and hosts"
            }
            Self::DomainName { .. } => "write the name that `hostname` prints",
            Self::NoCertificate => "add curve_cert = \"/etc/flux/system/curve.cert\", which flux keygen makes",
            Self::Included { .. } => "check that file too",
            Self::RootWithParent { .. } => "list another host first, or remove the parent",
            Self::UnknownParent { .. } => "list it as a host, or name another parent",
            Self::Width { .. } => "write TreeWidth=16",
            Self::RepeatedWidth { .. } => "keep the last",
            Self::Brackets { .. } => "write an entry for each value of the first brackets",
            Self::Uri { .. } => "write an address such as tcp://%h:%p",
            Self::Topology { .. } => "write kary:K, mincrit, mincrit:K, binomial or custom",
            Self::UnusedParent { .. } => "remove it, or write topo = \"custom\"",
            Self::Leftover { .. } => "give each setting a line of its own, or write # before a comment",
            Self::RepeatedNode { .. } => "remove it from one of the lines",
            Self::AllNodes => "name the nodes; ALL is for the Nodes of a partition",
            Self::LongRange { .. } => "write it as several ranges",
            Self::Routed { .. } => "to have the tree of TreeWidth, remove the option",
        }
    }
}
