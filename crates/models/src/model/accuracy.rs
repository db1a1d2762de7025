//! The accuracy of performance models.

/// The hierarchy of models of Hoefler, Gropp, Thakur and Traeff (2010), section 2, from the least to the most exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Accuracy {
    /// The growth with sizes and ranks, constants unspecified.
    Asymptotic,
    /// The significant terms with their constants; lower-order terms are unknown or irrelevant.
    DominantTerm,
    /// Lower and upper bounds with their constants, for the best and the worst case of what is unspecified.
    Bounded,
    /// An equation with known parameters, in the setting for which it is stated.
    Exact,
}

impl Accuracy {
    /// All accuracies, the most exact first.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Bounded, Self::DominantTerm, Self::Asymptotic];

    /// The name used in reports and lists, such as `dominant term`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asymptotic => "asymptotic",
            Self::DominantTerm => "dominant term",
            Self::Bounded => "bounded",
            Self::Exact => "exact",
        }
    }

    /// The meaning in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Asymptotic => "how it grows, constants unspecified",
            Self::DominantTerm => "the significant terms with their constants, lower-order terms left out",
            Self::Bounded => "bounds below and above, for the best and the worst case of what is not specified",
            Self::Exact => "an equation whose parameters are all known, in the setting it is stated for",
        }
    }
}
