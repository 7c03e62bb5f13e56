//! Rules for products and their variants.

use std::collections::{HashMap, HashSet};

use super::calendars::times;
use super::times::local_time;
use super::{Check, key_of, selling};
use crate::files::{Hall, Product, Seat, Show, Variant};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{SectionId, ShowId, SiteId, is_slug};
use midway_kernel::money::Money;

/// The maximum number of people without tickets that one passholder may bring.
const MAX_ADDITIONAL: u32 = 20;
const MAX_SELECTIONS: usize = 4;
const MAX_VARIANTS: usize = 100;
/// The maximum delay between selections, in minutes: a day, because all selections are for the same day.
const MAX_DELAY: u32 = 24 * 60;
const MAX_PICTURES: usize = 20;
/// The maximum number of benefits of a pass level. A longer table helps nobody to choose.
const MAX_BENEFITS: usize = 30;
/// The maximum quantity of one cart line.
const LARGEST_QUANTITY: u32 = 1_000;
const MAX_TICKETS_PER_UNIT: u32 = 20;
/// The maximum validity of a pass in days: ten years.
const MAX_PASS: u32 = 3_660;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids("product", folder.product.iter().map(|product| product.id.0.clone()));
    donations(check);
    let mut variant_ids = HashMap::new();
    for (position, product) in folder.product.iter().enumerate() {
        texts(check, position, product);
        sale_window(check, position, product);
        pictures(check, position, product);
        pass_levels(check, position, product);
        selections(check, position, product);
        replaces(check, position, product);
        check.say_unless(!product.variants.is_empty(), "product", position, "", || {
            format!("the product \"{}\" has no variant", product.id)
        });
        check.say_unless(product.variants.len() <= MAX_VARIANTS, "product", position, "", || {
            format!("a product has at most {MAX_VARIANTS} variants")
        });
        let mut names = HashMap::new();
        for (nth, it) in product.variants.iter().enumerate() {
            let path = format!("variant.{nth}");
            check.first_use(&mut names, "product", position, &format!("{path}.name"), name_and_level(it));
            check.slug("product", position, &format!("{path}.id"), it.id.as_str());
            check.first_use(&mut variant_ids, "product", position, &format!("{path}.id"), it.id.clone());
            variant(check, position, &path, product, it);
        }
    }
}

fn texts(check: &mut Check, position: usize, product: &Product) {
    let site = check.folder.site.iter().any(|site| site.id == product.site);
    check.refers(site, "product", position, "site", "site", product.site.as_str());
    check.line("product", position, "name", &product.name);
    check.optional_line("product", position, "category", product.category.as_deref());
    check.long_text("product", position, "short_description", &product.short_description);
    check.long_text("product", position, "long_description", &product.long_description);
    check.long_text("product", position, "disclaimer", &product.disclaimer);
    selling::tax_class(check, "product", position, product.tax_class.as_ref());
    check.say_unless(product.sold_publicly || product.category.is_none(), "product", position, "category", || {
        "the home page lists what is sold publicly: leave `category` out".to_owned()
    });
    let mut tags = HashMap::new();
    for (nth, tag) in product.tags.iter().enumerate() {
        let path = format!("tags.{nth}");
        check.say_unless(is_slug(tag), "product", position, &path, || {
            format!("\"{tag}\" is not a tag: small letters, digits and hyphens, at most 60")
        });
        check.first_use(&mut tags, "product", position, &path, tag.clone());
    }
    check.search_words("product", position, &product.search_words);
    let mut audiences = HashMap::new();
    for (nth, audience) in product.audiences.iter().enumerate() {
        let path = format!("audiences.{nth}");
        check.line("product", position, &path, audience);
        check.first_use(&mut audiences, "product", position, &path, audience.clone());
    }
    check.accessibility("product", position, &product.accessibility);
}

/// Checks the donation product. A donation is only an amount: its product has one variant and no performances,
/// quantities or tickets, and there is only one donation product.
fn donations(check: &mut Check) {
    let folder = check.folder;
    let gifts =
        folder.product.iter().enumerate().filter_map(|(at, product)| Some((at, product, product.donation.as_ref()?)));
    for (nth, (position, product, donation)) in gifts.enumerate() {
        check.say_unless(nth == 0, "product", position, "donation", || {
            "a second donation: there is one at most".to_owned()
        });
        check.say_unless(
            donation.round_up_minimum < Money(100),
            "product",
            position,
            "donation.round_up_minimum",
            || "`round_up_minimum` is below 1.00: no amount is farther from the next dollar".to_owned(),
        );
        selling::price(check, "product", position, "donation.round_up_minimum", donation.round_up_minimum);
        let plain = product.category.is_none()
            && product.sold_publicly
            && product.selections.is_empty()
            && product.tax_class.is_none();
        check.say_unless(plain, "product", position, "donation", || {
            "a donation has no `category`, no `tax_class` and no [[product.selection]], and is sold publicly".to_owned()
        });
        let is_gift = |it: &Variant| {
            let (price, most, tickets) = (it.price, it.max_quantity, it.tickets);
            price.is_some_and(Money::is_zero) && most == 1 && tickets == 0 && it.stock.is_none() && !it.delivery_item
        };
        let one = product.variants.len() == 1 && product.variants.iter().all(is_gift);
        check.say_unless(one || product.variants.is_empty(), "product", position, "donation", || {
            "a donation has one variant, with price = \"0.00\", max_quantity = 1, tickets = 0, and nothing in stock or to hand \
             over"
                .to_owned()
        });
    }
}

fn sale_window(check: &mut Check, position: usize, product: &Product) {
    if let (Some(from), Some(until)) = (product.on_sale_from, product.on_sale_until) {
        check.say_unless(from < until, "product", position, "on_sale_until", || {
            format!("`on_sale_until` {until} is not after `on_sale_from` {from}")
        });
    }
    let Some(site) = check.folder.site.iter().find(|site| site.id == product.site) else { return };
    for (key, at) in [("on_sale_from", product.on_sale_from), ("on_sale_until", product.on_sale_until)] {
        local_time(check, ("product", position, key), at, site.time_zone);
    }
}

fn replaces(check: &mut Check, position: usize, product: &Product) {
    let mut others = HashMap::new();
    for (nth, other) in product.replaces.iter().enumerate() {
        let path = format!("replaces.{nth}");
        let is_known = check.folder.product.iter().any(|it| it.id == *other);
        check.refers(is_known, "product", position, &path, "product", other.as_str());
        check.first_use(&mut others, "product", position, &path, other.clone());
        check.say_unless(*other != product.id, "product", position, &path, || {
            format!("the product \"{other}\" cannot replace itself")
        });
    }
}

fn pass_levels(check: &mut Check, position: usize, product: &Product) {
    let mut levels = HashMap::new();
    for (nth, level) in product.pass_levels.iter().enumerate() {
        let path = format!("pass_level.{nth}");
        let mut passes = product.variants.iter().filter(|variant| variant.pass.is_some());
        let is_of_variant = passes.any(|variant| variant.pass_level.as_ref() == Some(&level.name));
        check.say_unless(is_of_variant, "product", position, &format!("{path}.name"), || {
            format!("no pass of the product \"{}\" has the `pass_level` \"{}\"", product.id, level.name)
        });
        check.first_use(&mut levels, "product", position, &format!("{path}.name"), level.name.clone());
        check.say_unless(
            (1..=MAX_BENEFITS).contains(&level.benefits.len()),
            "product",
            position,
            &format!("{path}.benefits"),
            || format!("a pass level has 1 to {MAX_BENEFITS} benefits"),
        );
        let mut benefits = HashMap::new();
        for (nth, benefit) in level.benefits.iter().enumerate() {
            let path = format!("{path}.benefits.{nth}");
            check.line("product", position, &format!("{path}.name"), &benefit.name);
            check.first_use(&mut benefits, "product", position, &format!("{path}.name"), benefit.name.clone());
            if let Some(text) = &benefit.text {
                check.line("product", position, &format!("{path}.text"), text);
            }
        }
    }
}

fn pictures(check: &mut Check, position: usize, product: &Product) {
    check.say_unless(product.pictures.len() <= MAX_PICTURES, "product", position, "picture", || {
        format!("a product has at most {MAX_PICTURES} pictures")
    });
    for (nth, picture) in product.pictures.iter().enumerate() {
        check.picture_name("product", position, &format!("picture.{nth}.file"), &picture.file);
        check.line("product", position, &format!("picture.{nth}.alt"), &picture.alt);
    }
}

fn selections(check: &mut Check, position: usize, product: &Product) {
    check.say_unless(product.selections.len() <= MAX_SELECTIONS, "product", position, "selection", || {
        format!("a product has at most {MAX_SELECTIONS} selections")
    });
    let mut shows = HashMap::new();
    for (nth, selection) in product.selections.iter().enumerate() {
        let path = format!("selection.{nth}.shows");
        check.say_unless(!selection.shows.is_empty(), "product", position, &path, || {
            "a selection names at least one show".to_owned()
        });
        check.optional_line("product", position, &format!("selection.{nth}.prompt"), selection.prompt.as_deref());
        if let Some(delay) = &selection.delay {
            let path = format!("selection.{nth}.delay");
            check.say_unless(nth > 0, "product", position, &path, || {
                "the first selection has no `delay`: there is none before it".to_owned()
            });
            check.say_unless((1..=MAX_DELAY).contains(&delay.minutes), "product", position, &path, || {
                format!("the `minutes` of a delay are from 1 to {MAX_DELAY}")
            });
        }
        times(check, "product", position, &format!("selection.{nth}."), selection.from_time, selection.until_time);
        for (at, id) in selection.shows.iter().enumerate() {
            let path = format!("{path}.{at}");
            selected_show(check, position, &path, product, id);
            check.first_use(&mut shows, "product", position, &path, id.clone());
        }
    }
}

fn selected_show(check: &mut Check, position: usize, path: &str, product: &Product, id: &ShowId) {
    let folder = check.folder;
    let show = folder.show.iter().find(|show| show.id == *id);
    check.refers(show.is_some(), "product", position, path, "show", id.as_str());
    let Some(show) = show else { return };
    let zone = |site: &SiteId| folder.site.iter().find(|it| it.id == *site).map(|it| it.time_zone);
    if let (Some(own), Some(shows)) = (zone(&product.site), zone(&show.site)) {
        check.say_unless(own == shows, "product", position, path, || {
            format!("the show \"{id}\" is in the time zone {shows}, the product in {own}")
        });
    }
    let scheduled = folder.schedule.iter().any(|schedule| schedule.show == *id);
    // A schedule that names an unknown show is reported already, and may be the missing one.
    let is_known = |id: &ShowId| folder.show.iter().any(|show| show.id == *id);
    let excused =
        check.origins.has_broken("schedule") || folder.schedule.iter().any(|schedule| !is_known(&schedule.show));
    check.say_unless(scheduled || excused, "product", position, path, || {
        format!("the show \"{id}\" has no schedule, so it has no performances")
    });
}

/// The name that distinguishes the variants of a product on pages.
fn name_and_level(variant: &Variant) -> String {
    match &variant.pass_level {
        Some(level) => format!("{} ({level})", variant.name),
        None => variant.name.clone(),
    }
}

fn variant(check: &mut Check, position: usize, path: &str, product: &Product, variant: &Variant) {
    let at = |key: &str| format!("{path}.{key}");
    check.line("product", position, &at("name"), &variant.name);
    match variant.price {
        Some(price) => selling::price(check, "product", position, &at("price"), price),
        None => {
            check.say_unless(product.package.is_some(), "product", position, path, || "`price` is missing".to_owned())
        }
    }
    quantities(check, position, path, variant);
    for (key, text) in [
        ("pass_level", &variant.pass_level),
        ("age_restriction_text", &variant.age_restriction_text),
        ("quantity_restriction_text", &variant.quantity_restriction_text),
    ] {
        check.optional_line("product", position, &at(key), text.as_deref());
    }
    check.say_unless(
        variant.additional_people <= MAX_ADDITIONAL,
        "product",
        position,
        &at("additional_people"),
        || format!("`additional_people` is at most {MAX_ADDITIONAL}, not {}", variant.additional_people),
    );
    let selected: HashSet<&ShowId> = product.selections.iter().flat_map(|selection| &selection.shows).collect();
    for (nth, id) in variant.shows.iter().enumerate() {
        check.say_unless(selected.contains(id), "product", position, &at(&format!("shows.{nth}")), || {
            format!("the show \"{id}\" is in no selection of the product \"{}\"", product.id)
        });
    }
    for (nth, selection) in product.selections.iter().enumerate().filter(|_| !variant.shows.is_empty()) {
        let is_sold = selection.shows.iter().any(|id| variant.shows.contains(id));
        let are_known = variant.shows.iter().all(|id| selected.contains(id));
        check.say_unless(is_sold || !are_known, "product", position, &at("shows"), || {
            format!(
                "\"{}\" is sold for no show of selection {}: name one of each selection, or leave the key out",
                variant.id,
                nth + 1
            )
        });
    }
    let is_personal = variant.tickets == 1 && variant.min_quantity == 1 && product.package.is_none();
    check.say_unless(variant.pass.is_none() || is_personal, "product", position, &at("pass"), || {
        "a pass is for one person: it has tickets = 1 and min_quantity = 1, and is not a package".to_owned()
    });
    pass(check, position, path, variant);
    places(check, position, path, product, variant);
    let methods = &check.folder.delivery_method;
    let deliverable = methods.iter().any(|method| !method.digital) || check.origins.has_broken("delivery_method");
    check.say_unless(!variant.delivery_item || deliverable, "product", position, &at("delivery_item"), || {
        "it is a delivery item, but every delivery method is digital".to_owned()
    });
}

/// Checks the keys of a pass. A pass must state how long it is valid. Other variants must not have a validity, a plan
/// or limits of the birth date.
fn pass(check: &mut Check, position: usize, path: &str, variant: &Variant) {
    let at = |key: &str| format!("{path}.{key}");
    if variant.pass.is_none() {
        let written = [
            ("valid", variant.valid.is_some()),
            ("plan", variant.plan.is_some()),
            ("min_birth_date", variant.min_birth_date.is_some()),
            ("max_birth_date", variant.max_birth_date.is_some()),
        ];
        for (key, _) in written.into_iter().filter(|(_, is_written)| *is_written) {
            check.say("product", position, &at(key), format!("only a pass has `{key}`: write `pass` too"));
        }
        return;
    }
    if let Some(id) = &variant.plan {
        let found = check.folder.plan.iter().any(|plan| plan.id == *id);
        check.refers(found, "product", position, &at("plan"), "plan", id.as_str());
    }
    let Some(valid) = variant.valid else {
        return check.say("product", position, path, "a pass says how long it is `valid`: `days`, or `until` a day");
    };
    check.say_unless(valid.until.is_some() != valid.days.is_some(), "product", position, &at("valid"), || {
        "write only one of `until` and `days`".to_owned()
    });
    check.say_unless(
        valid.days.is_none_or(|days| (1..=MAX_PASS).contains(&days)),
        "product",
        position,
        &at("valid.days"),
        || format!("`days` is from 1 to {MAX_PASS}"),
    );
    for (key, earlier, later) in
        [("valid.until", valid.from, valid.until), ("max_birth_date", variant.min_birth_date, variant.max_birth_date)]
    {
        if let (Some(earlier), Some(later)) = (earlier, later) {
            check
                .say_unless(earlier <= later, "product", position, &at(key), || format!("{later} is before {earlier}"));
        }
    }
}

/// Checks the sections and the seat choice of a variant. The sections must belong to the halls of its shows, and a unit
/// has as many tickets as its seat has places.
fn places(check: &mut Check, position: usize, path: &str, product: &Product, variant: &Variant) {
    let folder = check.folder;
    let selected = product.selections.iter().flat_map(|selection| &selection.shows);
    let is_sold = |show: &&ShowId| variant.shows.is_empty() || variant.shows.contains(show);
    let shows: Vec<&Show> =
        selected.filter(is_sold).filter_map(|id| folder.show.iter().find(|show| show.id == *id)).collect();
    let hall_of = |show: &&Show| folder.hall.iter().find(|hall| show.hall.as_ref() == Some(&hall.id));
    let sections: HashSet<&SectionId> =
        shows.iter().filter_map(hall_of).flat_map(|hall| &hall.sections).map(|section| &section.id).collect();
    // A missing hall is reported with its show.
    let is_clear = shows.iter().all(|show| show.hall.is_none() || hall_of(show).is_some());
    for (nth, id) in variant.sections.iter().enumerate() {
        let known = sections.contains(id) || !is_clear || check.origins.has_broken("show");
        check.say_unless(known, "product", position, &format!("{path}.sections.{nth}"), || {
            format!("no hall in which \"{}\" is played has a section \"{id}\"", variant.id)
        });
    }
    let are_known = is_clear && variant.sections.iter().all(|id| sections.contains(id));
    for (nth, selection) in product.selections.iter().enumerate().filter(|_| are_known && !variant.sections.is_empty())
    {
        let mut sold = shows.iter().filter(|show| selection.shows.contains(&show.id)).peekable();
        let has_named = |show: &Show| {
            hall_of(&show).is_none_or(|hall| hall.sections.iter().any(|it| variant.sections.contains(&it.id)))
        };
        let is_bought = sold.peek().is_none() || sold.any(|show| has_named(show));
        check.say_unless(is_bought, "product", position, &format!("{path}.sections"), || {
            format!(
                "\"{}\" is sold in none of the sections of selection {}: name sections of each hall, or leave the key out",
                variant.id,
                nth + 1
            )
        });
    }
    // The seats of a package are those of its parts.
    if product.package.is_some() || !shows.iter().any(|show| show.show_type == ShowType::Seats) {
        return;
    }
    let halls = shows.iter().filter(|show| show.show_type == ShowType::Seats).filter_map(hall_of);
    let is_sold_in = |hall: &&Hall, id: &SectionId| {
        let is_asked_for = variant.sections.is_empty() || variant.sections.contains(id);
        is_asked_for && hall.sections.iter().any(|section| section.id == *id)
    };
    let halls: Vec<&Hall> = halls.collect();
    let sold: Vec<&Seat> = folder
        .seat
        .iter()
        .filter(|seat| halls.iter().any(|hall| hall.id == seat.hall && is_sold_in(hall, &seat.section)))
        .collect();
    check.say_unless(sold.is_empty() || variant.min_quantity == 1, "product", position, path, || {
        "seats are bought one by one: what is sold for them has min_quantity = 1".to_owned()
    });
    if let Some(other) = sold.iter().find(|seat| seat.places != variant.tickets) {
        let problem = if other.places == 1 {
            "a seat is for one person: what is sold for it has tickets = 1".to_owned()
        } else {
            format!(
                "\"{}\" would be sold for {} {} of the section \"{}\", which is for {} people: name its `sections`, or \
                 set tickets = {}",
                variant.id, other.row, other.seat, other.section, other.places, other.places
            )
        };
        check.say("product", position, path, problem);
    }
}

fn quantities(check: &mut Check, position: usize, path: &str, variant: &Variant) {
    let (least, most) = (variant.min_quantity, variant.max_quantity);
    for (key, value, smallest, largest) in [
        ("min_quantity", least, 1, LARGEST_QUANTITY),
        ("max_quantity", most, 1, LARGEST_QUANTITY),
        ("tickets", variant.tickets, 0, MAX_TICKETS_PER_UNIT),
    ] {
        let path = format!("{path}.{key}");
        check.say_unless((smallest..=largest).contains(&value), "product", position, &path, || {
            format!("`{}` is from {smallest} to {largest}, not {value}", key_of(&path))
        });
    }
    check.say_unless(least <= most, "product", position, &format!("{path}.min_quantity"), || {
        format!("`min_quantity` {least} is above `max_quantity` {most}")
    });
    if let Some(stock) = variant.stock {
        check.capacity("product", position, &format!("{path}.stock"), stock);
    }
}
