//! Fits of `[tan]`: a tree aggregation network from its three experiments.

use super::{Fit, FitFormat, validate};
use crate::answer::{Trust, Validation};
use crate::cli::args::Format;
use crate::cli::colour::reported;
use crate::cli::outcome::{Outcome, Step, bad_input};
use crate::report::fit::{FitReport, Verdict, svg};
use crate::report::text::Page;
use crate::report::{json, text};
use anyhow::anyhow;
use logpine_fit::port::PortFit;
use logpine_fit::profile::{ProfileHead, tan_profile};
use logpine_fit::regression::Point;
use logpine_fit::tan::TanFit;
use logpine_models::machine::Machine;
use logpine_text::units::Clock;
use std::path::Path;

impl Fit {
    /// A tree aggregation network from its three experiments.
    pub(super) fn tan(&self, format: Format) -> Step<Outcome> {
        let (files, formats) = self.requests()?;
        let runs = self.waves.runs()?;
        let measurements = self.waves.measurements(&runs, self.options.read())?;
        let requests = files.requests(formats)?;
        let clock = measurements.latency.clock;
        let fit = TanFit::new(&measurements, &self.options.tan()).map_err(bad_input)?;
        let head = ProfileHead {
            name: &self.name,
            clock,
            criterion: self.options.criterion(),
            overhead_argument: self.options.overhead_argument(),
        };
        let messages = self.messages_beside(clock)?;
        let profile = tan_profile(&fit, messages.as_ref(), &head).map_err(bad_input)?;
        let machine = Machine::from_toml(&profile, "the fitted profile").map_err(bad_input)?;
        let validation = match self.waves.validate.as_deref() {
            Some(path) => Some(validate::validation(&machine, path, self.options.read())?),
            None if runs.trees.is_empty() => None,
            None => Some(Validation::new(&machine, &runs.trees).map_err(bad_input)?),
        };
        let means = |line: &[Point]| line.iter().map(|point| (point.at, point.mean)).collect::<Vec<_>>();
        let (chain, fan_in) = (means(&fit.chain.points), means(&fit.fan_in.points));
        let trust = Trust::new(&machine, chain, fan_in).map_err(bad_input)?;
        let report = FitReport {
            name: &self.name,
            clock,
            measurements: &measurements,
            fit: &fit,
            criterion: self.options.criterion(),
            messages: messages.as_ref(),
        };
        let verdict = Verdict::of_fan_ins(&trust.fan_in).with_trees(validation.as_ref());
        let json = || json::fit(&report, &trust, validation.as_ref(), &verdict);
        files.write(requests.iter().map(|&(format, path)| {
            let contents = match format {
                FitFormat::Toml => profile.clone(),
                FitFormat::Svg => svg(&report),
                FitFormat::Json => json(),
            };
            (format, path, contents)
        }))?;
        Ok(reported(format, || self.page(&report, (&machine, &trust, &verdict), validation.as_ref(), &requests), json))
    }

    fn page(
        &self,
        report: &FitReport,
        (machine, trust, verdict): (&Machine, &Trust, &Verdict),
        validation: Option<&Validation>,
        requests: &[(FitFormat, &Path)],
    ) -> Page {
        let mut page = Page::default();
        text::fit(&mut page, report, machine, trust, verdict);
        if let Some(validation) = validation {
            text::validation(&mut page, report.name, validation, report.clock);
        }
        if let Some(messages) = report.messages {
            text::port_fit(&mut page, "Messages", messages, &Verdict::of_messages(messages, machine));
        }
        page.next([self.then(verdict, requests, "tree", "--leaves 128")]);
        page
    }

    /// The models of messages from the directory that has the experiments.
    fn messages_beside(&self, clock: Clock) -> Step<Option<PortFit>> {
        if !self.messages.is_measured() {
            return Ok(None);
        }
        if self.emit.contains(&FitFormat::Svg) {
            return Err(bad_input(anyhow!(
                "--emit svg draws one kind of measurements, and the directory has waves and messages: give --latency, --chain and \
                 --fanin, or --plogp"
            )));
        }
        let fit = self.messages.fit(self.options.read(), self.options.noise())?;
        if fit.clock == clock {
            Ok(Some(fit))
        } else {
            Err(bad_input(anyhow!(
                "{} and the waves are in units that do not mix; measure both in seconds",
                fit.origin
            )))
        }
    }
}
