//! Offering and adding donations.

use super::rules::{self, NONE, round_up};
use super::wire::{DonationLine, DonationProduct, DonationSettings};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::reply::{AnalyticsData, AnalyticsEvent, AnalyticsItem};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartAddResponse, CartCommand, Changed, WantedDonation};
use midway_catalog::Catalog;
use midway_catalog::files::{Donation, Product, Variant};
use midway_kernel::time::Instant;

/// The donation product on sale now.
///
/// # Errors
/// A refusal when the shop takes no donations.
fn donation_product(catalog: &Catalog, now: Instant) -> Result<(&Product, &Variant, &Donation), Refusal> {
    catalog.donation_on_sale(now).ok_or_else(|| Refusal::new(NONE))
}

/// The options of the donation page for this visitor.
///
/// # Errors
/// A refusal when the shop takes no donations.
pub async fn settings(app: &App, visitor: &Visitor) -> Result<DonationSettings> {
    let catalog = app.catalog.current();
    let (product, variant, donation) = donation_product(&catalog, app.clock.now())?;
    let cart = cart::visitors_cart(app, visitor).await?;
    let total = cart.map(|cart| cart::quote_of(&catalog, &cart).total).unwrap_or_default();
    Ok(DonationSettings {
        success: true,
        message: None,
        product: Some(DonationProduct {
            ext_variant_id: variant.id.clone(),
            product_display_name: product.name.clone(),
            product_short_description: product.short_description.clone(),
            product_long_description: product.long_description.clone(),
            product_disclaimer: product.disclaimer.clone(),
        }),
        round_up_enabled: donation.round_up_enabled,
        round_up_minimum: donation.round_up_minimum,
        round_up_amount: round_up(total, donation),
    })
}

/// Adds a donation to the visitor's cart, or asks whether to replace the donation that the cart already has. An amount
/// of zero changes nothing.
///
/// # Errors
/// A refusal when the amount is not allowed or the shop takes no donations; a conflict while the cart is being paid
/// for.
pub async fn add(
    app: &App,
    visitor: &Visitor,
    line: DonationLine,
    re_submit_context: Option<&str>,
) -> Result<CartAddResponse> {
    let catalog = app.catalog.current();
    let (product, variant, _) = donation_product(&catalog, app.clock.now())?;
    if variant.id != line.product_variant_id {
        return Err(Refusal::new(NONE).into());
    }
    rules::may_give(line.amount)?;
    if line.amount.is_zero() {
        return Ok(CartAddResponse::new(Changed::Done, &catalog));
    }
    let context = re_submit_context.map(str::to_owned);
    let donation = WantedDonation { product, variant, amount: line.amount, context };
    let event = event(&donation);
    let changed = cart::execute(app, visitor, &catalog, CartCommand::Donate(donation), app.clock.now()).await?;
    let analytics_event = (changed == Changed::Done).then_some(event);
    Ok(CartAddResponse { analytics_event, ..CartAddResponse::new(changed, &catalog) })
}

fn event(donation: &WantedDonation<'_>) -> AnalyticsEvent {
    let item = AnalyticsItem {
        product_id: donation.product.id.clone(),
        product_variant_id: donation.variant.id.clone(),
        product_name: donation.product.name.clone(),
        variant_name: donation.variant.name.clone(),
        quantity: 1,
        unit_price: Some(donation.amount),
    };
    let event_data = AnalyticsData { value: Some(donation.amount), ..AnalyticsData::of(vec![item]) };
    AnalyticsEvent { category: "donate".to_owned(), event_data }
}
