//! Rows of `cart`. A cart is one row. Its lines are a JSON document in that row, because they are locked and changed
//! with it.

pub mod address {
    use serde::{Deserialize, Serialize};

    /// An address that a shopper entered. Checkout decides which fields are required.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct Address {
        pub first_name: String,
        pub last_name: String,
        /// The phone number: digits only.
        pub phone_number: String,
        pub country_id: Option<i32>,
        pub address1: String,
        pub address2: String,
        pub city: String,
        pub state_province_id: Option<i32>,
        pub other_state_province: String,
        /// The postal code: letters and digits only.
        pub zip_code: String,
    }

    midway_kernel::documents!(Address);
}

pub mod cart {
    use sea_orm::entity::prelude::*;

    use super::address::Address;
    use super::revision::Revision;
    use crate::shop::cart::answers::Answers;
    use crate::shop::cart::exchange::CartExchange;
    use crate::shop::cart::line::{Lines, RemovedLines};
    use crate::shop::cart::pass_details::BlankPasses;
    use midway_kernel::id::{DeliveryMethodId, PaymentMethodId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cart")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub account_id: Option<String>,
        pub version: i64,
        pub state: CartState,
        pub lines: Lines,
        /// Passes for which no product is chosen yet.
        pub blank_passes: Option<BlankPasses>,
        /// The changes that revisions made and that the shopper has not accepted yet.
        pub revision: Option<Revision>,
        /// The lines that the shopper's last change removed, and those that it gave the public price because it removed
        /// their hosts, as they were before. They can be restored until the lines change again.
        pub last_removed: Option<RemovedLines>,
        pub first_claimed_at: Option<DateTimeUtc>,
        pub held_until: Option<DateTimeUtc>,
        /// A digest of the network address that began the cart's hold, for the limits per address; `None` for the
        /// shop's own machine and for a new cart.
        pub address_digest: Option<String>,
        pub email_address: Option<String>,
        pub billing_address: Option<Address>,
        pub shipping_address: Option<Address>,
        pub delivery_method_id: Option<DeliveryMethodId>,
        pub payment_method_id: Option<PaymentMethodId>,
        pub accept_terms: bool,
        pub acknowledge_location: bool,
        /// Whether the shopper chose a payment plan; `None` before the question was answered. It has no effect while no
        /// plan is offered.
        pub pays_by_plan: Option<bool>,
        pub accept_installment_terms: bool,
        /// The tickets that are exchanged for what is in the cart.
        pub exchange: Option<CartExchange>,
        /// The answers to the questions at the checkout.
        pub answers: Option<Answers>,
        pub created_at: DateTimeUtc,
        pub changed_at: DateTimeUtc,
        /// How often the row was written. A call that has read the cart without locking it can find out with this
        /// number whether the row has changed since.
        pub writes: i64,
    }

    /// The lines of an open cart can change, those of a paying cart cannot, and an ordered cart is finished.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum CartState {
        #[sea_orm(string_value = "open")]
        Open,
        #[sea_orm(string_value = "paying")]
        Paying,
        #[sea_orm(string_value = "ordered")]
        Ordered,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod revision {
    use std::collections::BTreeSet;

    use serde::{Deserialize, Serialize};

    use crate::shop::cart::line::{CartLine, MAX_LINES};
    use midway_kernel::money::Money;
    use midway_kernel::text::Text;

    const REMOVED: Text = Text {
        id: "cart.revised-removed",
        default: "Some items in your cart are no longer available and have been removed.",
    };
    const PROMOTION: Text =
        Text { id: "cart.revised-promotion", default: "A promotion in your cart has ended or no longer applies." };
    const PRICE: Text = Text { id: "cart.revised-price", default: "Prices in your cart have changed." };

    /// The cart as it was before a revision changed it.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Revision {
        /// The lines that are still in the cart, as they were before the revision.
        pub kept: Vec<CartLine>,
        /// The removed lines. Each can be restored or dismissed.
        pub removed: Vec<CartLine>,
        /// The totals before the revision; `None` after the shopper has changed the cart, because they can no longer be
        /// compared.
        pub totals: Option<Totals>,
        pub causes: BTreeSet<Cause>,
    }

    midway_kernel::documents!(Revision);

    impl Revision {
        /// Adds removed lines that can be restored, and drops the oldest of them if there are more than [`MAX_LINES`].
        pub fn add_removed(&mut self, lines: impl IntoIterator<Item = CartLine>) {
            self.removed.extend(lines);
            let surplus = self.removed.len().saturating_sub(MAX_LINES);
            self.removed.drain(..surplus);
        }

        /// The revision after the shopper changed the cart: it contains only the removed lines. `None` if there are
        /// none.
        pub fn after_change(self) -> Option<Revision> {
            if self.removed.is_empty() {
                return None;
            }
            let causes = BTreeSet::from([Cause::Removed]);
            Some(Revision { kept: Vec::new(), removed: self.removed, totals: None, causes })
        }
    }

    /// The totals of a cart, named as in the price quote.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Totals {
        pub subtotal: Money,
        pub tax_total: Money,
        pub fee_total: Money,
        pub delivery_total: Money,
        pub total: Money,
    }

    /// Why a revision changed the cart, in the order of display.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Cause {
        /// Lines were removed.
        Removed,
        /// The promotion or the offers of a line changed.
        Promotion,
        /// A price, fee or tax changed.
        Price,
    }

    impl Cause {
        pub fn text(self) -> Text {
            match self {
                Cause::Removed => REMOVED,
                Cause::Promotion => PROMOTION,
                Cause::Price => PRICE,
            }
        }
    }
}
