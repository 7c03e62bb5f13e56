//! Codes that can be used for one order each. `midway codes` makes them for a promotion with `single_use`. Whether a code
//! is used or in a cart is a stock of one, which the cart claims as a whole.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder};

use crate::error::Result;
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, StockKey};
use midway_kernel::id::PromotionId;
use midway_kernel::secret::random_code;
use midway_kernel::time::Instant;

/// The number of letters and digits of a code: 60 bits, far too many to guess with the limit on wrong codes.
const LENGTH: usize = 12;
/// A code is written in groups of this length.
const GROUP: usize = 4;
/// How many codes one statement inserts.
const BATCH: usize = 1_000;

pub mod code {
    use midway_kernel::id::PromotionId;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "single_use_code")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: String,
        pub promotion_id: PromotionId,
        pub made_at: DateTimeUtc,
        pub withdrawn_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The result of withdrawing a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    Now,
    Before,
    Unknown,
}

/// The code as it is stored and printed, such as `7KQM-2XWD-R9TB`; `None` for what cannot be a code. Hyphens, blanks and
/// lower case do not matter.
fn written(typed: &str) -> Option<String> {
    let signs: String = typed.chars().filter(|sign| !matches!(sign, '-' | ' ')).collect();
    let is_code = signs.len() == LENGTH && signs.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| in_groups(&signs.to_ascii_uppercase()))
}

fn in_groups(signs: &str) -> String {
    let groups: Vec<String> =
        signs.as_bytes().chunks(GROUP).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    groups.join("-")
}

/// Makes new codes for a promotion.
pub async fn make(tx: &Transaction, promotion: &PromotionId, count: usize, now: Instant) -> Result<Vec<String>> {
    let codes: Vec<String> = (0..count).map(|_| in_groups(&random_code(LENGTH))).collect();
    for batch in codes.chunks(BATCH) {
        let rows = batch.iter().map(|code| code::Model {
            code: code.clone(),
            promotion_id: promotion.clone(),
            made_at: now,
            withdrawn_at: None,
        });
        code::Entity::insert_many(rows.map(IntoActiveModel::into_active_model)).exec_without_returning(tx).await?;
    }
    Ok(codes)
}

/// The codes of a promotion, or of all promotions, by promotion and time.
pub async fn all(db: &impl ConnectionTrait, promotion: Option<&PromotionId>) -> Result<Vec<code::Model>> {
    let mut codes = code::Entity::find();
    if let Some(promotion) = promotion {
        codes = codes.filter(code::Column::PromotionId.eq(promotion.clone()));
    }
    let ordered = codes.order_by_asc(code::Column::PromotionId).order_by_asc(code::Column::MadeAt);
    Ok(ordered.order_by_asc(code::Column::Code).all(db).await?)
}

/// Withdraws a code. A cart that holds it keeps it until its hold ends, and may be paid until then.
pub async fn withdraw(tx: &Transaction, typed: &str, now: Instant) -> Result<Withdrawn> {
    let Some(code) = written(typed) else { return Ok(Withdrawn::Unknown) };
    let Some(found) = code::Entity::find_by_id(code.clone()).one(tx).await? else { return Ok(Withdrawn::Unknown) };
    if found.withdrawn_at.is_some() {
        return Ok(Withdrawn::Before);
    }
    code::Entity::update_many()
        .col_expr(code::Column::WithdrawnAt, Expr::value(Some(now)))
        .filter(code::Column::Code.eq(code.as_str()))
        .exec(tx)
        .await?;
    inventory::close(tx, &StockKey::single_use_code(&code)).await?;
    Ok(Withdrawn::Now)
}

/// A code that was not withdrawn, with its promotion, and whether an order has used it.
pub async fn find(db: &impl ConnectionTrait, typed: &str) -> Result<Option<(String, PromotionId, bool)>> {
    let Some(code) = written(typed) else { return Ok(None) };
    let found = code::Entity::find_by_id(code).one(db).await?;
    let Some(found) = found.filter(|found| found.withdrawn_at.is_none()) else { return Ok(None) };
    let key = StockKey::single_use_code(&found.code);
    let is_used = !inventory::with_sales(db, [key]).await?.is_empty();
    Ok(Some((found.code, found.promotion_id, is_used)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_found_however_its_groups_and_letters_are_typed() {
        for typed in ["7KQM-2XWD-R9TB", "7kqm2xwdr9tb", " 7KQM 2XWD R9TB "] {
            assert_eq!(written(typed).as_deref(), Some("7KQM-2XWD-R9TB"), "{typed}");
        }
        for typed in ["", "7KQM-2XWD", "7KQM-2XWD-R9TBX", "7KQM_2XWD_R9TB"] {
            assert_eq!(written(typed), None, "{typed}");
        }
    }
}
