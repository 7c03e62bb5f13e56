//! The files of a new catalogue: templates with a few values that depend on the answers.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;

use super::answers::Kind;

const SHOP: &str = include_str!("templates/shop.toml");
const VENUE: &str = include_str!("templates/venue.toml");
const CHECKOUT: &str = include_str!("templates/checkout.toml");
const LEGAL: &str = include_str!("templates/legal.toml");
const TIMED_ENTRY: &str = include_str!("templates/timed-entry.toml");
const DATED_TICKET: &str = include_str!("templates/dated-ticket.toml");
const PERFORMANCES: &str = include_str!("templates/performances.toml");
const ENTRANCE: &str = include_str!("templates/entrance.toml");
const ENTRANCE_TIMES: &str = include_str!("templates/entrance-times.toml");
const SEATS: &str = include_str!("templates/seat.csv");
const PASSES: &str = include_str!("templates/passes.toml");
/// All countries and the states of two of them, as in the demo.
const COUNTRIES: &str = include_str!("../../../../catalog/country.csv");
const STATES: &str = include_str!("../../../../catalog/state.csv");
/// Editors read the schema, because the first line of each TOML file names it. Imports ignore hidden files.
const SCHEMA: &str = include_str!("../../../catalogue.schema.json");

/// What the files depend on.
#[derive(Clone, Debug)]
pub struct NewShop {
    /// Without control characters.
    pub name: String,
    pub time_zone: Tz,
    pub sells: BTreeSet<Kind>,
}

impl NewShop {
    /// The files with their names. Dates count from `today`.
    pub fn files(&self, today: NaiveDate) -> Vec<(&'static str, String)> {
        let mut files = vec![
            ("shop.toml", SHOP),
            ("venue.toml", VENUE),
            ("checkout.toml", CHECKOUT),
            ("legal.toml", LEGAL),
            ("country.csv", COUNTRIES),
        ];
        for kind in &self.sells {
            match kind {
                Kind::TimedEntry => files.push(("timed-entry.toml", TIMED_ENTRY)),
                Kind::DatedTicket => files.push(("dated-ticket.toml", DATED_TICKET)),
                Kind::Performances => files.extend([("performances.toml", PERFORMANCES), ("seat.csv", SEATS)]),
                Kind::Passes => files.push(("passes.toml", PASSES)),
            }
        }
        let mut files: Vec<_> = files.into_iter().map(|(name, template)| (name, self.fill(template, today))).collect();
        files.push(("state.csv", states()));
        files.push((".catalogue.schema.json", SCHEMA.to_owned()));
        files
    }

    fn fill(&self, template: &str, today: NaiveDate) -> String {
        // The name comes last, because it may contain anything.
        template
            .replace("@today@", &today.to_string())
            .replace("@in_a_year@", &(today + Days::new(364)).to_string())
            .replace("@time_zone@", self.time_zone.name())
            .replace("@menu@", &self.menu())
            .replace("@entrance@", &self.entrance())
            .replace("@name@", &toml_string(&self.name))
    }

    /// The entrance for which pass holders reserve visits: at the times or days that the shop sells, or else at times of
    /// its own.
    fn entrance(&self) -> String {
        let shows = [(Kind::TimedEntry, "timed-entry"), (Kind::DatedTicket, "day")];
        match shows.into_iter().find(|(kind, _)| self.sells.contains(kind)) {
            Some((_, show)) => ENTRANCE.replace("@show@", show),
            None => format!("{ENTRANCE_TIMES}{}", ENTRANCE.replace("@show@", "entrance")),
        }
    }

    /// The links of the menu, one per line.
    fn menu(&self) -> String {
        let has_days = self.sells.iter().any(|kind| *kind != Kind::Passes);
        let has_passes = self.sells.contains(&Kind::Passes);
        let links = [("Tickets", "/find", has_days), ("Passes", "/passes", has_passes)];
        let shown = links.iter().filter(|(_, _, is_shown)| *is_shown);
        shown.map(|(name, to, _)| format!("    {{ name = \"{name}\", to = \"{to}\" }},\n")).collect()
    }
}

/// A text without control characters as a TOML string.
fn toml_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The demo's states without the last column: where its shoppers acknowledge the location.
fn states() -> String {
    let named = STATES.lines().filter_map(|line| line.rsplit_once(','));
    named.map(|(state, _)| format!("{state}\n")).collect()
}
