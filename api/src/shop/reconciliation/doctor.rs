//! Findings for `midway doctor`: days on which the processors' books and the shop's differ.

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::entity::DayResult;
use super::store;
use crate::error::Result;
use midway_kernel::time::Instant;

/// Days that differ are reported for this long.
const REPORTED: Duration = Duration::days(31);

/// Days on which a processor did not answer are reported after this long.
const UNANSWERED: Duration = Duration::days(2);

pub async fn doctor(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<String>> {
    let open = store::open_since(db, (now - REPORTED).date_naive()).await?;
    let unanswered =
        open.iter().filter(|row| row.result == DayResult::Unanswered && row.day < (now - UNANSWERED).date_naive());
    let unanswered = unanswered.map(|row| {
        format!("{day} was not compared with the processors' books, because one does not answer", day = row.day)
    });
    let unanswered: Vec<String> = unanswered.collect();
    let differing = open.into_iter().filter(|row| row.result == DayResult::Differs);
    let finding = |day, differences| {
        format!(
            "the processors' books and the shop's differ on {day} in {differences}: `midway reconcile --last` lists what. \
             `midway reconcile --from {day} --to {day}` compares them again"
        )
    };
    Ok(differing.map(|row| finding(row.day, row.differences)).chain(unanswered).collect())
}
