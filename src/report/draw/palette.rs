//! The colours of pictures.

/// The ground of pictures, and of letters on dark colours.
pub const PAPER: &str = "#ffffff";
/// The colour of words and borders.
pub const INK: &str = "#222222";
/// The colour of secondary words: facts, axes, notes.
pub const FAINT: &str = "#555555";
/// The colour of the lines behind a drawing.
pub const GRID: &str = "#e2e2e2";
/// The colour of frames.
pub const FRAME: &str = "#888888";
/// The colour of empty places.
pub const EMPTY: &str = "#eeeeee";
/// The colour of measurements.
pub const DATA: &str = "#4e79a7";
/// The colour of fitted or intended values: curves, guides.
pub const FITTED: &str = "#e8710a";
/// The colour of critical paths, and of samples that do not count.
pub const ALERT: &str = "#c00040";
/// The ground of every other row, and of tracks.
pub const BAND: &str = "#f2f2f2";

/// Sends, receptions, calculations, gaps after sends, waiting for the next round, and messages in flight.
pub const SEND: &str = "#0072b2";
pub const RECEIVE: &str = "#e69f00";
pub const CALCULATE: &str = "#009e73";
pub const GAP: &str = "#b9d7ec";
pub const WAIT: &str = "#e4e4e4";
pub const FLIGHT: &str = "#8a8a8a";

/// Fitted forms of an overhead, besides [`FITTED`].
pub const CONSTANT: &str = "#9aa0a6";
pub const LINEAR: &str = "#59a14f";
pub const LOGARITHMIC: &str = "#b07aa1";
pub const EXPONENTIAL: &str = "#9c755f";

/// The borders of nodes, their grounds, and links; those of grids around to the other end of a row.
pub const BORDER: &str = "#33414e";
pub const ENDPOINT: &str = "#dbe9f6";
pub const SWITCH: &str = "#f6e3c5";
pub const LINK: &str = "#5b6b7c";
pub const AROUND: &str = "#b0662a";

/// Variables of causal models, functions among them, and direct causes.
pub const VARIABLE: &str = "#f4f7fa";
pub const FUNCTION: &str = "#fdf1e7";
pub const CAUSE: &str = "#33587c";

/// Colours from the first step to the last: dark violet to yellow, after viridis, whose lightness rises evenly.
pub const SCALE: [[u8; 3]; 6] =
    [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [223, 201, 24]];

/// The colour at a place of [`SCALE`], from 0 to 1.
pub fn colour_at(place: f64) -> String {
    let last = SCALE.len() - 1;
    let at = place.clamp(0.0, 1.0) * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 5")]
    let index = (at as usize).min(last - 1);
    let share = at - index as f64;
    let mix = |channel: usize| {
        let (from, to) = (f64::from(SCALE[index][channel]), f64::from(SCALE[index + 1][channel]));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        let mixed = (from + share * (to - from)).round() as u8;
        mixed
    };
    hex([mix(0), mix(1), mix(2)])
}

/// A colour as SVG writes it.
pub fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colour of words on a ground: of black and white the one with more contrast, at least 4.5.
pub fn ink_on(ground: [u8; 3]) -> &'static str {
    if contrast(ground, [0; 3]) >= contrast(ground, [255; 3]) { "#000000" } else { PAPER }
}

/// The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(colour: [u8; 3]) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_on_any_ground_can_be_read() {
        let contrasts = [contrast([0; 3], [255; 3]), contrast([119; 3], [255; 3]), contrast([7, 8, 9], [7, 8, 9])];
        assert_eq!(contrasts.map(|contrast| format!("{contrast:.2}")), ["21.00", "4.48", "1.00"]);
        for grey in 0..=255 {
            let ink = if ink_on([grey; 3]) == PAPER { [255; 3] } else { [0; 3] };
            assert!(contrast([grey; 3], ink) >= 4.5, "{grey}");
        }
        assert_eq!(hex([0, 16, 255]), "#0010ff");
    }

    #[test]
    fn colours_go_from_the_first_to_the_last() {
        assert_eq!([colour_at(0.0), colour_at(1.0)], [hex(SCALE[0]), hex(SCALE[5])]);
        assert_eq!(colour_at(0.5), hex([38, 144, 137]));
    }
}
