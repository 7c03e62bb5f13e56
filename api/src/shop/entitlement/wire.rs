//! The response types of the entitlement calls.

use poem_openapi::Object;

use super::actions::Redeemable;
use midway_catalog::Catalog;
use midway_kernel::id::{EntitlementId, ProductId, PromotionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::text::Messages;
use midway_kernel::time::Instant;

/// An entitlement to a variant. Several passes may each give an entitlement of the same kind.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct EntitlementView {
    pub id: EntitlementId,
    pub remaining_quantity: u32,
}

/// A variant to which the passes of one passholder give entitlements.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct EntitlementVariantView {
    pub product_id: ProductId,
    pub product_variant_id: VariantId,
    pub product_name: String,
    pub product_variant_name: String,
    /// The promotion that gives the entitlement. `entitlementName` is the name of this promotion.
    pub ext_promotion_id: PromotionId,
    pub entitlement_name: String,
    /// The price of one unit for the holder; 0 if it is free.
    pub display_price: Money,
    /// The first and the last valid day, `YYYY-MM-DD`. A redemption for visits requires that their days are valid; any
    /// other redemption requires that today is valid.
    pub validity_start_date: Option<String>,
    pub validity_end_date: Option<String>,
    pub total_quantity: u32,
    /// The quantity that can still be redeemed. It does not include units that are in a cart.
    pub remaining_quantity: u32,
    pub account_first_name: String,
    pub account_last_name: String,
    /// The reason why the entitlement cannot be redeemed now, although it is not used up. `remainingQuantity` is then
    /// 0.
    pub held_back_reason: Option<String>,
    pub entitlements: Vec<EntitlementView>,
}

/// Merges the entitlements of one passholder that have the same variant, promotion, days and reason for holding back.
pub fn ticket_entitlements(
    catalog: &Catalog,
    redeemable: Vec<Redeemable<'_>>,
    now: Instant,
) -> Vec<EntitlementVariantView> {
    let mut views: Vec<EntitlementVariantView> = Vec::new();
    for it in redeemable {
        let quote = catalog.unit_quote(it.product, it.variant, it.terms, &[], now);
        let (first, last) = it.grant.holder.clone().unwrap_or_default();
        let one = EntitlementView { id: it.grant.redemption.id.clone(), remaining_quantity: it.remaining };
        let view = EntitlementVariantView {
            product_id: it.product.id.clone(),
            product_variant_id: it.variant.id.clone(),
            product_name: it.product.name.clone(),
            product_variant_name: it.variant.name.clone(),
            ext_promotion_id: it.grant.promotion.id.clone(),
            entitlement_name: it.grant.promotion.name.clone(),
            display_price: quote.display_price(catalog),
            validity_start_date: it.grant.redemption.days.first.map(|day| day.to_string()),
            validity_end_date: it.grant.redemption.days.last.map(|day| day.to_string()),
            total_quantity: it.total,
            remaining_quantity: it.remaining,
            account_first_name: first,
            account_last_name: last,
            held_back_reason: it.grant.held_back.map(|text| catalog.message(text, &[])),
            entitlements: vec![one],
        };
        match views.iter_mut().find(|other| other.is_like(&view)) {
            Some(other) => {
                other.total_quantity += view.total_quantity;
                other.remaining_quantity += view.remaining_quantity;
                other.entitlements.extend(view.entitlements);
            }
            None => views.push(view),
        }
    }
    views
}

impl EntitlementVariantView {
    fn is_like(&self, other: &EntitlementVariantView) -> bool {
        self.product_variant_id == other.product_variant_id
            && self.ext_promotion_id == other.ext_promotion_id
            && (&self.validity_start_date, &self.validity_end_date)
                == (&other.validity_start_date, &other.validity_end_date)
            && (&self.account_first_name, &self.account_last_name)
                == (&other.account_first_name, &other.account_last_name)
            && self.held_back_reason == other.held_back_reason
    }
}

/// An entitlement of an account: how often it can be redeemed in total, and how often it can still be redeemed.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AccountEntitlementView {
    pub id: EntitlementId,
    /// The promotion that gives the entitlement. `name` is the name of this promotion.
    pub ext_promotion_id: PromotionId,
    pub name: String,
    pub max_redemptions: u32,
    /// The number of redemptions that are still possible. It does not include units that are in a cart.
    pub remaining_redemptions: u32,
    /// The first and the last valid day, `YYYY-MM-DD`. A redemption for visits requires that their days are valid; any
    /// other redemption requires that today is valid.
    pub validity_start_date: Option<String>,
    pub validity_end_date: Option<String>,
    /// The reason why the entitlement cannot be redeemed now, although it is not used up. `remainingRedemptions` is
    /// then 0.
    pub held_back_reason: Option<String>,
}

/// A variant to which the account has an entitlement.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AccountEntitlementVariantView {
    pub id: VariantId,
    pub display_name: String,
    /// The price of one unit for the account; 0 if it is free.
    pub display_price: Money,
    pub entitlement: AccountEntitlementView,
}

/// A product, with the variants to which the account has entitlements.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AccountEntitlementProductView {
    pub id: ProductId,
    pub product_display_name: String,
    pub variants: Vec<AccountEntitlementVariantView>,
}

/// Groups variants by product.
pub fn account_entitlements(
    catalog: &Catalog,
    redeemable: Vec<Redeemable<'_>>,
    now: Instant,
) -> Vec<AccountEntitlementProductView> {
    let mut views: Vec<AccountEntitlementProductView> = Vec::new();
    for it in redeemable {
        let quote = catalog.unit_quote(it.product, it.variant, it.terms, &[], now);
        let variant = AccountEntitlementVariantView {
            id: it.variant.id.clone(),
            display_name: it.variant.name.clone(),
            display_price: quote.display_price(catalog),
            entitlement: AccountEntitlementView {
                id: it.grant.redemption.id.clone(),
                ext_promotion_id: it.grant.promotion.id.clone(),
                name: it.grant.promotion.name.clone(),
                max_redemptions: it.total,
                remaining_redemptions: it.remaining,
                validity_start_date: it.grant.redemption.days.first.map(|day| day.to_string()),
                validity_end_date: it.grant.redemption.days.last.map(|day| day.to_string()),
                held_back_reason: it.grant.held_back.map(|text| catalog.message(text, &[])),
            },
        };
        match views.last_mut().filter(|view| view.id == it.product.id) {
            Some(view) => view.variants.push(variant),
            None => views.push(AccountEntitlementProductView {
                id: it.product.id.clone(),
                product_display_name: it.product.name.clone(),
                variants: vec![variant],
            }),
        }
    }
    views
}
