//! Rules for the limits of products per order and for variants that are sold only together with others.

use std::collections::{HashMap, HashSet};

use super::Check;
use crate::files::{Companions, Product, Variant};
use midway_kernel::id::VariantId;

/// The greatest limit per order or per day.
const LARGEST_LIMIT: u32 = 10_000;

pub(crate) fn check(check: &mut Check) {
    let variants: HashSet<&VariantId> =
        check.folder.product.iter().flat_map(|product| &product.variants).map(|variant| &variant.id).collect();
    for (position, product) in check.folder.product.iter().enumerate() {
        limits(check, position, product);
        for (nth, variant) in product.variants.iter().enumerate() {
            if let Some(with) = &variant.only_with {
                companions(check, position, &format!("variant.{nth}.only_with"), variant, with, &variants);
            }
        }
    }
}

fn limits(check: &mut Check, position: usize, product: &Product) {
    if let Some(most) = product.max_per_account {
        check.say_unless((1..=LARGEST_LIMIT).contains(&most), "product", position, "max_per_account", || {
            format!("`max_per_account` is from 1 to {LARGEST_LIMIT}, not {most}")
        });
        check.say_unless(product.donation.is_none(), "product", position, "max_per_account", || {
            "a donation has no `max_per_account`".to_owned()
        });
        let least = product.min_per_order.max(product.min_per_day).unwrap_or_default();
        check.say_unless(least <= most, "product", position, "max_per_account", || {
            format!("`max_per_account` {most} is below the least number of one order, {least}")
        });
    }
    if let Some(stock) = product.stock {
        check.capacity("product", position, "stock", stock);
        check.say_unless(product.donation.is_none(), "product", position, "stock", || {
            "a donation has no `stock`".to_owned()
        });
    }
    let pairs = [
        (("min_per_order", product.min_per_order), ("max_per_order", product.max_per_order)),
        (("min_per_day", product.min_per_day), ("max_per_day", product.max_per_day)),
    ];
    for (least, most) in pairs {
        for (key, value) in [least, most] {
            let Some(value) = value else { continue };
            check.say_unless((1..=LARGEST_LIMIT).contains(&value), "product", position, key, || {
                format!("`{key}` is from 1 to {LARGEST_LIMIT}, not {value}")
            });
            check.say_unless(product.donation.is_none(), "product", position, key, || {
                format!("a donation has no `{key}`")
            });
        }
        if let (Some(min), Some(max)) = (least.1, most.1) {
            check.say_unless(min <= max, "product", position, least.0, || {
                format!("`{}` {min} is above `{}` {max}", least.0, most.0)
            });
        }
    }
    for (key, value) in [("min_per_day", product.min_per_day), ("max_per_day", product.max_per_day)] {
        let has_days = !product.selections.is_empty();
        check.say_unless(has_days || value.is_none(), "product", position, key, || {
            format!("only a product with a [[product.selection]] has `{key}`")
        });
    }
    if let (Some(day), Some(order)) = (product.min_per_day, product.max_per_order) {
        check.say_unless(day <= order, "product", position, "min_per_day", || {
            format!("`min_per_day` {day} is above `max_per_order` {order}")
        });
    }
}

fn companions(
    check: &mut Check,
    position: usize,
    path: &str,
    variant: &Variant,
    with: &Companions,
    known: &HashSet<&VariantId>,
) {
    check.say_unless(!with.variants.is_empty(), "product", position, &format!("{path}.variants"), || {
        "`only_with` names at least one variant".to_owned()
    });
    let mut seen = HashMap::new();
    for (nth, id) in with.variants.iter().enumerate() {
        let path = format!("{path}.variants.{nth}");
        // A variant that cannot be read belongs to a product that cannot be read.
        let is_known = known.contains(id) || check.origins.has_broken("product");
        check.say_unless(is_known, "product", position, &path, || format!("there is no variant \"{id}\""));
        check.say_unless(*id != variant.id, "product", position, &path, || {
            format!("the variant \"{id}\" cannot be its own companion")
        });
        check.first_use(&mut seen, "product", position, &path, id.clone());
    }
    check.say_unless(
        with.each.is_none_or(|each| (1..=LARGEST_LIMIT).contains(&each)),
        "product",
        position,
        &format!("{path}.each"),
        || format!("`each` is from 1 to {LARGEST_LIMIT}"),
    );
}
