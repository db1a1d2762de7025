//! The subjects of requests, and the kinds of models that serve them.

use super::model_kind::ModelKind;
use crate::answer::costs::{ModelChoice, TreeCosts};
use crate::request::{Collective, MpiCollective, ObjectiveName, Operation, Refusal, Request};
use logpine_models::machine::Machine;

/// The subject of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// An overlay tree whose leaves are the targets.
    Tree,
    /// An overlay tree in which every node is a target.
    MemberTree,
    /// A broadcast among ranks.
    Bcast,
    /// A reduction among ranks.
    Reduce,
    /// A scatter or a gather, which have a root.
    Rooted,
    /// An allgather.
    Allgather,
    /// Another collective of MPI without a root and with a message size.
    Symmetric,
    /// A barrier.
    Barrier,
    /// A sum of values.
    Sum,
    /// A message from one rank to another.
    PointToPoint,
    /// The transposes of an FFT.
    Fft,
    /// A broadcast or a reduction on a given network.
    NetworkBcast,
    /// A scatter or a gather on a given network.
    NetworkScatter,
    /// An allgather or a reduce-scatter on a given network.
    NetworkAllgather,
    /// An allreduce on a given network.
    NetworkAllreduce,
}

/// The collectives on a given network.
pub const NETWORK: &[Subject] =
    &[Subject::NetworkBcast, Subject::NetworkScatter, Subject::NetworkAllgather, Subject::NetworkAllreduce];

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 15] = [
        Self::Tree,
        Self::MemberTree,
        Self::Bcast,
        Self::Reduce,
        Self::Rooted,
        Self::Allgather,
        Self::Symmetric,
        Self::Barrier,
        Self::Sum,
        Self::PointToPoint,
        Self::Fft,
        Self::NetworkBcast,
        Self::NetworkScatter,
        Self::NetworkAllgather,
        Self::NetworkAllreduce,
    ];

    /// The name in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::MemberTree => "member tree",
            Self::Bcast => "bcast",
            Self::Reduce => "reduce",
            Self::Rooted => "scatter, gather",
            Self::Allgather => "allgather",
            Self::Symmetric => "other collectives",
            Self::Barrier => "barrier",
            Self::Sum => "sum",
            Self::PointToPoint => "point-to-point",
            Self::Fft => "fft",
            Self::NetworkBcast => "bcast, reduce on a network",
            Self::NetworkScatter => "scatter, gather on a network",
            Self::NetworkAllgather => "allgather, reduce-scatter on a network",
            Self::NetworkAllreduce => "allreduce on a network",
        }
    }

    /// The kinds of models that serve the subject.
    #[must_use]
    pub const fn models(self) -> &'static [ModelKind] {
        match self {
            Self::Tree => {
                &[ModelKind::Tan, ModelKind::Overlay, ModelKind::LogpOfTrees, ModelKind::Messages, ModelKind::Logp]
            }
            Self::MemberTree => &[ModelKind::Tan, ModelKind::Overlay],
            Self::Bcast | Self::Reduce => {
                &[ModelKind::Messages, ModelKind::Logp, ModelKind::Channels, ModelKind::Library]
            }
            Self::Rooted | Self::Allgather | Self::Symmetric => {
                &[ModelKind::Messages, ModelKind::Channels, ModelKind::Library]
            }
            Self::Barrier => &[ModelKind::Messages, ModelKind::Logp, ModelKind::Channels, ModelKind::Library],
            Self::Sum => &[ModelKind::Logp],
            Self::PointToPoint => &[ModelKind::Library],
            Self::Fft => &[ModelKind::Messages, ModelKind::Library],
            Self::NetworkBcast | Self::NetworkAllgather | Self::NetworkAllreduce => {
                &[ModelKind::Blocks, ModelKind::Streams]
            }
            Self::NetworkScatter => &[ModelKind::Blocks],
        }
    }

    /// Refuses a kind of models that does not serve the subject.
    ///
    /// # Errors
    /// [`Refusal`] with the kinds of models that do.
    pub fn check_model(self, model: ModelKind, request: &Request) -> Result<(), Refusal> {
        if self.models().contains(&model) {
            return Ok(());
        }
        let name = match self {
            Self::Tree => "an overlay tree",
            Self::MemberTree => "a member tree",
            _ => request.operation().name(),
        };
        if model == ModelKind::Logp && self.models().contains(&ModelKind::Messages) {
            return Err(Refusal::invalid(format!(
                "{name} has messages of several sizes, and those of the model logp have a single size; choose another --model"
            )));
        }
        let models: Vec<_> = self.models().iter().map(|model| model.name()).collect();
        let plural = if models.len() == 1 { "" } else { "s" };
        let where_it_goes = match (self, model) {
            (Self::Tree | Self::MemberTree, _) => ": see `logpine collective`",
            (_, ModelKind::Tan | ModelKind::Overlay | ModelKind::LogpOfTrees) => ": see `logpine tree`",
            _ => "",
        };
        Err(Refusal::invalid(format!(
            "{name} has times under the model{plural} {}, not under {}{where_it_goes}",
            models.join("; "),
            model.name()
        )))
    }

    /// The subject of a request that has nothing but a network.
    fn on_network(operation: Operation) -> Result<Self, Refusal> {
        match operation {
            Operation::Mpi(MpiCollective::Bcast | MpiCollective::Reduce) => Ok(Self::NetworkBcast),
            Operation::Mpi(MpiCollective::Scatter | MpiCollective::Gather) => Ok(Self::NetworkScatter),
            Operation::Mpi(MpiCollective::Allgather | MpiCollective::ReduceScatter) => Ok(Self::NetworkAllgather),
            Operation::Mpi(MpiCollective::Allreduce) => Ok(Self::NetworkAllreduce),
            other => Err(Refusal::invalid(format!(
                "{} is not planned on networks: take bcast, reduce, scatter, gather, allgather, reduce-scatter or allreduce; or give \
                 the number of ranks, to replay algorithms on the network",
                other.name()
            ))),
        }
    }

    /// The subject of a request.
    ///
    /// # Errors
    /// [`Refusal`] if it has none of leaves, members and ranks, or several, or an operation that these do not have.
    pub fn of(request: &Request) -> Result<Self, Refusal> {
        let operation = request.operation();
        let counts = [("leaves", request.leaves), ("members", request.members), ("ranks", request.ranks)];
        let mut counts = counts.into_iter().filter_map(|(name, count)| count.map(|_| name));
        let (first, second) = (counts.next(), counts.next());
        if let (Some(first), Some(second)) = (first, second) {
            return Err(Refusal::invalid(format!("the request has both `{first}` and `{second}`; keep one of them")));
        }
        match first {
            None if request.network.is_some() => Self::on_network(operation),
            None => Err(Refusal::invalid("the request has no `leaves`, no `members` and no `ranks`; add one of them")),
            Some("leaves" | "members") if operation == Operation::BCAST => Err(Refusal::invalid(
                "a bcast is among ranks: `logpine collective bcast`; over a tree it is a multicast",
            )),
            Some("leaves" | "members") if !operation.is_over_trees() => {
                let name = operation.name();
                let subcommand =
                    if operation == Operation::Fft { "fft".to_owned() } else { format!("collective {name}") };
                Err(Refusal::invalid(format!("{name} is among ranks: `logpine {subcommand} --ranks P`")))
            }
            Some("leaves") => Ok(Self::Tree),
            Some("members") => Ok(Self::MemberTree),
            Some(_) => Ok(match operation {
                Operation::Multicast | Operation::Roundtrip => {
                    let name = operation.name();
                    return Err(Refusal::invalid(format!(
                        "{name} is not a collective among ranks: `logpine tree --collective {name} --leaves N`"
                    )));
                }
                Operation::Sum => Self::Sum,
                Operation::PointToPoint => Self::PointToPoint,
                Operation::Fft => Self::Fft,
                Operation::Mpi(MpiCollective::Bcast) => Self::Bcast,
                Operation::Mpi(MpiCollective::Reduce) => Self::Reduce,
                Operation::Mpi(MpiCollective::Scatter | MpiCollective::Gather) => Self::Rooted,
                Operation::Mpi(MpiCollective::Allgather) => Self::Allgather,
                Operation::Mpi(MpiCollective::Barrier) => Self::Barrier,
                Operation::Mpi(_) => Self::Symmetric,
            }),
        }
    }
}

impl ModelKind {
    /// The kind of the model that answers a request about a subject.
    ///
    /// # Errors
    /// [`Refusal`] if the machine lacks the model, or the model does not serve the subject.
    pub fn of(request: &Request, subject: Subject, machine: &Machine) -> Result<Self, Refusal> {
        if NETWORK.contains(&subject) {
            request.model.map_or(Ok(()), |name| subject.check_model(Self::named(name), request))?;
            let is_stream = request.objective == Some(ObjectiveName::Throughput);
            let kind = if is_stream { Self::Streams } else { Self::Blocks };
            return subject.check_model(kind, request).map(|()| kind);
        }
        if let Some(name) = request.model {
            subject.check_model(Self::named(name), request)?;
        }
        let choice = ModelChoice::from(request);
        match (subject, request.model) {
            (Subject::Tree | Subject::MemberTree, _) => Ok(match choice.of_tree(machine, Collective::Reduce)? {
                TreeCosts::Nodes(_) => Self::of_given_tree(request, machine),
                TreeCosts::Messages(costs) => Self::of_messages(costs.model),
            }),
            (Subject::Sum, _) => Ok(Self::Logp),
            // No other model has such messages.
            (Subject::PointToPoint, None) => Ok(Self::Library),
            _ if choice.is_of_library(machine) => Ok(Self::Library),
            _ if choice.is_of_channels(machine) => choice.of_stages(machine).map(|_| Self::Channels),
            _ => choice.of_messages(machine).map(|costs| Self::of_messages(costs.model)),
        }
    }
}
