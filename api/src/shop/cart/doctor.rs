//! Compares claims with the lines of carts, for `midway doctor`.

use std::collections::{HashMap, HashSet};

use sea_orm::ConnectionTrait;

use super::entity::cart::CartState;
use super::lookup::find_cart;
use crate::error::Result;
use crate::shop::inventory;

/// Findings for `midway doctor`: unsold claims without a line in their cart, and unsold claims of ordered carts.
/// `reservations` contains the line ids of claims that belong to reservations.
pub async fn doctor(db: &impl ConnectionTrait, reservations: &HashSet<String>) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut holding: HashMap<String, Vec<String>> = HashMap::new();
    let lines = inventory::holding_lines(db).await?.into_iter();
    for (cart_id, line_id) in lines.filter(|(_, line_id)| !reservations.contains(line_id)) {
        holding.entry(cart_id).or_default().push(line_id);
    }
    for (cart_id, line_ids) in holding {
        let cart = find_cart(db, &cart_id).await?;
        if cart.as_ref().is_some_and(|cart| cart.state == CartState::Ordered) {
            findings.push(format!("cart {cart_id} is closed and holds places that were not sold"));
            continue;
        }
        let is_known = |id: &String| {
            cart.as_ref().is_some_and(|cart| cart.id == *id || cart.lines.iter().any(|line| line.id == *id))
        };
        let strays = line_ids.iter().filter(|id| !is_known(id));
        findings.extend(strays.map(|id| format!("cart {cart_id} holds places for line {id}, which it does not have")));
    }
    Ok(findings)
}
