//! What passes give to their holders.

use crate::files::{Folder, Product, Promotion, Variant};
use crate::problem::{Origins, Problem};

/// Warnings about products whose passes give their holders nothing in the shop. They may still admit at a gate, so this is
/// no error; but often a `[[property]]` or an entitlement was forgotten. One pass that gives something is enough, because
/// others of its product often only admit.
pub(super) fn without_benefits(folder: &Folder, origins: &Origins) -> Vec<Problem> {
    let mut warnings = Vec::new();
    for (position, product) in folder.product.iter().enumerate() {
        let mut passes = product.variants.iter().filter(|variant| variant.pass.is_some());
        let Some(first) = product.variants.iter().position(|variant| variant.pass.is_some()) else { continue };
        if !passes.any(|variant| gives_anything(folder, product, variant)) {
            let what = format!(
                "the passes of \"{}\" only admit those who show them at the gate: no [[property]] lets their holders \
                 reserve a visit, and no benefit, entitlement or sale is for them",
                product.id
            );
            warnings.push(origins.problem("product", position, &format!("variant.{first}.pass"), what));
        }
    }
    warnings
}

fn gives_anything(folder: &Folder, product: &Product, variant: &Variant) -> bool {
    let admits = folder.property.iter().any(|property| property.products.contains(&product.id));
    let benefits = folder.reservation_benefit.iter().any(|benefit| benefit.held.contains(&variant.id));
    let entitles = |promotion: &Promotion| promotion.held.contains(&variant.id);
    let is_for_level =
        |promotion: &Promotion| variant.pass_level.as_ref().is_some_and(|level| promotion.pass_levels.contains(level));
    admits
        || benefits
        || folder.ticket_entitlement.iter().chain(&folder.account_entitlement).any(entitles)
        || folder.verified_offer.iter().chain(&folder.advance_sale).any(is_for_level)
}
