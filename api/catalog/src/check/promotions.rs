//! Rules for packages, sale prices, promotions and offers.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::cancellations::cancellation;
use super::times::local_time;
use super::{Check, part_places, selling};
use crate::Portion;
use crate::files::{Folder, Part, Product, Promotion, SalePrice, Variant};
use crate::promotions::{MAX_CODE_LENGTH, PromotionKind, Reduction};
use crate::suggestion::did_you_mean;
use midway_kernel::coded::{DisplayCategory, ShowType};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;

const MAX_PARTS: usize = 20;
/// The maximum quantity of one part of a package, and of one group of an offer.
const MAX_TOGETHER: u32 = 100;
const MAX_GROUPS: usize = 8;
const MAX_CODES: usize = 1_000;
const MIN_CODE_LENGTH: usize = 3;
const LARGEST_DISCOUNT: u32 = 99;
/// The maximum number of redemptions that one pass or one account gives.
const MAX_REDEMPTIONS: u32 = 1_000;
/// The maximum value of `opens_days_before` and of `closes_days_after`.
const MAX_RENEWAL: u32 = 366;

pub(crate) fn check(check: &mut Check) {
    packages(check);
    ids(check);
    sale_prices(check);
    for kind in KINDS {
        promotions(check, &kind);
    }
    offers(check);
}

/// Checks that the ids of all promotions are unique across all kinds: orders and use counts refer to a promotion by its
/// id alone.
fn ids(check: &mut Check) {
    let folder = check.folder;
    let mut seen = HashMap::new();
    let sales = folder.sale_price.iter().map(|it| &it.id).enumerate().map(|(at, id)| ("sale_price", at, id));
    let promotions = KINDS.iter().flat_map(|kind| {
        let ids = folder.promotions_of(kind.kind).iter().map(|it| &it.id).enumerate();
        ids.map(move |(at, id)| (kind.table, at, id))
    });
    let offers = folder.offer.iter().map(|it| &it.id).enumerate().map(|(at, id)| ("offer", at, id));
    let mut first_table: HashMap<&str, &str> = HashMap::new();
    for (table, position, id) in sales.chain(promotions).chain(offers) {
        check.slug(table, position, "id", id.as_str());
        match first_table.get(id.as_str()) {
            Some(first) if *first != table => {
                check.say(table, position, "id", format!("\"{id}\" is the id of a {} already", words(first)));
            }
            _ => {
                check.first_use(&mut seen, table, position, "id", id.clone());
                first_table.insert(id.as_str(), table);
            }
        }
    }
}

fn words(table: &str) -> String {
    table.replace('_', " ")
}

/// A table's name in words with its article: `add_on_sale` is "an add on sale".
fn with_article(table: &str) -> String {
    format!("{} {}", if table.starts_with('a') { "an" } else { "a" }, words(table))
}

fn packages(check: &mut Check) {
    let folder = check.folder;
    for (position, product) in folder.product.iter().enumerate() {
        if let Some(package) = &product.package {
            check.say_unless(
                package.discount_percentage <= LARGEST_DISCOUNT,
                "product",
                position,
                "package.discount_percentage",
                || {
                    format!(
                        "`discount_percentage` is from 0 to {LARGEST_DISCOUNT}, not {}",
                        package.discount_percentage
                    )
                },
            );
            let description = package.discount_description.as_deref();
            check.optional_line("product", position, "package.discount_description", description);
        }
        for (nth, variant) in product.variants.iter().enumerate() {
            package_variant(check, position, &format!("variant.{nth}"), product, variant);
        }
    }
}

fn package_variant(check: &mut Check, position: usize, path: &str, product: &Product, variant: &Variant) {
    let say = |check: &mut Check, key: &str, what: &str| check.say("product", position, &format!("{path}{key}"), what);
    if product.package.is_none() {
        if !variant.parts.is_empty() {
            say(check, ".part", "only variants of a package have parts: write [product.package] above them");
        }
        return;
    }
    if variant.price.is_some() {
        say(check, ".price", "the price of a package comes from its parts: leave `price` out");
    }
    let units: u32 = variant.parts.iter().map(|part| part.quantity).fold(0, u32::saturating_add);
    if units < 2 && variant.parts.iter().all(|part| !check.origins.is_broken("product", part.variant.as_str())) {
        say(check, "", "a variant of a package has parts, two pieces or more");
    }
    if variant.parts.len() > MAX_PARTS {
        say(check, ".part", &format!("a package has at most {MAX_PARTS} parts"));
    }
    let mut used = HashSet::new();
    for (nth, part) in variant.parts.iter().enumerate() {
        package_part(check, position, &format!("{path}.part.{nth}"), product, part);
        used.extend(part.selections.iter().copied());
    }
    let is_seated = |part: &Part| {
        let shows = part.selections.iter().filter_map(|from| product.selections.get((*from as usize).checked_sub(1)?));
        let mut shows = shows.flat_map(|selection| &selection.shows);
        shows.any(|id| check.folder.show.iter().any(|show| show.id == *id && show.show_type == ShowType::Seats))
    };
    if variant.min_quantity > 1 && variant.parts.iter().any(is_seated) {
        say(check, ".min_quantity", "packages with seats are bought one by one: `min_quantity` is 1");
    }
    for (nth, number) in (1..=product.selections.len() as u32).enumerate() {
        check.say_unless(used.contains(&number), "product", position, &format!("selection.{nth}"), || {
            format!("no part of the variant \"{}\" is for this selection", variant.id)
        });
    }
}

fn package_part(check: &mut Check, position: usize, path: &str, product: &Product, part: &Part) {
    check.say_unless(
        (1..=MAX_TOGETHER).contains(&part.quantity),
        "product",
        position,
        &format!("{path}.quantity"),
        || format!("`quantity` is from 1 to {MAX_TOGETHER}, not {}", part.quantity),
    );
    let found = variant_of(check, &part.variant);
    refers_to_variant(check, "product", position, &format!("{path}.variant"), &part.variant);
    let Some((of, variant)) = found else { return };
    check.say_unless(of.package.is_none(), "product", position, &format!("{path}.variant"), || {
        format!("\"{}\" is a package itself", variant.id)
    });
    let asked = of.selections.len();
    check.say_unless(part.selections.len() == asked, "product", position, &format!("{path}.selections"), || {
        format!(
            "\"{}\" has {asked} selections: `selections` names one of the package's for each, not {}",
            of.id,
            part.selections.len()
        )
    });
    for (nth, (number, own)) in part.selections.iter().zip(&of.selections).enumerate() {
        let path = format!("{path}.selections.{nth}");
        let given = (*number as usize).checked_sub(1).and_then(|at| product.selections.get(at));
        let Some(given) = given else {
            check.say("product", position, &path, format!("the package has no selection {number}"));
            continue;
        };
        for show in &given.shows {
            let is_sold = variant.shows.is_empty() || variant.shows.contains(show);
            check.say_unless(own.shows.contains(show) && is_sold, "product", position, &path, || {
                format!("\"{}\" is not sold for the show \"{show}\" of selection {number}", variant.id)
            });
            if let Some(what) = part_places::problem(check, show, variant) {
                check.say("product", position, &path, what);
            }
        }
    }
}

pub(crate) fn variant_of<'f>(check: &Check<'f>, id: &VariantId) -> Option<(&'f Product, &'f Variant)> {
    let products = check.folder.product.iter();
    let mut all = products.flat_map(|product| product.variants.iter().map(move |variant| (product, variant)));
    all.find(|(_, variant)| variant.id == *id)
}

/// Checks that a variant exists. Variants are part of their product's entry, so nothing is reported while a product
/// could not be read: the variant may be in it.
pub(crate) fn refers_to_variant(check: &mut Check, table: &str, position: usize, path: &str, id: &VariantId) {
    let found = variant_of(check, id).is_some() || check.origins.has_broken("product");
    check.refers(found, table, position, path, "variant", id.as_str());
}

fn sale_prices(check: &mut Check) {
    let folder = check.folder;
    for (position, sale) in folder.sale_price.iter().enumerate() {
        check.line("sale_price", position, "name", &sale.name);
        window(check, "sale_price", position, sale.from, sale.until);
        reduction(check, "sale_price", position, "", (sale.percent_off, sale.amount_off, sale.price));
        targets(check, "sale_price", position, "", &sale.products, &sale.variants);
        check.say_unless(!(sale.products.is_empty() && sale.variants.is_empty()), "sale_price", position, "", || {
            "a sale price names its `products` or `variants`".to_owned()
        });
        first_units(check, position, sale);
    }
}

/// Checks the number of units for which a sale price holds. One that is counted for each day or time is a price and no
/// reduction, because pages show the lowest price of all days on which units are left.
fn first_units(check: &mut Check, position: usize, sale: &SalePrice) {
    let folder = check.folder;
    if let Some(first) = sale.first {
        check.say_unless(first > 0, "sale_price", position, "first", || "`first` is at least 1".to_owned());
        check.capacity("sale_price", position, "first", first);
    }
    if sale.first_per.is_none() {
        return;
    }
    check.say_unless(sale.first.is_some(), "sale_price", position, "first_per", || {
        "`first_per` needs `first`: how many are sold at this price".to_owned()
    });
    check.say_unless(sale.price.is_some(), "sale_price", position, "first_per", || {
        "`first_per` needs a `price`, not `percent_off` or `amount_off`".to_owned()
    });
    let is_its = |product: &&Product| {
        sale.products.contains(&product.id) || product.variants.iter().any(|it| sale.variants.contains(&it.id))
    };
    if let Some(product) = folder.product.iter().filter(is_its).find(|product| product.selections.is_empty()) {
        check.say("sale_price", position, "first_per", format!("\"{}\" has no [[product.selection]]", product.id));
    }
}

/// A kind of promotion, the table in which the operator writes it, and the keys of that table.
struct Kind {
    kind: PromotionKind,
    table: &'static str,
    /// Required keys.
    needs: &'static [&'static str],
    /// At least one of these keys is required.
    needs_any: &'static [&'static str],
    /// Optional keys.
    takes: &'static [&'static str],
}

/// Keys that every kind may have are not listed: `id`, `name`, the sale window, the reduction, the use limits and
/// `cancellation`.
const KINDS: [Kind; 11] = [
    Kind {
        kind: PromotionKind::Code,
        table: "promotion_code",
        needs: &[REDUCTION],
        needs_any: &["codes", "single_use"],
        takes: &["title", "description", "products", "variants", "tags", "public"],
    },
    Kind {
        kind: PromotionKind::TagSale,
        table: "tag_sale",
        needs: &["tags"],
        needs_any: &[],
        takes: &["title", "description", "requires_login_challenge"],
    },
    Kind {
        kind: PromotionKind::NewPassSale,
        table: "new_pass_sale",
        needs: &["tags"],
        needs_any: &[],
        takes: &["title", "description", "requires_login_challenge", "secondary_tag"],
    },
    Kind { kind: PromotionKind::AddOnSale, table: "add_on_sale", needs: &["tags"], needs_any: &[], takes: &["carts"] },
    Kind {
        kind: PromotionKind::VerifiedOffer,
        table: "verified_offer",
        needs: &["tags"],
        needs_any: &["email_domains", "pass_levels"],
        takes: &["title", "description"],
    },
    Kind {
        kind: PromotionKind::CrossSell,
        table: "cross_sell",
        needs: &["tier"],
        needs_any: &[],
        takes: &["products", "variants", "hosts", "host_tags"],
    },
    Kind {
        kind: PromotionKind::AdvanceSale,
        table: "advance_sale",
        needs: &[],
        needs_any: &["codes", "pass_levels"],
        takes: &["products", "variants", "tags"],
    },
    Kind {
        kind: PromotionKind::Renewal,
        table: "renewal",
        needs: &["held"],
        needs_any: &[],
        takes: &["products", "variants", "tags", "opens_days_before", "closes_days_after"],
    },
    Kind {
        kind: PromotionKind::Upgrade,
        table: "upgrade",
        needs: &["held"],
        needs_any: &[],
        takes: &["products", "variants", "tags", "closes_days_after", "credit"],
    },
    Kind {
        kind: PromotionKind::TicketEntitlement,
        table: "ticket_entitlement",
        needs: &["held", "quantity", REDUCTION],
        needs_any: &[],
        takes: &["products", "variants", "tags", "while_owed"],
    },
    Kind {
        kind: PromotionKind::AccountEntitlement,
        table: "account_entitlement",
        needs: &["quantity", REDUCTION],
        needs_any: &[],
        takes: &["products", "variants", "tags", "held", "email_domains", "while_owed"],
    },
];

/// The keys that name what a promotion is for.
const NAMES: [&str; 3] = ["products", "variants", "tags"];

/// Whether a promotion names only products that are not on public sale, so that it sells them even without a reduction.
fn opens_products(folder: &Folder, promotion: &Promotion) -> bool {
    let has_one = |product: &Product| {
        promotion.products.contains(&product.id)
            || product.variants.iter().any(|variant| promotion.variants.contains(&variant.id))
    };
    let mut named = folder.product.iter().filter(|product| has_one(product)).peekable();
    named.peek().is_some() && promotion.tags.is_empty() && named.all(|product| !product.sold_publicly)
}

/// The key that represents the reduction in any of its forms.
const REDUCTION: &str = "percent_off";

/// The keys that only some kinds may have. The second value is true if the promotion has the key.
fn written(promotion: &Promotion) -> Vec<(&'static str, bool)> {
    vec![
        ("title", promotion.title.is_some()),
        ("description", !promotion.description.is_empty()),
        ("codes", !promotion.codes.is_empty()),
        ("public", promotion.public),
        ("products", !promotion.products.is_empty()),
        ("variants", !promotion.variants.is_empty()),
        ("tags", !promotion.tags.is_empty()),
        ("secondary_tag", promotion.secondary_tag.is_some()),
        ("hosts", !promotion.hosts.is_empty()),
        ("host_tags", !promotion.host_tags.is_empty()),
        ("tier", promotion.tier.is_some()),
        ("carts", promotion.carts.is_some()),
        ("email_domains", !promotion.email_domains.is_empty()),
        ("pass_levels", !promotion.pass_levels.is_empty()),
        ("requires_login_challenge", promotion.requires_login_challenge),
        ("held", !promotion.held.is_empty()),
        ("opens_days_before", promotion.opens_days_before.is_some()),
        ("closes_days_after", promotion.closes_days_after.is_some()),
        ("credit", promotion.credit.is_some()),
        ("quantity", promotion.quantity.is_some()),
        ("while_owed", !promotion.while_owed),
        ("single_use", promotion.single_use),
    ]
}

fn promotions(check: &mut Check, kind: &Kind) {
    let folder = check.folder;
    let table = kind.table;
    // Codes must be unique within a table only: codes of different tables are typed on different pages.
    let mut codes = HashMap::new();
    for (position, promotion) in folder.promotions_of(kind.kind).iter().enumerate() {
        if let Some(rules) = &promotion.cancellation {
            cancellation(check, table, position, rules);
        }
        let written = written(promotion);
        let has_any = kind.needs_any.iter().any(|key| written.contains(&(*key, true)));
        check.say_unless(has_any || kind.needs_any.is_empty(), table, position, "", || {
            let keys: Vec<String> = kind.needs_any.iter().map(|key| format!("`{key}`")).collect();
            format!("{} has {}", with_article(table), keys.join(" or "))
        });
        for (key, is_written) in written {
            let is_known = [kind.needs, kind.needs_any, kind.takes].iter().any(|keys| keys.contains(&key));
            check.say_unless(is_known || !is_written, table, position, key, || {
                format!("{} has no `{key}`", with_article(table))
            });
            check.say_unless(is_written || !kind.needs.contains(&key), table, position, "", || {
                format!("{} has `{key}`", with_article(table))
            });
        }
        check.line(table, position, "name", &promotion.name);
        check.optional_line(table, position, "title", promotion.title.as_deref());
        check.long_text(table, position, "description", &promotion.description);
        window(check, table, position, promotion.from, promotion.until);
        let off = (promotion.percent_off, promotion.amount_off, promotion.price);
        let is_reduced = off.0.is_some() || off.1.is_some() || off.2.is_some();
        let opens = kind.kind == PromotionKind::Code && opens_products(check.folder, promotion);
        if is_reduced || kind.needs.contains(&REDUCTION) && !opens {
            reduction(check, table, position, "", off);
        }
        targets(check, table, position, "", &promotion.products, &promotion.variants);
        tags(check, table, position, "tags", &promotion.tags);
        tags_of_passes(check, kind, position, promotion);
        codes_of(check, table, position, promotion, &mut codes);
        check_products(check, kind, position, promotion, is_reduced);
        for (nth, domain) in promotion.email_domains.iter().enumerate() {
            check.say_unless(is_domain(domain), table, position, &format!("email_domains.{nth}"), || {
                format!(
                    "\"{domain}\" is not a domain: small letters, digits, hyphens and dots, like \"school.example\""
                )
            });
        }
        for (nth, level) in promotion.pass_levels.iter().enumerate() {
            let mut variants = folder.product.iter().flat_map(|product| &product.variants);
            let is_level = variants.any(|variant| variant.pass.is_some() && variant.pass_level.as_ref() == Some(level));
            let found = is_level || check.origins.has_broken("product");
            check.say_unless(found, table, position, &format!("pass_levels.{nth}"), || {
                format!("no pass has the level \"{level}\"")
            });
        }
        uses(check, table, position, promotion, is_reduced);
        held(check, kind, position, promotion);
    }
}

/// Checks the variants that a shopper must hold: passes for a renewal or an entitlement, any tickets for an upgrade.
/// Also checks the period of renewals and upgrades, and the credit of an upgrade.
fn held(check: &mut Check, kind: &Kind, position: usize, promotion: &Promotion) {
    let table = kind.table;
    for (nth, id) in promotion.held.iter().enumerate() {
        let path = format!("held.{nth}");
        refers_to_variant(check, table, position, &path, id);
        let is_pass = kind.kind == PromotionKind::Upgrade
            || variant_of(check, id).is_none_or(|(_, variant)| variant.pass.is_some());
        check.say_unless(is_pass, table, position, &path, || format!("\"{id}\" is not a pass"));
    }
    for (key, days) in
        [("opens_days_before", promotion.opens_days_before), ("closes_days_after", promotion.closes_days_after)]
    {
        let days = days.unwrap_or_default();
        check.say_unless(days <= MAX_RENEWAL, table, position, key, || {
            format!("`{key}` is at most {MAX_RENEWAL} days, not {days}")
        });
    }
    match promotion.credit {
        Some(Portion::Amount(amount)) => selling::price(check, table, position, "credit", amount),
        Some(Portion::Share(share)) => {
            check.say_unless((0..=10_000).contains(&share.0), table, position, "credit", || {
                format!("a percentage of `credit` is from 0 % to 100 %, not {}", Portion::Share(share))
            });
        }
        None => {}
    }
}

fn codes_of(
    check: &mut Check,
    table: &str,
    position: usize,
    promotion: &Promotion,
    seen: &mut HashMap<String, (usize, String)>,
) {
    check.say_unless(promotion.codes.len() <= MAX_CODES, table, position, "codes", || {
        format!("a promotion has at most {MAX_CODES} codes")
    });
    for (nth, code) in promotion.codes.iter().enumerate() {
        let path = format!("codes.{nth}");
        let is_code = (MIN_CODE_LENGTH..=MAX_CODE_LENGTH).contains(&code.len())
            && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        check.say_unless(is_code, table, position, &path, || {
            format!("\"{code}\" is not a code: letters, digits and hyphens, {MIN_CODE_LENGTH} to {MAX_CODE_LENGTH}")
        });
        check.first_use(seen, table, position, &path, code.to_ascii_uppercase());
    }
}

/// Checks what a promotion is for and with which products it is offered.
fn check_products(check: &mut Check, kind: &Kind, position: usize, promotion: &Promotion, is_reduced: bool) {
    let table = kind.table;
    let names_something =
        !(promotion.products.is_empty() && promotion.variants.is_empty() && promotion.tags.is_empty());
    // These kinds must name products, variants or tags. A promotion code need not name anything, and the remaining
    // kinds always require `tags`.
    let is_by_name = matches!(
        kind.kind,
        PromotionKind::CrossSell
            | PromotionKind::AdvanceSale
            | PromotionKind::Renewal
            | PromotionKind::Upgrade
            | PromotionKind::TicketEntitlement
            | PromotionKind::AccountEntitlement
    );
    check.say_unless(!is_by_name || names_something, table, position, "", || {
        let takes: Vec<String> =
            kind.takes.iter().filter(|key| NAMES.contains(key)).map(|it| format!("`{it}`")).collect();
        format!("{} names its {}", with_article(table), takes.join(" or "))
    });
    for (nth, id) in promotion.hosts.iter().enumerate() {
        let found = check.folder.product.iter().any(|product| product.id == *id);
        check.refers(found, table, position, &format!("hosts.{nth}"), "product", id.as_str());
    }
    tags(check, table, position, "host_tags", &promotion.host_tags);
    if kind.kind == PromotionKind::CrossSell {
        check.say_unless(!(promotion.hosts.is_empty() && promotion.host_tags.is_empty()), table, position, "", || {
            "a cross-sell needs `hosts` or `host_tags`".to_owned()
        });
        let is_promotional = promotion.tier == Some(DisplayCategory::Promotional);
        check.say_unless(promotion.tier.is_none() || is_promotional == is_reduced, table, position, "tier", || {
            "a cross-sell of tier 2 has a reduction, and no other tier has one".to_owned()
        });
    }
}

fn uses(check: &mut Check, table: &str, position: usize, promotion: &Promotion, is_reduced: bool) {
    if let Some(quantity) = promotion.quantity {
        check.say_unless((1..=MAX_REDEMPTIONS).contains(&quantity), table, position, "quantity", || {
            format!("`quantity` is from 1 to {MAX_REDEMPTIONS}, not {quantity}")
        });
    }
    if let Some(uses) = promotion.uses {
        check.capacity(table, position, "uses", uses);
    }
    check.say_unless(promotion.uses_per_cart != Some(0), table, position, "uses_per_cart", || {
        "`uses_per_cart` is at least 1".to_owned()
    });
    if let Some(uses) = promotion.uses_per_account {
        check.say_unless((1..=MAX_REDEMPTIONS * 10).contains(&uses), table, position, "uses_per_account", || {
            format!("`uses_per_account` is from 1 to {}, not {uses}", MAX_REDEMPTIONS * 10)
        });
    }
    for (key, is_written) in [
        ("uses", promotion.uses.is_some()),
        ("uses_per_account", promotion.uses_per_account.is_some()),
        ("uses_per_cart", promotion.uses_per_cart.is_some()),
    ] {
        check.say_unless(is_reduced || !is_written, table, position, key, || {
            format!("`{key}` counts tickets at the promotion's price, but this one has no reduction")
        });
    }
}

/// Whether a text is a mail domain in lower case.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    text.len() <= 253 && text.contains('.') && text.split('.').all(is_label)
}

fn offers(check: &mut Check) {
    let folder = check.folder;
    for (position, offer) in folder.offer.iter().enumerate() {
        check.line("offer", position, "name", &offer.name);
        check.optional_line("offer", position, "description", offer.description.as_deref());
        window(check, "offer", position, offer.from, offer.until);
        check.say_unless(offer.times_per_cart != Some(0), "offer", position, "times_per_cart", || {
            "`times_per_cart` is at least 1".to_owned()
        });
        check.say_unless(offer.groups.len() <= MAX_GROUPS, "offer", position, "together", || {
            format!("an offer has at most {MAX_GROUPS} groups")
        });
        let units: u32 = offer.groups.iter().map(|group| group.quantity).fold(0, u32::saturating_add);
        check.say_unless(units >= 2, "offer", position, "together", || {
            "an offer is for two tickets together, or more".to_owned()
        });
        check.say_unless(
            offer.groups.iter().any(|group| group.reduction().is_some()),
            "offer",
            position,
            "together",
            || "there is no reduction: one group needs `percent_off`, `amount_off` or `price`".to_owned(),
        );
        for (nth, group) in offer.groups.iter().enumerate() {
            let at = format!("together.{nth}.");
            check.say_unless(
                (1..=MAX_TOGETHER).contains(&group.quantity),
                "offer",
                position,
                &format!("{at}quantity"),
                || format!("`quantity` is from 1 to {MAX_TOGETHER}, not {}", group.quantity),
            );
            if let Some(up_to) = group.up_to {
                let is_more = group.quantity < up_to && up_to <= MAX_TOGETHER && !group.or_more;
                check.say_unless(is_more, "offer", position, &format!("{at}up_to"), || {
                    format!("`up_to` is more than `quantity` and at most {MAX_TOGETHER}, in a group without `or_more`")
                });
            }
            if group.percent_off.is_some() || group.amount_off.is_some() || group.price.is_some() {
                reduction(check, "offer", position, &at, (group.percent_off, group.amount_off, group.price));
            }
            targets(check, "offer", position, &at, &group.products, &group.variants);
            tags(check, "offer", position, &format!("{at}tags"), &group.tags);
            let names_something = !(group.products.is_empty() && group.variants.is_empty() && group.tags.is_empty());
            check.say_unless(names_something, "offer", position, &format!("together.{nth}"), || {
                "a group names its `products`, `variants` or `tags`".to_owned()
            });
        }
    }
}

fn window(check: &mut Check, table: &str, position: usize, from: Option<NaiveDateTime>, until: Option<NaiveDateTime>) {
    if let (Some(from), Some(until)) = (from, until) {
        check.say_unless(from < until, table, position, "until", || {
            format!("`until` {until} is not after `from` {from}")
        });
    }
    // A promotion may be for products of several sites.
    let zones: BTreeSet<&str> = check.folder.site.iter().map(|site| site.time_zone.name()).collect();
    let zones: Vec<Tz> = zones.into_iter().filter_map(|zone| zone.parse().ok()).collect();
    for (key, at) in [("from", from), ("until", until)] {
        for zone in &zones {
            local_time(check, (table, position, key), at, *zone);
        }
    }
}

/// Checks a reduction. `at` is the path of the group, ending in a dot, or empty.
pub(crate) fn reduction(
    check: &mut Check,
    table: &str,
    position: usize,
    at: &str,
    (percent, amount, price): (Option<u32>, Option<Money>, Option<Money>),
) {
    let path = |key: &str| format!("{at}{key}");
    check.say_unless(
        Reduction::written(percent, amount, price).is_some(),
        table,
        position,
        at.trim_end_matches('.'),
        || "write only one of `percent_off`, `amount_off` and `price`".to_owned(),
    );
    if let Some(percent) = percent {
        check.say_unless((1..=100).contains(&percent), table, position, &path("percent_off"), || {
            format!("`percent_off` is from 1 to 100, not {percent}")
        });
    }
    for (key, amount) in [("amount_off", amount), ("price", price)] {
        if let Some(amount) = amount {
            selling::price(check, table, position, &path(key), amount);
        }
    }
}

fn targets(check: &mut Check, table: &str, position: usize, at: &str, products: &[ProductId], variants: &[VariantId]) {
    let folder = check.folder;
    for (nth, id) in products.iter().enumerate() {
        let path = format!("{at}products.{nth}");
        let product = folder.product.iter().find(|product| product.id == *id);
        check.refers(product.is_some(), table, position, &path, "product", id.as_str());
        no_package(check, table, position, &path, product);
    }
    for (nth, id) in variants.iter().enumerate() {
        let path = format!("{at}variants.{nth}");
        refers_to_variant(check, table, position, &path, id);
        no_package(check, table, position, &path, variant_of(check, id).map(|(product, _)| product));
    }
}

fn no_package(check: &mut Check, table: &str, position: usize, path: &str, product: Option<&Product>) {
    if let Some(product) = product.filter(|product| product.package.is_some()) {
        check.say(table, position, path, format!("\"{}\" is a package, which has a price of its own", product.id));
    }
}

/// Checks the tags of the list at path `at`.
fn tags(check: &mut Check, table: &str, position: usize, at: &str, tags: &[String]) {
    for (nth, tag) in tags.iter().enumerate() {
        tag_of(check, table, position, &format!("{at}.{nth}"), tag);
    }
}

fn tag_of(check: &mut Check, table: &str, position: usize, path: &str, tag: &String) {
    let found = check.folder.product.iter().any(|product| product.tags.contains(tag));
    if !found && !check.origins.has_broken("product") {
        let hint = did_you_mean(tag, check.ids_of("tag"));
        check.say(table, position, path, format!("no product has the tag \"{tag}\"{hint}"));
    }
}

/// Checks that each tag of a sale of new passes has a pass. A sale of new passes sells only passes, so its page would
/// be empty otherwise.
fn tags_of_passes(check: &mut Check, kind: &Kind, position: usize, promotion: &Promotion) {
    if kind.kind != PromotionKind::NewPassSale {
        return;
    }
    let listed = promotion.tags.iter().enumerate().map(|(nth, tag)| (format!("tags.{nth}"), tag));
    let secondary = promotion.secondary_tag.iter().map(|tag| ("secondary_tag".to_owned(), tag));
    if let Some(tag) = &promotion.secondary_tag {
        tag_of(check, kind.table, position, "secondary_tag", tag);
    }
    for (path, tag) in listed.chain(secondary) {
        let mut tagged = check.folder.product.iter().filter(|product| product.tags.contains(tag)).peekable();
        // A tag without any product is already reported elsewhere.
        let is_right = tagged.peek().is_none()
            || tagged.any(|product| product.variants.iter().any(|variant| product.has_pass(variant)));
        let excused = check.origins.has_broken("product");
        check.say_unless(is_right || excused, kind.table, position, &path, || {
            format!("nothing with the tag \"{tag}\" is a pass that is bought without a date")
        });
    }
}
