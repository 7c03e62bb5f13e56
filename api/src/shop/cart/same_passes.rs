//! Finds the new passes of a cart whose passholder has the same pass already, so that pages can say so. Such a pass can
//! be bought: it may be for the time after the first one.

use chrono::NaiveDate;

use super::entity::cart::Model as Cart;
use super::line::CartLine;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::ticket::{self, AccountPass, Passholder};
use midway_catalog::Catalog;
use midway_kernel::id::VariantId;
use midway_kernel::time::Instant;

/// The passes linked to the visitor's account, with which those of the cart are compared. Passes of other accounts are
/// never compared, because the answer would tell who has a pass.
#[derive(Clone, Debug, Default)]
pub struct KnownPasses(Vec<AccountPass>);

/// Where the same pass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamePass {
    /// In an earlier line of the cart.
    InCart,
    /// Linked to the account, with its last valid day; `None` if it does not expire.
    Linked { until: Option<NaiveDate> },
}

impl KnownPasses {
    /// The passes of the visitor's account; none for a guest, and none if the cart has no new pass with a passholder.
    pub async fn read(app: &App, visitor: &Visitor, cart: Option<&Cart>) -> Result<KnownPasses> {
        let is_needed = cart.is_some_and(|cart| cart.lines.iter().any(|line| new_passholder(line).is_some()));
        match visitor.session().await?.account_id.filter(|_| is_needed) {
            Some(account_id) => Ok(KnownPasses(ticket::passes_of(app.db.read(), &account_id).await?)),
            None => Ok(KnownPasses::default()),
        }
    }

    /// The pass of the same product, level and person as the new pass of a line. Several linked passes count as the one
    /// that is valid longest.
    pub fn same_as(&self, line: &CartLine, lines: &[CartLine], catalog: &Catalog, now: Instant) -> Option<SamePass> {
        let passholder = new_passholder(line)?;
        let is_same = |pass: &&AccountPass| {
            let ticket = &pass.ticket;
            ticket.product_id.as_ref() == Some(&line.product_id)
                && is_same_level((&ticket.pass_level, ticket.variant_id.as_ref()), line)
                && pass.passholder.is_same_person(passholder)
                && !ticket.is_over(catalog, now)
        };
        let last_days = self.0.iter().filter(is_same).map(|pass| pass.ticket.last_day());
        if let Some(until) = last_days.max_by_key(|last| last.unwrap_or(NaiveDate::MAX)) {
            return Some(SamePass::Linked { until });
        }
        let mut earlier = lines.iter().take_while(|other| other.id != line.id);
        let is_in_cart = earlier.any(|other| {
            other.product_id == line.product_id
                && is_same_level((&other.pass_level, Some(&other.variant_id)), line)
                && other.pass_details().is_some_and(|details| details.passholder.is_same_person(passholder))
        });
        is_in_cart.then_some(SamePass::InCart)
    }
}

/// Whether a pass has the level of a line. Passes without levels are compared by their variants.
fn is_same_level((level, variant): (&Option<String>, Option<&VariantId>), line: &CartLine) -> bool {
    *level == line.pass_level && (level.is_some() || variant == Some(&line.variant_id))
}

/// The passholder of a new pass, once the birth date is entered. Renewals and upgrades follow a pass on purpose.
fn new_passholder(line: &CartLine) -> Option<&Passholder> {
    let details = line.pass_details().filter(|details| details.follows.is_none())?;
    Some(&details.passholder).filter(|passholder| passholder.birth_date.is_some())
}
