//! Fits of `[overlay]`: the cost of a child.

use super::{Fit, FitFormat};
use crate::cli::args::Format;
use crate::cli::colour::reported;
use crate::cli::input;
use crate::cli::mpi::refuse_given;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::report::text::Page;
use crate::report::{json, text};
use anyhow::anyhow;
use logpine_fit::measurements::read_rates;
use logpine_fit::overlay::OverlayFit;
use logpine_fit::profile::overlay_profile;
use logpine_models::machine::Machine;
use logpine_text::input::InputLimit;

impl Fit {
    /// The cost of a child from rates by fanout, or from waves with threads; `None` if neither is asked for.
    pub(super) fn overlay(&self) -> Step<Option<OverlayFit>> {
        if let Some(path) = &self.rates {
            let bytes = input::read(path, InputLimit::MEASUREMENTS)?;
            let measured = read_rates(&bytes, &path.display().to_string()).map_err(bad_input)?;
            return Ok(Some(OverlayFit::of_rates(&measured).map_err(bad_input)?));
        }
        let Some(threads) = self.threads else { return Ok(None) };
        refuse_given(self.options.of_overheads(), "a fit of [tan], without --threads")?;
        let read = self.options.read();
        let measurements = self.waves.measurements(&self.waves.runs()?, read)?;
        let other = self.waves.other_size(read)?;
        let fit =
            OverlayFit::of_waves(&measurements, &self.options.tan(), threads, other.as_ref()).map_err(bad_input)?;
        Ok(Some(fit))
    }

    /// A profile with [overlay].
    pub(super) fn with_overlay(&self, fit: &OverlayFit, format: Format) -> Step<Outcome> {
        let (files, formats) = self.requests()?;
        if formats.contains(&FitFormat::Svg) {
            return Err(bad_input(anyhow!(
                "--emit svg draws fits of [tan] and of messages: [overlay] has the report and --emit toml or json"
            )));
        }
        let requests = files.requests(formats)?;
        let profile = overlay_profile(fit, &self.name).map_err(bad_input)?;
        Machine::from_toml(&profile, "the fitted profile").map_err(bad_input)?;
        files.write(requests.iter().map(|&(format, path)| match format {
            FitFormat::Json => (format, path, json::overlay_fit(&self.name, fit)),
            FitFormat::Toml | FitFormat::Svg => (format, path, profile.clone()),
        }))?;
        // The widest tree that was measured.
        let members = fit.fanouts[1].saturating_add(1);
        let objective = if fit.waves.is_some() { "" } else { " --objective period" };
        let question = format!("--members {members}{objective}");
        Ok(reported(
            format,
            || {
                let mut page = Page::default();
                let verdict = text::overlay_fit(&mut page, &self.name, fit);
                page.next([self.then(&verdict, &requests, "tree", &question)]);
                page
            },
            || json::overlay_fit(&self.name, fit),
        ))
    }
}
