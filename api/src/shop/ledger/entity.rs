//! Rows of `ledger_entry` and `ledger_line`.

use sea_orm::entity::prelude::*;

/// An account of the books. docs/OPERATIONS.md explains them for those who keep the accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum Account {
    /// What a processor has captured and not paid back. Payouts to the bank are not part of the books.
    #[sea_orm(string_value = "processor")]
    Processor,
    /// The later payments of the shop's own payment plans.
    #[sea_orm(string_value = "installments-receivable")]
    InstallmentsReceivable,
    /// What banks have taken back for disputes that are not decided.
    #[sea_orm(string_value = "disputed")]
    Disputed,
    /// Prices after offers, without fees and taxes.
    #[sea_orm(string_value = "sales")]
    Sales,
    #[sea_orm(string_value = "donations")]
    Donations,
    /// Fees per ticket, per order and of payment plans.
    #[sea_orm(string_value = "fees")]
    Fees,
    #[sea_orm(string_value = "delivery")]
    Delivery,
    /// Taxes on all of these, which the shop owes to the state.
    #[sea_orm(string_value = "tax")]
    Tax,
    /// What buyers get back and was not paid back yet.
    #[sea_orm(string_value = "refunds-payable")]
    RefundsPayable,
    /// What the operator has paid back another way, because the processor could not.
    #[sea_orm(string_value = "paid-elsewhere")]
    PaidElsewhere,
    /// What exchanged tickets pay of the orders for which they were exchanged. What one order owes the other adds up to
    /// nothing.
    #[sea_orm(string_value = "exchanges")]
    Exchanges,
    /// What was given back without taking anything back.
    #[sea_orm(string_value = "goodwill")]
    Goodwill,
    /// What was refunded at the processor and not in the shop, so that nothing says what it was for.
    #[sea_orm(string_value = "refunds-at-processor")]
    RefundsAtProcessor,
    /// What cardholders got back by disputes that the shop has lost.
    #[sea_orm(string_value = "dispute-losses")]
    DisputeLosses,
}

pub mod entry {
    use sea_orm::entity::prelude::*;

    /// A group of lines whose debits equal their credits.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "ledger_entry")]
    pub struct Model {
        /// Names the cause, so that it is entered once.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub order_id: String,
        pub cause: Cause,
        /// The id of the order, the later payment, the refund or the refunded payment.
        pub subject: String,
        pub occurred_at: DateTimeUtc,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum Cause {
        /// An order was completed.
        #[sea_orm(string_value = "sale")]
        Sale,
        /// A later payment of a payment plan was charged.
        #[sea_orm(string_value = "charge")]
        Charge,
        /// A refund or a void was decided.
        #[sea_orm(string_value = "refund")]
        Refund,
        /// A payment was paid back, by whomever, or it turned out that it was not.
        #[sea_orm(string_value = "payment-back")]
        PaymentBack,
    }

    impl Cause {
        /// The beginning of the ids of entries with this cause.
        pub fn prefix(self) -> &'static str {
            match self {
                Cause::Sale => "sale",
                Cause::Charge => "charge",
                Cause::Refund => "refund",
                Cause::PaymentBack => "payment-back",
            }
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod line {
    use sea_orm::entity::prelude::*;

    use super::Account;
    use midway_kernel::money::Money;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "ledger_line")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub entry_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub account: Account,
        pub debit: Money,
        pub credit: Money,
        /// At which processor the money is, for [`Account::Processor`].
        pub processor: Option<String>,
        /// The line of the order to which the amount belongs; `None` if it belongs to the order as a whole.
        pub order_line_id: Option<String>,
        /// The day of that line's visit.
        pub visit_on: Option<Date>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
