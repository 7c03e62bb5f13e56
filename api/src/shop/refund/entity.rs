//! Rows of `refund` and `refund_payment`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The units that a refund took out of an order: by line id, their numbers, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RefundedUnits(pub BTreeMap<String, Vec<i32>>);

midway_kernel::documents!(RefundedUnits);

pub mod refund {
    use sea_orm::entity::prelude::*;

    use super::RefundedUnits;
    use crate::shop::refund::amounts::Amounts;
    use midway_kernel::id::PerformanceId;
    use midway_kernel::money::Money;

    /// A refund of an order. `price`, `fees`, `tax` and `delivery` add up to `amount` and `no_longer_due`. Together with the
    /// parts that the shop keeps, they are what the order is worth less.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "refund")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub order_id: String,
        /// The position among the refunds of the order, from 1.
        pub position: i32,
        pub kind: Kind,
        pub units: RefundedUnits,
        /// By how much the order is reduced. One part may be negative, if a group offer no longer applies.
        pub price: Money,
        pub fees: Money,
        pub tax: Money,
        pub delivery: Money,
        /// What is paid back.
        pub amount: Money,
        /// What is no longer charged of a payment plan.
        pub no_longer_due: Money,
        /// What the shop keeps of a cancellation by the shopper.
        pub kept_price: Money,
        pub kept_fees: Money,
        pub kept_tax: Money,
        pub kept_delivery: Money,
        /// Whether the places stay taken.
        pub places_kept: bool,
        /// The performance that does not take place, if that is why.
        pub canceled_performance: Option<PerformanceId>,
        /// The order for which the units were exchanged.
        pub exchanged_for: Option<String>,
        pub reason: Option<String>,
        pub made_at: DateTimeUtc,
    }

    impl Model {
        pub fn amounts(&self) -> Amounts {
            Amounts { price: self.price, fees: self.fees, tax: self.tax, delivery: self.delivery }
        }

        /// What the shop keeps of a cancellation by the shopper.
        pub fn kept(&self) -> Amounts {
            Amounts { price: self.kept_price, fees: self.kept_fees, tax: self.kept_tax, delivery: self.kept_delivery }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum Kind {
        /// Units of the order were refunded.
        #[sea_orm(string_value = "units")]
        Units,
        /// An amount was given back, and nothing else changed.
        #[sea_orm(string_value = "goodwill")]
        Goodwill,
        /// The order was ended without paying anything back.
        #[sea_orm(string_value = "void")]
        Void,
        /// The operator refunded a payment at the processor.
        #[sea_orm(string_value = "at-processor")]
        AtProcessor,
        /// The cardholder disputed a payment.
        #[sea_orm(string_value = "dispute")]
        Dispute,
        /// Units were exchanged for those of another order, which they pay, wholly or in part.
        #[sea_orm(string_value = "exchange")]
        Exchange,
    }

    impl Kind {
        /// Whether the shop asked for it, and not the operator at the processor or the cardholder.
        pub fn is_of_shop(self) -> bool {
            !matches!(self, Kind::AtProcessor | Kind::Dispute)
        }

        /// Whether units of the order were taken back for what they were worth.
        pub fn is_of_units(self) -> bool {
            matches!(self, Kind::Units | Kind::Exchange)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod payment {
    use sea_orm::entity::prelude::*;

    use crate::shop::payment::processor::{PaymentRef, RefundKey};
    use midway_kernel::money::Money;

    /// A payment that is paid back, wholly or in part.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "refund_payment")]
    pub struct Model {
        /// The idempotency key at the processor, in the form `{refund id}-{position}`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub refund_id: String,
        pub position: i32,
        pub processor: String,
        pub payment_key: String,
        pub session_key: Option<String>,
        pub amount: Money,
        pub state: State,
        /// The processor's id of the refund or the dispute.
        pub reference: Option<String>,
        /// Why it failed.
        pub message: Option<String>,
        pub tries: i32,
        /// When the worker looks at it next; `None` in a final state.
        pub try_at: Option<DateTimeUtc>,
        pub changed_at: DateTimeUtc,
    }

    impl Model {
        pub fn key(&self) -> RefundKey {
            RefundKey(self.id.clone())
        }

        /// The payment that is paid back, as the processor knows it.
        pub fn payment(&self) -> PaymentRef {
            match &self.session_key {
                Some(session) => PaymentRef::new(&self.payment_key, session),
                None => PaymentRef::without_session(&self.payment_key),
            }
        }
    }

    /// The state of a refunded payment; `rules::TRANSITIONS` lists the transitions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum State {
        /// The processor was not asked yet.
        #[sea_orm(string_value = "requested")]
        Requested,
        /// The processor is being asked.
        #[sea_orm(string_value = "sent")]
        Sent,
        /// The answer was lost: only the processor knows the result.
        #[sea_orm(string_value = "unknown")]
        Unknown,
        /// The processor decides later.
        #[sea_orm(string_value = "pending")]
        Pending,
        #[sea_orm(string_value = "succeeded")]
        Succeeded,
        /// Nothing was paid back.
        #[sea_orm(string_value = "failed")]
        Failed,
        /// Nothing was paid back, and it was asked for again under another key.
        #[sea_orm(string_value = "replaced")]
        Replaced,
        /// The processor could not pay it back, and the operator has paid it back another way.
        #[sea_orm(string_value = "elsewhere")]
        Elsewhere,
        /// The money stays at the processor: it pays the order for which the units were exchanged, and belongs to it.
        #[sea_orm(string_value = "carried")]
        Carried,
    }

    impl State {
        /// Whether the money no longer belongs to the order: it is paid back, or may be, or pays another order.
        pub fn counts(self) -> bool {
            !matches!(self, State::Failed | State::Replaced)
        }

        /// Whether the processor's answer may still change it.
        pub fn is_open(self) -> bool {
            matches!(self, State::Requested | State::Sent | State::Unknown | State::Pending)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
