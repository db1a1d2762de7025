//! The places of a folded tree's boxes: parents above the middle of their children, levels aligned.

use super::fold::Box;

/// The horizontal middle of each box, and the width of all.
pub(super) fn places(boxes: &[Box], widths: &[f64], gap: f64) -> (Vec<f64>, f64) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); boxes.len()];
    for (index, of) in boxes.iter().enumerate() {
        if let Some(parent) = of.parent {
            children[parent].push(index);
        }
    }
    let room_below = |of: usize, rooms: &[f64]| -> f64 {
        let sum: f64 = children[of].iter().map(|&child| rooms[child]).sum();
        sum + gap * children[of].len().saturating_sub(1) as f64
    };
    let mut rooms = widths.to_vec();
    for index in (0..boxes.len()).rev() {
        rooms[index] = widths[index].max(room_below(index, &rooms));
    }
    let mut lefts = vec![0.0; boxes.len()];
    for index in 0..boxes.len() {
        let mut left = lefts[index] + (rooms[index] - room_below(index, &rooms)) / 2.0;
        for &child in &children[index] {
            lefts[child] = left;
            left += rooms[child] + gap;
        }
    }
    // A parent is above the middle between its first and its last child.
    let mut middles: Vec<f64> = lefts.iter().zip(&rooms).map(|(left, room)| left + room / 2.0).collect();
    for index in (0..boxes.len()).rev() {
        if let [first, .., last] | [first @ last] = children[index][..] {
            let (half, middle) = (widths[index] / 2.0, f64::midpoint(middles[first], middles[last]));
            let (least, most) = (lefts[index] + half, lefts[index] + rooms[index] - half);
            middles[index] = middle.max(least).min(most);
        }
    }
    (middles, rooms.first().copied().unwrap_or_default())
}
