//! `[piecewise]`: alpha + beta s with other numbers for other sizes, as with a library that uses several protocols.

use super::combine::Combine;
use super::measured::Measured;
use super::parameters::registry::{Numbers, Visit, per_byte, time};
use super::reader::{Read, Section, Value};
use logpine_text::units::{Bytes, Rate, Time};

/// Parameters of the piecewise linear model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecewiseParameters {
    // At least one; the sizes up to which they hold increase, and the last has none.
    pieces: Vec<Piece>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
}

/// The cost of messages in a range of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The longest message of the piece, which begins where the previous piece ends; absent for the last piece, which has no
    /// end.
    pub up_to: Option<Bytes>,
    /// alpha: the time of an empty message.
    pub alpha: Measured<Time>,
    /// beta: the time per byte.
    pub beta: Measured<Rate>,
}

impl PiecewiseParameters {
    /// The pieces by increasing size; at least one. The last has no end.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[piecewise]", &["pieces", "combine", "combine_per_value"])?;
        let pieces = section.required("pieces", "[{ alpha = \"10us\", beta = \"1ns/B\" }]")?;
        Ok(Self { pieces: read_pieces(pieces)?, combine: Combine::read(&section)? })
    }
}

/// Reads `[{ up_to = "256B", alpha = "4.5us", beta = "2.67ns/B" }, { alpha = "9.8us", beta = "2.67ns/B" }]`.
fn read_pieces(value: Value<'_>) -> Read<Vec<Piece>> {
    let elements = value.elements("a list of pieces, like [{ alpha = \"10us\", beta = \"1ns/B\" }]")?;
    let Some((last, ending)) = elements.split_last() else {
        return Err(value.fault("`pieces` is empty; add at least one, like { alpha = \"10us\", beta = \"1ns/B\" }"));
    };
    let mut pieces = Vec::with_capacity(elements.len());
    let mut previous = Bytes(0);
    for element in ending {
        let section = section(*element)?;
        let size = section.required("up_to", "\"256B\"")?;
        let up_to = size.bytes()?;
        if up_to <= previous {
            return Err(size.fault(format!(
                "`up_to` is {up_to}, and the sizes up to {previous} belong to the pieces before; list the pieces by increasing size"
            )));
        }
        pieces.push(Piece { up_to: Some(up_to), ..read_piece(&section)? });
        previous = up_to;
    }
    let section = section(*last)?;
    if let Some(end) = section.optional("up_to") {
        return Err(end.fault(
            "the last piece must have no `up_to`, so that it holds for all longer messages; remove it or add a piece",
        ));
    }
    pieces.push(read_piece(&section)?);
    Ok(pieces)
}

fn section(element: Value<'_>) -> Read<Section<'_>> {
    element.section("a piece", &["up_to", "alpha", "beta"])
}

/// Reads a piece without its end.
fn read_piece(section: &Section<'_>) -> Read<Piece> {
    Ok(Piece {
        up_to: None,
        alpha: Measured::time(section.required("alpha", "\"10us\"")?)?,
        beta: Measured::per_byte(section.required("beta", "\"1ns/B\"")?)?,
    })
}

impl Numbers for PiecewiseParameters {
    fn visit(&mut self, visit: Visit) {
        for piece in &mut self.pieces {
            let sizes = piece.up_to.map_or_else(String::new, |size| format!(" up to {size}"));
            time(visit, format!("alpha{sizes}"), &mut piece.alpha);
            per_byte(visit, &format!("beta{sizes}"), &mut piece.beta);
        }
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.combine.as_mut()
    }
}
