//! The closed form of each family of broadcasts, by its name.

use super::{AlphaBetaCost, LoggpCost, LogpCost, Rounds, Segmented};

/// The costs of a model, over the reals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PortCost {
    /// The alpha-beta model.
    AlphaBeta(AlphaBetaCost),
    /// LogP: one short message of any size.
    Logp(LogpCost),
    /// LogGP.
    Loggp(LoggpCost),
}

/// The formula's result for the fastest broadcast of a family, over the reals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedForm {
    /// The time, in the unit of the costs; with the best number of segments if the message is cut.
    pub time: f64,
    /// The best number of segments, if the family cuts the message.
    pub segments: Option<f64>,
    /// The number of bytes of a segment.
    pub segment: Option<f64>,
    /// The formula; P ranks, q = ceil(log2 P), s bytes, n segments of S = s / n, D = L + 2o, G = max(g, o).
    pub formula: &'static str,
    /// The source of the formula.
    pub source: &'static str,
    /// The cases in which it is exact, and its meaning in the others.
    pub condition: &'static str,
}

const LECTURE: &str = "lecture \"Distributed Networking\"";
const LECTURE_CORRECTED: &str = "lecture \"Distributed Networking\", corrected";
const CULLER: &str = "Culler et al. 1993";
const KARP: &str = "Karp, Sahay, Santos, Schauser 1993";
const BAR_NOY: &str = "Bar-Noy, Kipnis 1994";
const CHAN: &str = "Chan, Heimlich, Purkayastha, van de Geijn 2007";
const SANDERS: &str = "Sanders, Speck, Träff 2009";
const TRAEFF: &str = "Träff, Ripke 2008";
const ALEXANDROV: &str = "Alexandrov et al. 1995";

const REAL_SEGMENTS: &str = "exact for whole n that divides s";
const ONE_MESSAGE: &str = "exact";

/// The closed form of a family of broadcasts among `ranks`, of `bytes`, with the best number of segments.
///
/// | family | k | models |
/// |---|---|---|
/// | `linear`, `chain`, `binary`, `binomial` | | all |
/// | `k-ary`, `k-nomial` | fanout, at least 2 | all |
/// | `fibonacci`, `logp-optimal` | | all; one message |
/// | `fibonacci`, `logp-optimal`, `capped` | largest fanout, at least 1 | alpha-beta; the others for 1 |
/// | `scatter-allgather`, `scatter-ring`, `two-tree`, `n-block` | | alpha-beta, LogGP |
///
/// `scatter-allgather` has the fastest allgather, recursive doubling or Bruck's. The chain under LogP is for one item.
/// `None` if there is no closed form, as for the last four under LogGP if G > max(L + 2o, g), for an unknown family, a
/// fanout that is missing or too small, fewer than 2 ranks, no bytes (unless under LogP, which ignores them), or a time that
/// is not a finite number.
#[must_use]
pub fn broadcast(family: &str, cost: &PortCost, ranks: u64, bytes: u64, k: Option<u64>) -> Option<ClosedForm> {
    let sized = !matches!(cost, PortCost::Logp(_));
    if ranks < 2 || (sized && bytes == 0) {
        return None;
    }
    let form = match *cost {
        PortCost::AlphaBeta(cost) => alpha_beta(family, cost, ranks, bytes as f64, k),
        PortCost::Logp(cost) => logp(family, cost, ranks, k),
        PortCost::Loggp(cost) => loggp(family, cost, ranks, bytes as f64, k),
    };
    form.filter(|form| form.time.is_finite())
}

/// The fanout of the family `capped` under any of its names.
fn capped(family: &str, k: Option<u64>) -> Option<u64> {
    k.filter(|&fanout| fanout >= 1 && matches!(family, "capped" | "fibonacci" | "logp-optimal"))
}

fn alpha_beta(family: &str, cost: AlphaBetaCost, ranks: u64, bytes: f64, k: Option<u64>) -> Option<ClosedForm> {
    let whole = |rounds: Rounds| ClosedForm::whole(cost.time(rounds, bytes, 1.0));
    let cut = |rounds: Rounds| ClosedForm::cut(cost.best(rounds, bytes));
    let fanout = || k.filter(|&fanout| fanout >= 2);
    if let Some(fanout) = capped(family, k) {
        let form = cut(Rounds::capped(fanout, ranks));
        return Some(form.text("(d (n - 1) + t_d(P)) (alpha + beta s/n)", BAR_NOY, REAL_SEGMENTS));
    }
    Some(match family {
        "linear" => whole(Rounds::linear(ranks)).text("(P - 1) (alpha + beta s)", LECTURE, ONE_MESSAGE),
        "chain" => cut(Rounds::chain(ranks)).text("(n + P - 2) (alpha + beta s/n)", LECTURE_CORRECTED, REAL_SEGMENTS),
        "binary" => cut(Rounds::binary(ranks)).text(
            "2 (n + q - 2) (alpha + beta s/n)",
            LECTURE_CORRECTED,
            "exact for P = 2^h or 2^h - 1 and whole n that divides s; else an upper bound",
        ),
        "k-ary" => cut(Rounds::k_ary(fanout()?, ranks)).text(
            "(k (n - 1) + F) (alpha + beta s/n), F the largest sum of positions among siblings; k h in a complete tree",
            LECTURE_CORRECTED,
            REAL_SEGMENTS,
        ),
        "binomial" | "fibonacci" | "logp-optimal" => {
            whole(Rounds::binomial(ranks)).text("q (alpha + beta s)", LECTURE, ONE_MESSAGE)
        }
        "k-nomial" => whole(Rounds::k_nomial(fanout()?, ranks)).text(
            "((k - 1) (d - 1) + ceil(P / k^(d-1)) - 1) (alpha + beta s), d = ceil(log_k P)",
            LECTURE_CORRECTED,
            ONE_MESSAGE,
        ),
        "two-tree" => cut(Rounds::two_tree(ranks)).text(
            "(n + 2q - 2) (alpha + beta s/n)",
            SANDERS,
            "an upper bound for even n that divides s, at most one round above",
        ),
        "n-block" => cut(Rounds::n_block(ranks)).text("(n - 1 + q) (alpha + beta s/n)", TRAEFF, REAL_SEGMENTS),
        "scatter-allgather" => ClosedForm::whole(cost.scatter_doubling(ranks, bytes)).text(
            "2 q alpha + 2 (P - 1)/P beta s",
            CHAN,
            "exact where P divides s",
        ),
        "scatter-ring" => ClosedForm::whole(cost.scatter_ring(ranks, bytes)).text(
            "(q + P - 1) alpha + 2 (P - 1)/P beta s",
            CHAN,
            "exact where P divides s",
        ),
        _ => return None,
    })
}

fn logp(family: &str, cost: LogpCost, ranks: u64, k: Option<u64>) -> Option<ClosedForm> {
    let fanout = || k.filter(|&fanout| fanout >= 2);
    let chain = || ClosedForm::whole(cost.chain(ranks, 1.0)).text("(P - 1) D", CULLER, ONE_MESSAGE);
    if let Some(fanout) = capped(family, k) {
        return (fanout == 1).then(chain);
    }
    Some(match family {
        "linear" => ClosedForm::whole(cost.linear(ranks)).text("D + (P - 2) G", LECTURE, ONE_MESSAGE),
        "chain" => chain(),
        "binary" => ClosedForm::whole(cost.k_ary(2, ranks)).text(K_ARY_LOGP, LECTURE_CORRECTED, ONE_MESSAGE),
        "k-ary" => ClosedForm::whole(cost.k_ary(fanout()?, ranks)).text(K_ARY_LOGP, LECTURE_CORRECTED, ONE_MESSAGE),
        "binomial" => ClosedForm::whole(cost.binomial(ranks)).text(BINOMIAL_LOGP, LECTURE_CORRECTED, FULL_BINOMIAL),
        "k-nomial" => {
            ClosedForm::whole(cost.k_nomial(fanout()?, ranks)).text(K_NOMIAL_LOGP, LECTURE_CORRECTED, FULL_K_NOMIAL)
        }
        "fibonacci" | "logp-optimal" => ClosedForm::whole(cost.optimum(ranks)).text(OPTIMUM, KARP, ONE_MESSAGE),
        _ => return None,
    })
}

const K_ARY_LOGP: &str =
    "max((h - 1) (D + (k - 1) G), h D + sigma G), height h, sigma the largest sum of digits on the last level";
const BINOMIAL_LOGP: &str = "D + (q - 1) max(D, G)";
const K_NOMIAL_LOGP: &str =
    "D + (d - 1) max(D, G) + ((d - 1) (k - 2) + c - 1) G, d = ceil(log_k P), c = ceil(P / k^(d-1)) - 1";
const OPTIMUM: &str = "min { t : P(t) >= P }, P(t) = sum over j of C(floor((t - j D) / G) + j, j)";
const FULL_BINOMIAL: &str = "exact for P = 2^q; else an upper bound";
const FULL_K_NOMIAL: &str = "exact where k^(d-1) divides P; else an upper bound";

fn loggp(family: &str, cost: LoggpCost, ranks: u64, bytes: f64, k: Option<u64>) -> Option<ClosedForm> {
    let fanout = || k.filter(|&fanout| fanout >= 2);
    let whole = cost.at(bytes);
    let chain = || {
        ClosedForm::cut(cost.best_chain(ranks, bytes)).text(
            "(P - 1) D_S + (n - 1) max(G_S, 2o), D_S = L + 2o + (S - 1) G, G_S = g + (S - 1) G",
            ALEXANDROV,
            REAL_SEGMENTS,
        )
    };
    let k_ary = |fanout| {
        ClosedForm::cut(cost.best_k_ary(fanout, ranks, bytes)).text(
            "LogP's k-ary time of a segment + (n - 1) ((k - 1) G_S + max(G_S, 2o)), G_S = max(o, g + (S - 1) G)",
            ALEXANDROV,
            "exact for one segment; else an upper bound",
        )
    };
    let in_rounds = cost.rounds();
    if in_rounds.alpha < 0.0 && matches!(family, "two-tree" | "n-block" | "scatter-allgather" | "scatter-ring") {
        return None;
    }
    let rounds = |rounds| ClosedForm::cut(in_rounds.best(rounds, bytes));
    if let Some(fanout) = capped(family, k) {
        return (fanout == 1).then(chain);
    }
    Some(match family {
        "chain" => chain(),
        "binary" => k_ary(2),
        "k-ary" => k_ary(fanout()?),
        "two-tree" => rounds(Rounds::two_tree(ranks)).text(
            "(n + 2q - 2) (alpha + G s/n), alpha = max(L + 2o, g) - G",
            SANDERS,
            "an upper bound: synchronous rounds",
        ),
        "n-block" => rounds(Rounds::n_block(ranks)).text(
            "(n - 1 + q) (alpha + G s/n), alpha = max(L + 2o, g) - G",
            TRAEFF,
            "an upper bound: synchronous rounds",
        ),
        "scatter-allgather" => ClosedForm::whole(in_rounds.scatter_doubling(ranks, bytes)).text(
            "2 q alpha + 2 (P - 1)/P G s, alpha = max(L + 2o, g) - G",
            CHAN,
            "exact for P = 2^q that divides s and g <= L + 2o; an upper bound where P divides s",
        ),
        "scatter-ring" => ClosedForm::whole(in_rounds.scatter_ring(ranks, bytes)).text(
            "(q + P - 1) alpha + 2 (P - 1)/P G s, alpha = max(L + 2o, g) - G",
            CHAN,
            "exact for P = 2^q that divides s and g <= L + 2o; an upper bound where P divides s",
        ),
        _ => return logp(family, whole, ranks, k).map(|form| ClosedForm { source: ALEXANDROV, ..form }),
    })
}

impl ClosedForm {
    fn whole(time: f64) -> Self {
        Self { time, segments: None, segment: None, formula: "", source: "", condition: "" }
    }

    fn cut(best: Segmented) -> Self {
        Self { segments: Some(best.segments), segment: Some(best.segment), ..Self::whole(best.time) }
    }

    fn text(self, formula: &'static str, source: &'static str, condition: &'static str) -> Self {
        Self { formula, source, condition, ..self }
    }
}
