//! Paths that carry the capacity of an arc.

/// A path and the capacity that it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub amount: u64,
    pub path: Vec<u32>,
}

/// Paths whose amounts sum to the capacity of an arc, shortest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces(pub Vec<Piece>);

impl Pieces {
    /// The amounts of all pieces, added up.
    pub fn amount(&self) -> u64 {
        self.0.iter().map(|piece| piece.amount).sum()
    }

    /// Adds pieces; the same path twice becomes one piece.
    pub fn add(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        for piece in pieces {
            match self.0.iter_mut().find(|other| other.path == piece.path) {
                Some(same) => same.amount += piece.amount,
                None => self.0.push(piece),
            }
        }
        self.0.sort_by(|a, b| (a.path.len(), &a.path).cmp(&(b.path.len(), &b.path)));
    }

    /// Removes pieces of this amount in all, shortest paths first.
    pub fn take(&mut self, amount: u64) -> Vec<Piece> {
        let (mut taken, mut left) = (Vec::new(), amount);
        for piece in &mut self.0 {
            let part = piece.amount.min(left);
            if part > 0 {
                taken.push(Piece { amount: part, path: piece.path.clone() });
            }
            piece.amount -= part;
            left -= part;
        }
        self.0.retain(|piece| piece.amount > 0);
        taken
    }
}

/// The pieces of two arcs that follow each other, joined to paths of both, both in the order given.
pub fn join(first: Vec<Piece>, second: Vec<Piece>) -> Vec<Piece> {
    let mut joined = Vec::new();
    let (mut heads, mut tails) = (first.into_iter(), second.into_iter());
    let (mut head, mut tail) = (heads.next(), tails.next());
    while let (Some(a), Some(b)) = (&mut head, &mut tail) {
        let amount = a.amount.min(b.amount);
        joined.push(Piece { amount, path: chain(&a.path, &b.path) });
        a.amount -= amount;
        b.amount -= amount;
        if a.amount == 0 {
            head = heads.next();
        }
        if b.amount == 0 {
            tail = tails.next();
        }
    }
    joined
}

/// A walk along both paths, without its closed parts.
fn chain(first: &[u32], second: &[u32]) -> Vec<u32> {
    let mut path: Vec<u32> = first.to_vec();
    for &vertex in second {
        match path.iter().position(|&other| other == vertex) {
            Some(at) => path.truncate(at + 1),
            None => path.push(vertex),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_pieces_keep_their_amounts_and_lose_their_loops() {
        // Amounts 2 and 3 before amounts 4 and 1: parts of 2, 2 and 1.
        let piece = |amount, path: &[u32]| Piece { amount, path: path.to_vec() };
        let first = vec![piece(2, &[0, 9]), piece(3, &[0, 8, 7, 9])];
        let second = vec![piece(4, &[9, 1]), piece(1, &[9, 8, 1])];
        let joined = join(first, second);
        assert_eq!(joined, [piece(2, &[0, 9, 1]), piece(2, &[0, 8, 7, 9, 1]), piece(1, &[0, 8, 1])]);
        let mut pieces = Pieces::default();
        pieces.add(joined);
        assert_eq!(pieces.take(3), [piece(1, &[0, 8, 1]), piece(2, &[0, 9, 1])]);
        assert_eq!(pieces.0, [piece(2, &[0, 8, 7, 9, 1])]);
    }
}
