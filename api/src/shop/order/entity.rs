//! Rows of `order`, `order_line`, `order_confirmation` and `order_draft`.

use serde::{Deserialize, Serialize};

use crate::shop::cart::ChosenPerformance;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;

/// What exchanged tickets paid of an order. Such an order has no payment plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderExchange {
    /// The earlier order.
    pub order_id: String,
    pub order_number: String,
    /// How much of the total the tickets paid.
    pub credit: Money,
    /// What was paid back, because the order cost less than the tickets.
    pub paid_back: Money,
    /// What the shop kept of the tickets.
    pub fee: Money,
    /// The ids of the tickets. Orders that were placed before these were stored have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tickets: Vec<String>,
}

/// A performance that takes place at another time than the one that was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub from: ChosenPerformance,
    pub to: ChosenPerformance,
}

/// What happened to a performance of a line after the sale, as its buyer was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PerformanceChange {
    /// It does not take place, and the buyer was asked what to get instead.
    Canceled {
        performance_id: PerformanceId,
        /// The e-mail that asked; `None` if it was queued by an earlier version of the shop.
        #[serde(default)]
        confirmation_id: Option<String>,
    },
    /// It takes place at another time.
    Moved {
        moved: Box<Moved>,
        /// Whether the buyer was told that they may choose something else.
        has_choice: bool,
    },
}

impl PerformanceChange {
    fn is_canceled(&self, performance: &PerformanceId) -> bool {
        matches!(self, PerformanceChange::Canceled { performance_id, .. } if performance_id == performance)
    }

    /// Whether the buyer may choose because of it.
    pub fn has_choice(&self) -> bool {
        matches!(self, PerformanceChange::Canceled { .. } | PerformanceChange::Moved { has_choice: true, .. })
    }
}

/// What happened to the performances of a line, in the order in which its buyer was told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerformanceChanges(pub Vec<PerformanceChange>);

impl PerformanceChanges {
    /// Adds a change, which replaces what was told of the same performance before. A performance that was moved and then
    /// canceled stays moved, in case that it takes place after all.
    pub fn add(&mut self, change: PerformanceChange) {
        match &change {
            PerformanceChange::Canceled { performance_id, .. } => self.0.retain(|it| !it.is_canceled(performance_id)),
            PerformanceChange::Moved { moved, .. } => {
                let before = &moved.from.performance_id;
                self.0.retain(|it| match it {
                    PerformanceChange::Canceled { performance_id, .. } => performance_id != before,
                    PerformanceChange::Moved { moved, .. } => moved.to.performance_id != *before,
                });
            }
        }
        self.0.push(change);
    }
}

midway_kernel::documents!(OrderExchange, PerformanceChanges);

pub mod order {
    use chrono_tz::Tz;
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    use super::OrderExchange;
    use crate::shop::cart::Address;
    use crate::shop::installment::Terms;
    use crate::shop::order::answers::OrderAnswers;
    use midway_catalog::pricing::{KeptOffers, NamedFees};
    use midway_kernel::coded::OrderType;
    use midway_kernel::id::DeliveryMethodId;
    use midway_kernel::money::Money;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DeriveEntityModel)]
    #[sea_orm(table_name = "order")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub number: String,
        pub cart_id: String,
        pub attempt_id: Option<String>,
        pub account_id: Option<String>,
        pub order_type: OrderType,
        pub placed_at: DateTimeUtc,
        pub time_zone: String,
        pub email_address: String,
        pub billing_address: Address,
        pub shipping_address: Option<Address>,
        pub delivery_method_id: DeliveryMethodId,
        pub delivery_method_name: String,
        pub payment_method_name: Option<String>,
        pub confirmation_display_name: Option<String>,
        pub masked_card_number: Option<String>,
        /// The brand as the processor names it; `None` for orders of earlier versions of the shop.
        #[serde(default)]
        pub card_brand: Option<String>,
        pub subtotal: Money,
        pub tax_total: Money,
        pub fee_total: Money,
        #[serde(default)]
        pub fees: NamedFees,
        pub delivery_total: Money,
        pub total: Money,
        /// The terms of the payment plan as disclosed to the buyer, if there is one.
        #[serde(default)]
        pub installment_terms: Option<Terms>,
        /// The answers to the questions at the checkout.
        #[serde(default)]
        pub answers: Option<OrderAnswers>,
        /// The offers of the lines, so that a refund can apply them to the units that remain. `None` without offers.
        #[serde(default)]
        pub kept_offers: Option<KeptOffers>,
        /// The earlier order whose tickets paid for this one, wholly or in part.
        #[serde(default)]
        pub exchange: Option<OrderExchange>,
    }

    impl Model {
        /// The time zone of its dates and times.
        pub fn zone(&self) -> Tz {
            self.time_zone.parse().unwrap_or(Tz::UTC)
        }

        /// The amount that was paid when the order was placed, beside exchanged tickets.
        pub fn due_when_placed(&self) -> Money {
            self.installment_terms.as_ref().map_or(self.total - self.exchange_credit(), |terms| terms.down_payment)
        }

        /// Whether anything was paid for it, perhaps with exchanged tickets.
        pub fn is_paid(&self) -> bool {
            self.attempt_id.is_some() || self.exchange_credit() > Money::ZERO
        }

        /// How much of the total was paid by exchanged tickets.
        pub fn exchange_credit(&self) -> Money {
            self.exchange.as_ref().map_or(Money::ZERO, |exchange| exchange.credit)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod line {
    use chrono::NaiveDate;
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    use super::{PerformanceChange, PerformanceChanges};
    use crate::shop::cart::{ChosenPerformance, ChosenPerformances, DisplayedLine, LinePackage, PriceFloors};
    use midway_catalog::PricePromotion;
    use midway_catalog::files::Cancellation;
    use midway_catalog::pricing::{LineOffer, LineOffers};
    use midway_kernel::id::{EntitlementId, PerformanceId, ProductId, VariantId};
    use midway_kernel::money::Money;

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
    #[sea_orm(table_name = "order_line")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub order_id: String,
        pub position: i32,
        pub product_id: ProductId,
        pub variant_id: VariantId,
        pub product_name: String,
        pub variant_name: String,
        pub pass_level: Option<String>,
        pub delivery_item: bool,
        pub quantity: i64,
        pub unit_price: Money,
        pub unit_fees: Money,
        pub unit_tax: Money,
        /// The number of tickets issued for the line.
        pub tickets: i64,
        pub performances: ChosenPerformances,
        /// The unit price without the promotion, package or bundle that lowered it; `None` if none did.
        #[serde(default)]
        pub regular_price: Option<Money>,
        #[serde(default)]
        pub promotion: Option<PricePromotion>,
        #[serde(default)]
        pub package: Option<LinePackage>,
        /// The reductions by offers; `None` on lines written before offers existed.
        #[serde(default)]
        pub offers: Option<LineOffers>,
        /// The passholder of a pass.
        #[serde(default)]
        pub first_name: Option<String>,
        #[serde(default)]
        pub last_name: Option<String>,
        /// The entitlement that the line redeemed.
        #[serde(default)]
        pub entitlement_id: Option<EntitlementId>,
        /// The units of limited stock sold to the line, over all stocks. It must equal the line's sold claims.
        #[serde(default)]
        pub units_sold: i64,
        /// How many units of the line were refunded.
        #[serde(default)]
        pub units_refunded: i64,
        /// What the shopper gets back who cancels units; `None` if only the operator can refund them.
        #[serde(default)]
        pub cancellation: Option<Cancellation>,
        /// Until when the buyer chooses what to get instead of performances that do not take place or were moved: other
        /// tickets, or everything back, whatever the rules say. It is the latest time that was promised.
        #[serde(default)]
        pub choice_until: Option<DateTimeUtc>,
        /// What happened to its performances, as the buyer was told; `None` if nothing did.
        #[serde(default)]
        pub performance_changes: Option<PerformanceChanges>,
        /// What its units must be exchanged for at least; `None` if none of them came by an exchange for another kind.
        #[serde(default)]
        pub price_floors: Option<PriceFloors>,
    }

    impl Model {
        /// The line's total after offers, without tax and fees. The lines of an order add up to its subtotal.
        pub fn item_total(&self) -> Money {
            self.unit_price.times(self.units()) + self.line_offers().map(LineOffer::adjustment_total).sum()
        }

        /// The line's per-ticket fees after offers.
        pub fn item_fees(&self) -> Money {
            self.unit_fees.times(self.units()) + self.line_offers().map(LineOffer::fees_adjustment_total).sum()
        }

        /// The tax of the line's units after offers, without that of fees per order.
        pub fn item_tax(&self) -> Money {
            let of_offer = |offer: &LineOffer| offer.unit_tax_adjustment.times(offer.quantity);
            self.unit_tax.times(self.units()) + self.line_offers().map(of_offer).sum()
        }

        /// Whether the line is a bundle, which is one unit.
        pub fn is_bundle(&self) -> bool {
            self.package.as_ref().is_some_and(|package| package.bundle_date.is_some())
        }

        /// Whether the line has a visit and goods besides, which may have been handed over before it.
        pub fn has_goods_and_visit(&self) -> bool {
            self.delivery_item && self.all_performances().next().is_some()
        }

        /// The line's performances and, for a package or a bundle, the performances of its parts.
        pub fn all_performances(&self) -> impl Iterator<Item = &ChosenPerformance> {
            let parts = self.package.iter().flat_map(|package| &package.parts);
            self.performances.0.iter().chain(parts.flat_map(|part| &part.performances.0))
        }

        /// What the line has chosen at a performance, for itself or for a part; `None` if it has no place there.
        pub fn at(&self, performance: &PerformanceId) -> Option<&ChosenPerformance> {
            self.all_performances().find(|chosen| chosen.performance_id == *performance)
        }

        /// What happened to its performances, as the buyer was told.
        pub fn changes(&self) -> &[PerformanceChange] {
            self.performance_changes.as_ref().map_or(&[], |changes| &changes.0)
        }

        /// The performances that do not take place, and about which the buyer was asked.
        pub fn canceled(&self) -> impl Iterator<Item = &PerformanceId> {
            self.changes().iter().filter_map(|change| match change {
                PerformanceChange::Canceled { performance_id, .. } => Some(performance_id),
                PerformanceChange::Moved { .. } => None,
            })
        }

        /// Whether the buyer was asked what to get instead of a performance.
        pub fn was_asked_about(&self, performance: &PerformanceId) -> bool {
            self.canceled().any(|canceled| canceled == performance)
        }

        /// The day of the first visit; `None` without a date.
        pub fn first_day(&self) -> Option<NaiveDate> {
            self.all_performances().map(|chosen| chosen.date).min()
        }

        /// The displayed price of all units: with per-ticket fees, and after offers.
        pub fn displayed(&self) -> DisplayedLine<'_> {
            DisplayedLine {
                promotion: self.promotion.as_ref(),
                regular: self.regular_price.map(|regular| (regular + self.unit_fees).times(self.units())),
                total: self.item_total() + self.item_fees(),
            }
        }

        fn units(&self) -> u32 {
            u32::try_from(self.quantity).unwrap_or(0)
        }

        /// The units that are not refunded.
        pub fn units_left(&self) -> u32 {
            u32::try_from(self.quantity - self.units_refunded).unwrap_or(0)
        }

        fn line_offers(&self) -> impl Iterator<Item = &LineOffer> {
            self.offers.iter().flat_map(|offers| &offers.0)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod confirmation {
    use sea_orm::entity::prelude::*;

    /// A confirmation e-mail, sent or queued. Its id and its token form the link to the order.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_confirmation")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub order_id: String,
        /// The position among the order's confirmations; 0 for the confirmation that is queued with the order.
        pub position: i32,
        pub token_fingerprint: String,
        pub email_address: String,
        pub message_id: String,
        pub made_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod draft {
    use sea_orm::entity::prelude::*;

    /// The complete sale as agreed when its capture began.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_draft")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub cart_id: String,
        pub document: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
