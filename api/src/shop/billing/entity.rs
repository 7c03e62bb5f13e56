//! Rows of `billing_agreement` and `billing_payment`.

pub mod agreement {
    use sea_orm::entity::prelude::*;

    use crate::shop::payment::named_card;
    use midway_kernel::money::Money;

    /// The in-house plan of an order, with the card that pays it.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "billing_agreement")]
    pub struct Model {
        /// The id of the order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub processor: String,
        /// The processor's token for the card; `None` after everything is paid.
        pub card_token: Option<String>,
        pub masked_card_number: String,
        /// The brand as the processor names it; `None` for agreements of earlier versions of the shop.
        pub card_brand: Option<String>,
        /// The key and the session of the processor's form in which a new card is entered.
        pub card_form_key: Option<String>,
        pub card_form_session: Option<String>,
        pub made_at: DateTimeUtc,
        /// By how much refunds have reduced the later payments.
        pub reduced_by: Money,
    }

    impl Model {
        /// The card as e-mails and lists name it, such as `Visa •••• 4242`.
        pub fn card_name(&self) -> String {
            named_card(self.card_brand.as_deref(), &self.masked_card_number)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod payment {
    use sea_orm::entity::prelude::*;

    use crate::shop::payment::processor::{PaymentKey, PaymentRef, SessionKey};
    use midway_kernel::money::Money;

    /// A later payment of an agreement.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "billing_payment")]
    pub struct Model {
        /// The id in the form `{order}-{number}`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub agreement_id: String,
        /// Number 1 is the first payment after the payment made with the order.
        pub number: i32,
        /// The due day in the time zone of the site.
        pub due_on: Date,
        pub amount: Money,
        pub state: State,
        pub tries: i32,
        /// The number of scheduled charge attempts among `tries`.
        pub scheduled_tries: i32,
        /// When the payment is charged or tried again; `None` after too many declines, and after it was paid.
        pub try_at: Option<DateTimeUtc>,
        /// The idempotency key of the latest charge attempt.
        pub payment_key: Option<String>,
        /// The token of the card that the running charge attempt uses.
        pub card_token: Option<String>,
        /// The session of the processor's form in which the shopper makes the latest charge attempt.
        pub form_session: Option<String>,
        /// The reason for the latest decline.
        pub message: Option<String>,
        pub paid_at: Option<DateTimeUtc>,
        pub changed_at: DateTimeUtc,
    }

    impl Model {
        /// The idempotency key of the payment's latest charge attempt.
        pub fn key(&self) -> String {
            format!("{}-{}", self.id, self.tries)
        }

        /// The latest charge attempt, as the processor knows it.
        pub fn attempt(&self) -> PaymentRef {
            PaymentRef { key: PaymentKey(self.key()), session: self.form_session.clone().map(SessionKey) }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum State {
        #[sea_orm(string_value = "due")]
        Due,
        /// A charge attempt is running, and its result is unknown.
        #[sea_orm(string_value = "charging")]
        Charging,
        #[sea_orm(string_value = "paid")]
        Paid,
        /// Nothing is left to charge, because refunds have reduced the payment to zero.
        #[sea_orm(string_value = "ended")]
        Ended,
    }

    impl State {
        /// Whether the payment is still to be charged.
        pub fn is_open(self) -> bool {
            matches!(self, State::Due | State::Charging)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
