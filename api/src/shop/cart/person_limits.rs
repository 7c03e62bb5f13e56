//! Limits on what one person buys in all orders: units of a product, and uses of a promotion. A person is an account, and
//! the e-mail address of a checkout; a limit counts for both.
//!
//! Each limit is a stock of its person. A cart claims it when its payment begins, because the address is known only then,
//! and the order sells it. So two carts of one person that are paid at the same time cannot exceed it together. Before, the
//! limit is only compared with what the person has bought.

use std::collections::BTreeMap;

use sea_orm::ConnectionTrait;

use super::Cart;
use super::line::CartLine;
use super::order_limits::is_counted;
use crate::error::{Refusal, Result};
use crate::shop::inventory::{self, Draw, HeldClaims, LineClaim, StockKey};
use midway_catalog::Catalog;
use midway_kernel::address::email_key;
use midway_kernel::id::{ProductId, PromotionId};
use midway_kernel::secret::fingerprint;
use midway_kernel::text::Text;

const MOST_PER_PERSON: Text = Text {
    id: "order-limit.most-per-person",
    default: "The limit for {{name}} is {{max}} per person across all orders. You can buy {{left}} more.",
};
/// Whoever types an address is not told how much its owner has bought.
const LIMIT_OF_ADDRESS: Text = Text {
    id: "order-limit.of-address",
    default: "The limit for {{name}} is {{max}} per person across all orders with the same email address. Please choose \
              fewer.",
};
const NONE_LEFT: Text = Text {
    id: "order-limit.none-left-for-person",
    default: "The limit for {{name}} is {{max}} per person across all orders, and you've reached it.",
};

/// The digests under which the buyer of a cart is counted: of the account, and of the e-mail address, as far as they are
/// known.
fn people(cart: &Cart) -> impl Iterator<Item = String> {
    let account = cart.account_id.as_ref().map(|id| format!("account-{id}"));
    // The address is not stored in a key.
    let address = cart.email_address.as_ref().map(|address| format!("address-{}", fingerprint(&email_key(address))));
    account.into_iter().chain(address)
}

/// What the lines of a cart need of the limits of its buyer.
fn draws(catalog: &Catalog, cart: &Cart, lines: &[CartLine]) -> Vec<Draw> {
    let mut products: BTreeMap<&ProductId, u32> = BTreeMap::new();
    let mut promotions: BTreeMap<&PromotionId, u32> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.quantity > 0) {
        if is_counted(line) {
            *products.entry(&line.product_id).or_default() += line.quantity;
        }
        if let Some(promotion) = &line.promotion {
            *promotions.entry(&promotion.id).or_default() += line.quantity;
        }
    }
    // The exchanged units already count for the person, in their order.
    for (id, quantity) in &mut products {
        *quantity = quantity.saturating_sub(cart.exchange.as_ref().map_or(0, |exchange| exchange.units_of(id)));
    }
    products.retain(|_, quantity| *quantity > 0);
    let of_person = |person: String| {
        let of_product = |(id, quantity): (&&ProductId, &u32)| {
            let capacity = catalog.product(id)?.max_per_account?;
            Some(Draw { key: StockKey::product_of_person(id, &person), capacity, quantity: *quantity })
        };
        let of_promotion = |(id, quantity): (&&PromotionId, &u32)| {
            let capacity = catalog.promotion(id)?.uses_per_account?;
            Some(Draw { key: StockKey::promotion_of_person(id, &person), capacity, quantity: *quantity })
        };
        let products = products.iter().filter_map(of_product);
        products.chain(promotions.iter().filter_map(of_promotion)).collect::<Vec<_>>()
    };
    people(cart).flat_map(of_person).collect()
}

/// The claim that a payment needs for the cart as a whole, with the cart's id in place of a line's: on the limits of its
/// buyer, and on the tickets that are exchanged, so that nothing else is done with them meanwhile.
pub fn claim_at_payment(catalog: &Catalog, cart: &Cart) -> Option<LineClaim> {
    let tickets = cart.exchange.iter().flat_map(|exchange| &exchange.tickets);
    let tickets = tickets.map(|id| Draw { key: StockKey::ticket(id), capacity: 1, quantity: 1 });
    let draws: Vec<Draw> = draws(catalog, cart, &cart.lines).into_iter().chain(tickets).collect();
    (!draws.is_empty()).then(|| LineClaim { line_id: cart.id.clone(), draws })
}

/// Checks the limits of a cart's buyer before payment.
///
/// # Errors
/// A refusal that names what is limited.
pub async fn within_person_limits(db: &impl ConnectionTrait, catalog: &Catalog, cart: &Cart) -> Result<()> {
    let draws = draws(catalog, cart, &cart.lines);
    if draws.is_empty() {
        return Ok(());
    }
    let held = inventory::holding(db, &cart.id).await?;
    over_limit(db, catalog, draws, &held).await?.map_or(Ok(()), |refusal| Err(refusal.into()))
}

/// The refusal for a change of a cart by which it takes more of a limit than its buyer may still buy.
pub async fn over_limit_of_person(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    (before, after): (&Cart, &Cart),
) -> Result<Option<Refusal>> {
    let earlier = draws(catalog, before, &before.lines);
    let grows = |draw: &Draw| earlier.iter().all(|it| it.key != draw.key || it.quantity < draw.quantity);
    let growing: Vec<Draw> = draws(catalog, after, &after.lines).into_iter().filter(grows).collect();
    match growing.is_empty() {
        true => Ok(None),
        // A payment that has failed leaves the cart its claim on the limit.
        false => over_limit(db, catalog, growing, &inventory::holding(db, &after.id).await?).await,
    }
}

async fn over_limit(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    draws: Vec<Draw>,
    held: &HeldClaims,
) -> Result<Option<Refusal>> {
    let levels = inventory::levels(db, draws.iter().map(|draw| draw.key.clone())).await?;
    let left = |draw: &Draw| {
        let own: u32 = held.claimed().filter(|(key, _)| **key == draw.key).map(|(_, units)| units).sum();
        levels.get(&draw.key).map_or(draw.capacity, |level| level.left().saturating_add(own))
    };
    let over = draws.iter().find(|draw| draw.quantity > left(draw));
    Ok(over.map(|draw| refusal(catalog, &draw.key, left(draw))))
}

/// The refusal for a limit of which so many units are left.
pub fn refusal(catalog: &Catalog, key: &StockKey, left: u32) -> Refusal {
    let (name, max) = match key.limited_by_person() {
        Some(("product", id)) => {
            let product = catalog.product(&id.into());
            (product.map(|it| it.name.clone()), product.and_then(|it| it.max_per_account))
        }
        Some((_, id)) => {
            let promotion = catalog.promotion(&id.into());
            (promotion.map(|it| it.name.clone()), promotion.and_then(|it| it.uses_per_account))
        }
        None => (None, None),
    };
    let refusal = Refusal::new(match (key.is_of_address(), left) {
        (true, _) => LIMIT_OF_ADDRESS,
        (false, 0) => NONE_LEFT,
        (false, _) => MOST_PER_PERSON,
    });
    refusal.with("name", name.unwrap_or_default()).with("max", max.unwrap_or_default()).with("left", left)
}
