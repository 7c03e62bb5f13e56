//! Rows of `billing_agreement` and `billing_payment`.

pub mod agreement {
    use sea_orm::entity::prelude::*;

    /// Who pays an order over time, and with what.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "billing_agreement")]
    pub struct Model {
        /// Its order's.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub processor: String,
        /// The processor's name for the card; nothing once all is paid.
        pub card_token: Option<String>,
        pub masked_card_number: String,
        /// The processor's form that another card is typed into: its key there, and its session.
        pub card_form_key: Option<String>,
        pub card_form_session: Option<String>,
        pub made_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod payment {
    use sea_orm::entity::prelude::*;

    use midway_kernel::money::Money;

    /// A later payment of an agreement.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "billing_payment")]
    pub struct Model {
        /// `{order}-{number}`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub agreement_id: String,
        /// 1 is the one after that of the order's day.
        pub number: i32,
        /// The site's day.
        pub due_on: Date,
        pub amount: Money,
        pub state: State,
        pub tries: i32,
        /// Those of them that the schedule asked for.
        pub scheduled_tries: i32,
        /// When it is charged, or tried again; never, when it was declined too often.
        pub try_at: Option<DateTimeUtc>,
        /// The key of the latest try.
        pub payment_key: Option<String>,
        /// The card that a try on its way was begun with.
        pub card_token: Option<String>,
        /// Why it was declined last.
        pub message: Option<String>,
        pub paid_at: Option<DateTimeUtc>,
        pub changed_at: DateTimeUtc,
    }

    impl Model {
        /// The key of its latest try at the processor.
        pub fn key(&self) -> String {
            format!("{}-{}", self.id, self.tries)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum State {
        #[sea_orm(string_value = "due")]
        Due,
        /// A try is on its way, and nobody knows yet what came of it.
        #[sea_orm(string_value = "charging")]
        Charging,
        #[sea_orm(string_value = "paid")]
        Paid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
