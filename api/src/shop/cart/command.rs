//! The commands: every change of a cart that a shopper or the shop can request.

use std::collections::{BTreeMap, BTreeSet};

use super::Cart;
use super::bundles::SellableBundle;
use super::entity::address::Address;
use super::exchange::CartExchange;
use super::hold::Hold;
use super::line::{CartLine, RemovedLines};
use super::pass_details::BlankPass;
use super::questions::Question;
use super::sellable::{SellableLine, WantedPerformance};
use crate::shop::inventory::{LineClaim, Shortage};
use crate::shop::ticket::Passholder;
use midway_catalog::SaleContext;
use midway_catalog::files::{Product, Variant};
use midway_kernel::id::{DeliveryMethodId, PaymentMethodId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::time::DayRange;

/// A command with the data that its caller supplies. The files of the module `transition` describe what each command
/// does.
pub enum CartCommand<'c> {
    Add(Addition<'c>),
    Donate(WantedDonation<'c>),
    /// Adds passes without a product. A pass is left out if the cart already has the same renewal or upgrade.
    AddBlankPasses(Vec<BlankPass>),
    /// Sets the products of passes: all of them, or none.
    ChoosePassProducts(Vec<WantedPass>),
    /// Stores the passholder of a pass as confirmed.
    DescribePass {
        id: String,
        passholder: Passholder,
    },
    /// Stores the name of a pass photo.
    SetPassPhoto {
        id: String,
        name: String,
    },
    /// Removes a pass, and its line if it has one.
    RemovePass {
        id: String,
    },
    RemoveBlankPasses,
    ChangeLines(ChangeLines),
    Clear(ClearCart),
    /// Extends the hold on the cart's places, within the maximum hold.
    ExtendHold,
    /// Gives all claims one common deadline, after claims with this hold were moved to the cart.
    ShareHold(Hold),
    /// Claims expired places again, reprices lines without held places, and removes what cannot be sold.
    Revise(Missing),
    /// Records that the shopper has seen the changes of the latest revision.
    AcceptRevision,
    /// Claims the same places again before payment, together with these other claims that are paid with the cart.
    Reclaim(Vec<LineClaim>),
    /// Takes over the lines and the places of a guest's cart.
    MergeGuestCart(Box<Cart>),
    /// Chooses between a payment plan and payment in full.
    PayByPlan(bool),
    /// Exchanges tickets of an earlier order for what is in the cart, instead of those before; or none any more.
    Exchange(Option<Box<CartExchange>>),
    SaveCheckout(Box<CheckoutSettings>),
}

/// The result of a cart command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    Done,
    /// Nothing has changed yet: the shopper must answer first.
    Asked(Question),
}

/// Lines that may be sold, and the sale context in which they are priced.
#[derive(Clone, Debug)]
pub struct Addition<'c> {
    pub lines: Vec<SellableLine<'c>>,
    /// The bundle that the lines form. Only the bundle builder sends it.
    pub bundle: Option<SellableBundle<'c>>,
    pub sale_context: SaleContext<'c>,
    /// The ids of the lines that the shopper replaces with these, or of lines that a revision has removed. The places
    /// of the replaced lines are free for the new ones.
    pub replaces: Vec<String>,
    /// The answers to the questions that earlier attempts of this call asked.
    pub context: Option<String>,
}

/// A donation to add. The `donation` slice has checked the amount.
#[derive(Clone, Debug)]
pub struct WantedDonation<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub amount: Money,
    pub context: Option<String>,
}

/// The product that the shopper chose for a pass of the cart.
#[derive(Clone, Debug)]
pub struct WantedPass {
    pub id: String,
    pub variant_id: VariantId,
}

/// Changes of lines. Either all of them are applied, or none.
#[derive(Clone, Debug, Default)]
pub struct ChangeLines {
    pub changes: Vec<LineChange>,
    pub context: Option<String>,
    /// Whether tickets are no longer exchanged for the cart, because the shopper keeps them.
    pub ends_exchange: bool,
}

/// A line's new quantity. 0 removes the line, or dismisses a line that a revision has removed. Any other quantity of a
/// removed line restores it.
#[derive(Clone, Debug)]
pub struct LineChange {
    pub line_id: String,
    pub quantity: u32,
    /// The new performances, when they change.
    pub performances: Option<Vec<WantedPerformance>>,
    /// The net unit price that the shopper was shown for the new performances.
    pub seen_price: Option<Money>,
}

/// A request to empty the cart.
#[derive(Clone, Debug, Default)]
pub struct ClearCart {
    pub context: Option<String>,
    /// Whether to skip the confirmation question.
    pub force: bool,
}

/// The ids of the lines, or of the cart, for which something could not be claimed again. A line whose places are missing is removed. A
/// line whose uses of a promotion code or first units of a sale price are missing is repriced without them.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    pub places: BTreeSet<String>,
    pub uses: BTreeSet<String>,
}

impl Missing {
    /// Treats the places of these lines as missing.
    pub fn without_places(&mut self, ids: impl IntoIterator<Item = String>) {
        self.places.extend(ids);
    }

    pub fn note(&mut self, shortage: Shortage) {
        let is_code = shortage.key.is_promotion() || shortage.key.code_of_single_use().is_some();
        let is_of_price = is_code || shortage.key.is_of_first_units();
        let missing = if is_of_price { &mut self.uses } else { &mut self.places };
        missing.insert(shortage.line_id);
    }
}

/// What checkout saves with a cart. The `checkout` slice has checked it.
#[derive(Clone, Debug, Default)]
pub struct CheckoutSettings {
    pub email_address: Option<String>,
    pub billing_address: Option<Address>,
    pub shipping_address: Option<Address>,
    pub delivery_method_id: Option<DeliveryMethodId>,
    pub payment_method_id: Option<PaymentMethodId>,
    pub accept_terms: bool,
    pub acknowledge_location: bool,
    pub accept_installment_terms: bool,
    /// The answers to the questions about the cart, by key. Those that are left out stay as they are.
    pub typed_answers: BTreeMap<String, String>,
}

impl CartCommand<'_> {
    /// Whether the command creates a cart for a visitor who has none.
    pub fn creates_cart(&self) -> bool {
        matches!(
            self,
            CartCommand::Add(_)
                | CartCommand::Donate(_)
                | CartCommand::AddBlankPasses(_)
                | CartCommand::Exchange(Some(_))
        )
    }

    /// Whether the cart's places are counted for the visitor's network address from this command on, unless a different
    /// address began the cart's live hold.
    pub fn sets_address(&self) -> bool {
        self.creates_cart() || matches!(self, CartCommand::ChangeLines(_))
    }

    /// Whether the shopper chooses the times of visits, and so may choose others if one of them is full.
    pub fn chooses_times(&self) -> bool {
        match self {
            CartCommand::Add(_) => true,
            CartCommand::ChangeLines(change) => change.changes.iter().any(|line| line.performances.is_some()),
            _ => false,
        }
    }

    /// Whether the places that the changed lines hold move with them. Otherwise the shopper adds places to those.
    pub fn moves_places(&self) -> bool {
        match self {
            CartCommand::Add(addition) => !addition.replaces.is_empty(),
            _ => true,
        }
    }

    /// The days for which the command's lines are sold.
    pub fn days(&self) -> DayRange {
        match self {
            CartCommand::Add(addition) => {
                let redemption = addition.lines.iter().find_map(|line| line.redemption.as_ref());
                redemption.map_or(addition.sale_context.days, |redemption| redemption.days)
            }
            _ => DayRange::default(),
        }
    }

    /// Whether the command may change what the cart holds, or for how long.
    pub fn changes_claims(&self) -> bool {
        match self {
            CartCommand::Add(_)
            | CartCommand::Donate(_)
            | CartCommand::AddBlankPasses(_)
            | CartCommand::ChoosePassProducts(_)
            | CartCommand::RemovePass { .. }
            | CartCommand::ChangeLines(_)
            | CartCommand::Clear(_)
            | CartCommand::ExtendHold
            | CartCommand::ShareHold(_)
            | CartCommand::Revise(_)
            | CartCommand::Reclaim(_)
            | CartCommand::MergeGuestCart(_) => true,
            CartCommand::DescribePass { .. }
            | CartCommand::SetPassPhoto { .. }
            | CartCommand::RemoveBlankPasses
            | CartCommand::AcceptRevision
            | CartCommand::PayByPlan(_)
            | CartCommand::Exchange(_)
            | CartCommand::SaveCheckout(_) => false,
        }
    }
}

impl Addition<'_> {
    /// The lines of the cart that the shopper replaces, and those that cannot be bought together with the new lines.
    pub fn replaced_lines<'l>(&self, cart: &'l Cart) -> Vec<&'l CartLine> {
        let leaves = |line: &&CartLine| self.names(line) || self.lines.iter().any(|new| new.replaces(line));
        cart.lines.iter().filter(leaves).collect()
    }

    /// Whether a person may buy only so much of this in all orders.
    pub fn is_limited_by_person(&self) -> bool {
        self.lines.iter().any(|line| line.product.max_per_account.is_some())
            || self.sale_context.promotions.iter().any(|promotion| promotion.uses_per_account.is_some())
    }

    /// Whether the shopper replaces this line on purpose.
    pub fn names(&self, line: &CartLine) -> bool {
        self.replaces.contains(&line.id)
    }
}

/// The removed lines that the shopper can restore: those that a revision removed, and those of the shopper's last change.
pub fn restorable(cart: &Cart) -> impl Iterator<Item = &CartLine> {
    let of_revision = cart.revision.iter().flat_map(|revision| &revision.removed);
    of_revision.chain(removed_last(cart))
}

/// The lines that left the cart with the shopper's last change.
pub fn removed_last(cart: &Cart) -> impl Iterator<Item = &CartLine> {
    let has_left = |line: &&CartLine| cart.lines.iter().all(|kept| kept.id != line.id);
    cart.last_removed.iter().flat_map(RemovedLines::lines).filter(has_left)
}

impl ChangeLines {
    /// The lines that the request names, as they are before the change. They include removed lines that can be
    /// restored.
    pub fn lines_of<'l>(&self, cart: &'l Cart) -> impl Iterator<Item = &'l CartLine> {
        let is_changed = |line: &&CartLine| self.changes.iter().any(|change| change.line_id == line.id);
        cart.lines.iter().chain(restorable(cart)).filter(is_changed)
    }

    /// Whether these changes remove any line.
    pub fn removes_lines(&self) -> bool {
        self.changes.iter().any(|change| change.quantity == 0)
    }

    /// Whether these changes name a line and leave it in the cart.
    pub fn keeps(&self, line_id: &str) -> bool {
        self.changes.iter().any(|change| change.line_id == line_id && change.quantity > 0)
    }
}

impl LineChange {
    /// Whether the change moves the line to different performances or places.
    pub fn is_move_of(&self, line: &CartLine) -> bool {
        let Some(wanted) = &self.performances else { return false };
        let mut wanted = wanted.clone();
        wanted.sort_by_key(|performance| performance.selection_index);
        !wanted.into_iter().eq(line.performances.0.iter().map(WantedPerformance::from))
    }
}
