//! The name of a ticket's holder that a question at the checkout has asked for, and changing it.

use chrono_tz::Tz;
use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;

use super::answers::{AskedHolder, TicketAnswer};
use super::entity::{Column, Entity, Model};
use super::fresh_code::give_fresh_code;
use super::signer::TicketSigner;
use crate::error::{Error, Refusal, Result};
use midway_catalog::files::WallTime;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const STAYS: Text = Text { id: "ticket.name-stays", default: "The name on this ticket can't be changed." };
const TOO_LATE: Text = Text { id: "ticket.name-too-late", default: "It's too late to change the name on this ticket." };

impl Model {
    /// The answer that names the ticket's holder, with its rule. `None` for a pass and for a ticket without such an answer.
    pub fn asked_holder(&self) -> Option<(&TicketAnswer, &AskedHolder)> {
        let answers = self.answers.iter().flat_map(|answers| &answers.0);
        answers.filter(|_| self.pass.is_none()).find_map(|answer| Some((answer, answer.holder.as_ref()?)))
    }

    /// The moment from which the name of the holder stays; `None` if it always does. `zone` is the time zone of the visit.
    fn name_stays_from(&self, zone: Tz) -> Option<Instant> {
        let until = self.asked_holder()?.1.rule.change_until?;
        let start = self.starts_at?.with_timezone(&zone);
        Some(until.ends(start.date_naive(), WallTime(start.time()), zone))
    }

    /// Checks that the name of the holder may be changed now.
    ///
    /// # Errors
    /// A refusal with the reason; those of [`Model::check_unused`].
    pub fn check_name(&self, zone: Tz, now: Instant) -> Result<()> {
        self.check_unused(now)?;
        match self.name_stays_from(zone) {
            None => Err(Refusal::new(STAYS).into()),
            Some(end) if end <= now => Err(Refusal::new(TOO_LATE).into()),
            Some(_) => Ok(()),
        }
    }
}

/// Gives a ticket, which the caller has locked and checked with [`Model::check_name`], another holder's name and a fresh
/// code, because the code that it had carries the old name. Returns the ticket with both.
///
/// # Errors
/// Those of [`give_fresh_code`].
pub async fn rename(
    tx: &impl ConnectionTrait,
    signer: &TicketSigner,
    ticket: Model,
    name: &str,
    now: Instant,
) -> Result<Model> {
    let mut answers = ticket.answers.clone().ok_or_else(|| Error::internal("the ticket has no answers"))?;
    let of_holder = answers.0.iter_mut().filter(|answer| answer.holder.is_some());
    of_holder.for_each(|answer| name.clone_into(&mut answer.answer));
    let renamed = Model { holder_name: Some(name.to_owned()), answers: Some(answers), ..ticket };
    Entity::update_many()
        .col_expr(Column::HolderName, Expr::value(name))
        .col_expr(Column::Answers, Expr::value(renamed.answers.clone()))
        .filter(Column::Id.eq(renamed.id.as_str()))
        .exec(tx)
        .await?;
    give_fresh_code(tx, signer, &renamed, now).await
}

#[cfg(test)]
mod tests {
    use chrono::{Duration, TimeZone, Utc};

    use super::*;
    use crate::shop::ticket::TicketAnswers;
    use midway_catalog::files::{HolderName, Lead};

    const ZONE: Tz = Tz::America__New_York;

    fn ticket(change_until: Option<Lead>) -> Model {
        let holder = Some(AskedHolder { key: "key".to_owned(), rule: HolderName { change_until } });
        let answer = TicketAnswer { label: "Name".to_owned(), answer: "Ada".to_owned(), holder };
        Model {
            order_id: Some("order".to_owned()),
            show_name: Some("Tour".to_owned()),
            holder_name: Some("Ada".to_owned()),
            // Noon of Saturday in New York.
            starts_at: Some(Utc.with_ymd_and_hms(2026, 11, 21, 17, 0, 0).unwrap()),
            answers: Some(TicketAnswers(vec![answer])),
            ..Model::default()
        }
    }

    fn refused(ticket: &Model, now: Instant) -> Option<&'static str> {
        match ticket.check_name(ZONE, now) {
            Ok(()) => None,
            Err(Error::Refused(refusal)) => Some(refusal.text.id),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn name_may_be_changed_until_the_rule_of_the_purchase_says() {
        let midnight = Utc.with_ymd_and_hms(2026, 11, 21, 5, 0, 0).unwrap();
        let of_days = ticket(Some(Lead { days: Some(1), hours: None }));
        assert_eq!(refused(&of_days, midnight - Duration::seconds(1)), None);
        assert_eq!(refused(&of_days, midnight), Some(TOO_LATE.id));
        let of_hours = ticket(Some(Lead { days: None, hours: Some(24) }));
        let a_day_before = midnight - Duration::hours(12);
        assert_eq!(refused(&of_hours, a_day_before - Duration::seconds(1)), None);
        assert_eq!(refused(&of_hours, a_day_before), Some(TOO_LATE.id));
        assert_eq!(refused(&ticket(None), a_day_before), Some(STAYS.id));
    }

    #[test]
    fn holder_who_was_asked_for_is_no_title() {
        assert_eq!(ticket(None).title(), "Tour");
        assert_eq!(Model { answers: None, ..ticket(None) }.title(), "Ada");
    }
}
