//! Rules for sites, countries and states.

use std::collections::HashMap;

use super::seasons::opening_hours;
use super::shop::color_under_white;
use super::{Check, is_link, is_path};
use crate::files::Site;

/// Country ids that are fixed by the API: the address rules of API and app depend on them.
const PINNED_COUNTRIES: [(i32, &str, &str); 2] = [(80, "US", "the USA"), (17, "CA", "Canada")];

pub(crate) fn check(check: &mut Check) {
    sites(check);
    countries(check);
    states(check);
}

fn sites(check: &mut Check) {
    let folder = check.folder;
    if folder.site.is_empty() && !check.origins.has_broken("site") {
        check.problems.push(super::Problem::of_folder("there is no [[site]]: a shop sells for at least one"));
    }
    check.ids("site", folder.site.iter().map(|site| site.id.0.clone()));
    for (position, site) in folder.site.iter().enumerate() {
        check.line("site", position, "name", &site.name);
        check.theme_key("site", position, "css_key", site.css_key.as_deref());
        if let Some(color) = &site.ticket_color {
            color_under_white(check, ("site", position, "ticket_color"), color);
        }
        check.line("site", position, "address.street", &site.address.street);
        check.line("site", position, "address.city", &site.address.city);
        check.line("site", position, "address.zip", &site.address.zip);
        if let Some(schema_type) = &site.schema_type {
            let good = schema_type.starts_with(|c: char| c.is_ascii_uppercase())
                && schema_type.len() <= 60
                && schema_type.bytes().all(|b| b.is_ascii_alphanumeric());
            check.say_unless(good, "site", position, "schema_type", || {
                format!("\"{schema_type}\" is not a schema.org type like `Museum`")
            });
        }
        check.optional_line("site", position, "analytics_tracking_id", site.analytics_tracking_id.as_deref());
        visit(check, position, site);
        let code = &site.address.country;
        let country = folder.country.iter().find(|country| country.code == *code);
        if country.is_none() && !check.origins.has_broken("country") {
            check.say("site", position, "address.country", format!("there is no country with the code \"{code}\""));
        }
        if let (Some(country), Some(state)) = (country, &site.address.state) {
            let known = folder.state.iter().any(|it| it.country_id == country.id && it.abbreviation == *state)
                || check.origins.has_broken("state");
            check.say_unless(known, "site", position, "address.state", || {
                format!("{} has no state or province \"{state}\"", country.name)
            });
        }
    }
}

/// Checks what visitors of a site are told.
fn visit(check: &mut Check, position: usize, site: &Site) {
    opening_hours(check, "site", position, &site.hours, &site.closed);
    if let Some(map) = &site.map {
        check.picture_name("site", position, "map.file", &map.file);
        check.line("site", position, "map.alt", &map.alt);
    }
    if let Some(url) = &site.map_url {
        check.say_unless(is_link(url) && !is_path(url), "site", position, "map_url", || {
            "`map_url` is an address that begins with https://".to_owned()
        });
    }
    check.long_text("site", position, "directions", &site.directions);
    for (nth, line) in site.what_to_bring.iter().enumerate() {
        check.line("site", position, &format!("what_to_bring.{nth}"), line);
    }
    check.accessibility("site", position, &site.accessibility);
    check.long_text("site", position, "accessibility_description", &site.accessibility_description);
}

fn countries(check: &mut Check) {
    let folder = check.folder;
    let (mut ids, mut codes) = (HashMap::new(), HashMap::new());
    if folder.country.is_empty() && !check.origins.has_broken("country") {
        check.problems.push(super::Problem::of_folder("there is no country: an address must be in one"));
    }
    for (position, country) in folder.country.iter().enumerate() {
        positive_id(check, "country", position, country.id);
        check.first_use(&mut ids, "country", position, "id", country.id);
        check.first_use(&mut codes, "country", position, "code", country.code.clone());
        check.line("country", position, "name", &country.name);
        let good = country.code.len() == 2 && country.code.bytes().all(|b| b.is_ascii_uppercase());
        check.say_unless(good, "country", position, "code", || {
            format!("\"{}\" is not an ISO 3166 code of two capital letters", country.code)
        });
        for (id, code, name) in PINNED_COUNTRIES {
            if (country.id == id) != (country.code == code) {
                check.say("country", position, "id", format!("the id {id} and the code {code} belong to {name}"));
            } else if country.id == id && !country.phone_use_nanp_format {
                let what = format!("{name} uses the North American Numbering Plan: phone_use_nanp_format is true");
                check.say("country", position, "phone_use_nanp_format", what);
            }
        }
    }
}

fn states(check: &mut Check) {
    let folder = check.folder;
    let (mut ids, mut abbreviations) = (HashMap::new(), HashMap::new());
    for (position, state) in folder.state.iter().enumerate() {
        positive_id(check, "state", position, state.id);
        check.first_use(&mut ids, "state", position, "id", state.id);
        check.line("state", position, "name", &state.name);
        check.line("state", position, "abbreviation", &state.abbreviation);
        let name = format!("{} of country {}", state.abbreviation, state.country_id);
        check.first_use(&mut abbreviations, "state", position, "abbreviation", name);
        let known = folder.country.iter().any(|country| country.id == state.country_id);
        check.refers(known, "state", position, "country_id", "country", &state.country_id.to_string());
    }
}

fn positive_id(check: &mut Check, table: &str, position: usize, id: i32) {
    check.say_unless(id > 0, table, position, "id", || format!("an id is a whole number above 0, not {id}"));
}
