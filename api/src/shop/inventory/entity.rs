//! Rows of `stock` and `claim`.

pub mod stock {
    use sea_orm::entity::prelude::*;

    use crate::shop::inventory::StockKey;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stock")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: StockKey,
        /// The effective capacity: `offered`, or a higher number while more than `offered` is taken.
        pub capacity: i64,
        /// The capacity in the catalogue.
        pub offered: i64,
        pub claimed: i64,
        pub sold: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod claim {
    use sea_orm::entity::prelude::*;

    use crate::shop::inventory::StockKey;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "claim")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub owner_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub line_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub stock_key: StockKey,
        pub quantity: i64,
        pub held_until: DateTimeUtc,
        /// True while the payment runs: the claim does not expire.
        pub pinned: bool,
        pub sold: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
