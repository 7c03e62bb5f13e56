//! Rules for parks for which visits are reserved, and for the benefits that tickets give to a reservation.

use super::promotions::refers_to_variant;
use super::seasons::{MAX_RULES, opening_hours, season};
use super::{Check, seasons};
use crate::files::Property;

const MAX_FRIENDS: u32 = 20;
const MAX_HELD: u32 = 100;
const MAX_PLACES: u32 = 10;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids("property", folder.property.iter().map(|property| property.id.0.clone()));
    for (position, property) in folder.property.iter().enumerate() {
        texts(check, position, property);
        references(check, position, property);
        days(check, position, property);
    }
    benefits(check);
}

fn texts(check: &mut Check, position: usize, property: &Property) {
    check.line("property", position, "name", &property.name);
    check.theme_key("property", position, "css_key", property.css_key.as_deref());
    if let Some(logo) = &property.logo {
        check.picture_name("property", position, "logo.file", &logo.file);
        check.line("property", position, "logo.alt", &logo.alt);
    }
}

fn references(check: &mut Check, position: usize, property: &Property) {
    let folder = check.folder;
    let site = folder.site.iter().any(|site| site.id == property.site);
    check.refers(site, "property", position, "site", "site", property.site.as_str());
    let show = folder.show.iter().find(|show| show.id == property.show);
    check.refers(show.is_some(), "property", position, "show", "show", property.show.as_str());
    if let Some(show) = show {
        check.say_unless(show.hall.is_none(), "property", position, "show", || {
            format!("the show \"{}\" has a hall: entry times are without sections and seats", show.id)
        });
        check.say_unless(show.site == property.site, "property", position, "show", || {
            format!("the show \"{}\" is at \"{}\", not at \"{}\"", show.id, show.site, property.site)
        });
    }
    check.say_unless(!property.products.is_empty(), "property", position, "products", || {
        "`products` is empty: nobody could reserve a visit".to_owned()
    });
    for (key, products) in [("products", &property.products), ("add_ons", &property.add_ons)] {
        for (nth, id) in products.iter().enumerate() {
            let known = folder.product.iter().any(|product| product.id == *id);
            check.refers(known, "property", position, &format!("{key}.{nth}"), "product", id.as_str());
        }
    }
}

fn days(check: &mut Check, position: usize, property: &Property) {
    opening_hours(check, "property", position, &property.hours, &property.closed);
    check.say_unless(property.bring_a_friend.len() <= MAX_RULES, "property", position, "bring_a_friend", || {
        format!("`bring_a_friend` has at most {MAX_RULES}")
    });
    for (nth, days) in property.bring_a_friend.iter().enumerate() {
        let path = format!("bring_a_friend.{nth}");
        season(check, "property", position, &path, days.from, days.until, &days.weekdays);
        seasons::days(check, "property", position, &format!("{path}.days"), &days.days);
        check.say_unless(
            (1..=MAX_FRIENDS).contains(&days.friends),
            "property",
            position,
            &format!("{path}.friends"),
            || format!("`friends` is from 1 to {MAX_FRIENDS}, not {}", days.friends),
        );
    }
}

fn benefits(check: &mut Check) {
    let folder = check.folder;
    let table = "reservation_benefit";
    check.ids(table, folder.reservation_benefit.iter().map(|benefit| benefit.id.0.clone()));
    for (position, benefit) in folder.reservation_benefit.iter().enumerate() {
        check.line(table, position, "name", &benefit.name);
        check.optional_line(table, position, "card_title", benefit.card_title.as_deref());
        check.long_text(table, position, "card_description", benefit.card_description.as_deref().unwrap_or_default());
        check.theme_key(table, position, "css_key", benefit.css_key.as_deref());
        check.say_unless(!benefit.held.is_empty(), table, position, "held", || {
            "`held` is empty: no ticket would give it".to_owned()
        });
        for (nth, id) in benefit.held.iter().enumerate() {
            refers_to_variant(check, table, position, &format!("held.{nth}"), id);
        }
        for (key, value, least, most) in
            [("quantity", benefit.quantity, 1, MAX_HELD), ("places", benefit.places, 0, MAX_PLACES)]
        {
            check.say_unless((least..=most).contains(&value), table, position, key, || {
                format!("`{key}` is from {least} to {most}, not {value}")
            });
        }
        if let Some((from, until)) = benefit.from.zip(benefit.until) {
            check.say_unless(from <= until, table, position, "until", || {
                format!("`until` {until} is before `from` {from}")
            });
        }
        let is_of_ticket = benefit.selection == midway_kernel::coded::BenefitSelection::OnTicket;
        for (key, is_written) in [
            ("places", benefit.places > 0),
            ("card_title", benefit.card_title.is_some()),
            ("card_description", benefit.card_description.is_some()),
        ] {
            check.say_unless(!(is_of_ticket && is_written), table, position, key, || {
                format!("`{key}` belongs to selection type 2")
            });
        }
    }
}
