//! Making a network connected.

use logpine_text::random::Generator;

/// The connected components of a graph, as a union-find structure.
pub(super) struct Components {
    parents: Vec<u32>,
}

impl Components {
    /// Every node on its own.
    pub fn new(nodes: u32) -> Self {
        Self { parents: (0..nodes).collect() }
    }

    /// The least node of the component.
    pub fn of(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// Unites the components of two nodes. True if they were different.
    pub fn unite(&mut self, [one, other]: [u32; 2]) -> bool {
        let (one, other) = (self.of(one), self.of(other));
        self.parents[one.max(other) as usize] = one.min(other);
        one != other
    }
}

/// Links the components in the order of their least nodes: each after the first gets a link between a random node of its
/// own and a random node of those before.
pub(super) fn join_components(nodes: u32, links: &mut Vec<[u32; 2]>, generator: &mut Generator) {
    let mut components = Components::new(nodes);
    for &link in links.iter() {
        components.unite(link);
    }
    let mut members: Vec<(u32, u32)> = (0..nodes).map(|node| (components.of(node), node)).collect();
    members.sort_unstable();
    let mut before: Vec<u32> = Vec::new();
    for component in members.chunk_by(|one, other| one.0 == other.0) {
        if !before.is_empty() {
            let (from, to) =
                (one_of(&before, generator, |node| *node), one_of(component, generator, |member| member.1));
            links.push([from.min(to), from.max(to)]);
        }
        before.extend(component.iter().map(|&(_, node)| node));
    }
}

fn one_of<T>(members: &[T], generator: &mut Generator, node: impl Fn(&T) -> u32) -> u32 {
    let index = usize::try_from(generator.below(members.len() as u64)).unwrap_or(0);
    node(&members[index])
}
