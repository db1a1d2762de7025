//! The beginning of a picture: what it shows, in words.

use crate::xml::escaped;

/// The words above a picture, as they are: they are escaped here.
pub(super) struct Heading<'a> {
    pub title: &'a str,
    /// A line below the title.
    pub facts: &'a str,
    /// For those who do not see the picture.
    pub about: &'a str,
    /// Where the words begin.
    pub left: f64,
}

impl Heading<'_> {
    /// The beginning of an SVG file of this size in pixels: title, description, a white ground and the headings.
    pub fn beginning(&self, width: f64, height: f64) -> String {
        let Self { left, .. } = self;
        let [title, facts, about] = [self.title, self.facts, self.about].map(escaped);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-labelledby=\"title description\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" \
             fill=\"#222222\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"description\">{about}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text x=\"{left}\" y=\"34\" font-size=\"18\" font-weight=\"bold\">{title}</text>\n\
             <text x=\"{left}\" y=\"56\" fill=\"#555555\">{facts}</text>\n"
        )
    }
}
