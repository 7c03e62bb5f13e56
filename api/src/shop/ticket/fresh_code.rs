//! Fresh codes: a ticket gets another media code and another signed token, and gates refuse the code that it had before.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel};

use super::entity::{Column, Entity, Model, retired_code};
use super::keys::unverified_claims;
use super::revocation::why_revoked;
use super::signer::TicketSigner;
use crate::error::{Error, Refusal, Result};
use midway_kernel::secret::random_code;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The number of letters and digits of a media code: 16 from an alphabet of 32 make 80 bits. Scanners and people can handle
/// up to 17.
pub const MEDIA_CODE_LENGTH: usize = 16;

const BEGUN: Text = Text {
    id: "ticket.begun",
    default: "This ticket is already valid for entry, so it may have been used. Please ask the staff at the entrance.",
};
const ANY_DAY: Text = Text {
    id: "ticket.of-any-day",
    default: "This ticket is valid on any day, so it may have been used. Please contact us.",
};
const TOO_MANY: Text = Text {
    id: "ticket.too-many-codes",
    default: "You've already gotten {{count}} new codes for this ticket today. Please try again tomorrow, or contact \
              us.",
};

/// How many fresh codes the holder of a ticket may ask for within [`PERIOD`].
const MOST: u64 = 3;
const PERIOD: Duration = Duration::from_secs(86_400);

impl Model {
    /// Checks that the ticket cannot have been used, so that a fresh code admits nobody a second time: gates do not admit it
    /// yet, or it is a pass, which admits its holder again and again.
    ///
    /// # Errors
    /// A refusal with the reason; [`Error::NotFound`] for a ticket that was not sold here, whose code is that of another
    /// system.
    pub fn check_unused(&self, now: Instant) -> Result<()> {
        // A gate admits from the beginning of the day on.
        let first_day = unverified_claims(&self.token).and_then(|claims| claims.first_day);
        self.check_before(first_day.map(|day| day.begins_at()).or(self.starts_at), now)
    }

    /// Checks that the ticket can be handed to somebody else with the code that it has: its visit has not begun.
    ///
    /// # Errors
    /// As [`Model::check_unused`].
    pub fn check_to_come(&self, now: Instant) -> Result<()> {
        self.check_before(self.starts_at, now)
    }

    fn check_before(&self, end: Option<Instant>, now: Instant) -> Result<()> {
        if let Some(why) = why_revoked(self) {
            return Err(Refusal::new(why).into());
        }
        if self.order_id.is_none() {
            return Err(Error::NotFound);
        }
        match end.filter(|_| self.starts_at.is_some()) {
            _ if self.pass.is_some() => Ok(()),
            None => Err(Refusal::new(ANY_DAY).into()),
            Some(end) if end <= now => Err(Refusal::new(BEGUN).into()),
            Some(_) => Ok(()),
        }
    }
}

/// Checks that the holder of a ticket, which the caller has locked, may ask for one more fresh code now.
///
/// # Errors
/// A refusal above the limit.
pub async fn within_limit(tx: &impl ConnectionTrait, ticket: &Model, now: Instant) -> Result<()> {
    let count = retired_code::Entity::find()
        .filter(retired_code::Column::TicketId.eq(ticket.id.as_str()))
        .filter(retired_code::Column::RetiredAt.gt(now - PERIOD))
        .count(tx)
        .await?;
    if count < MOST { Ok(()) } else { Err(Refusal::new(TOO_MANY).with("count", count).into()) }
}

/// Gives a ticket, which the caller has locked and checked with [`Model::check_unused`], a fresh code. Returns the ticket
/// with it. Everything that its token says stays, except the code, the time of issue and a changed holder.
///
/// # Errors
/// An internal error when the token of the ticket cannot be read.
pub async fn give_fresh_code(
    tx: &impl ConnectionTrait,
    signer: &TicketSigner,
    ticket: &Model,
    now: Instant,
) -> Result<Model> {
    let media_code = random_code(MEDIA_CODE_LENGTH);
    let mut claims = unverified_claims(&ticket.token).ok_or_else(|| Error::internal("the token cannot be read"))?;
    claims.media_code.clone_from(&media_code);
    claims.holder.clone_from(&ticket.holder_name);
    claims.issued_at = u32::try_from(now.timestamp()).unwrap_or_default();
    let token = signer.code(&claims);
    Entity::update_many()
        .col_expr(Column::MediaCode, Expr::value(media_code.as_str()))
        .col_expr(Column::Token, Expr::value(token.as_str()))
        .filter(Column::Id.eq(ticket.id.as_str()))
        .exec(tx)
        .await?;
    retire_code(tx, ticket, now).await?;
    Ok(Model { media_code, token, ..ticket.clone() })
}

/// Lets gates refuse the code of a ticket, which gets another one.
pub(super) async fn retire_code(tx: &impl ConnectionTrait, ticket: &Model, now: Instant) -> Result<()> {
    let retired = retired_code::Model {
        media_code: ticket.media_code.clone(),
        ticket_id: ticket.id.clone(),
        last_day: ticket.valid_on.or(ticket.valid_until),
        retired_at: now,
    };
    retired_code::Entity::insert(retired.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::shop::ticket::RevokedBecause;
    use midway_kernel::coded::PassKind;

    #[test]
    fn ticket_that_may_have_been_used_or_is_revoked_gets_no_fresh_code() {
        let noon = Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap();
        let sold = Model { order_id: Some("order".to_owned()), ..Model::default() };
        let at = |starts_at| Model { starts_at, ..sold.clone() };
        let refused = |ticket: &Model| match ticket.check_unused(noon) {
            Ok(()) => None,
            Err(Error::Refused(refusal)) => Some(refusal.text.id),
            Err(_) => Some("not found"),
        };
        let later = at(Some(noon + Duration::from_secs(1)));
        assert_eq!(refused(&later), None);
        assert_eq!(refused(&at(Some(noon))), Some(BEGUN.id));
        assert_eq!(refused(&at(None)), Some(ANY_DAY.id));
        let pass = Model { pass: Some(PassKind::SeasonPass), ..at(None) };
        assert_eq!(refused(&pass), None);
        assert_eq!(refused(&Model { order_id: None, ..later.clone() }), Some("not found"));
        let revoked = |because| Model { revoked_at: Some(noon), revoked_because: Some(because), ..later.clone() };
        for (because, id) in [
            (RevokedBecause::Refunded, "ticket.refunded"),
            (RevokedBecause::Upgraded, "ticket.upgraded"),
            (RevokedBecause::Voided, "ticket.voided"),
        ] {
            assert_eq!(refused(&revoked(because)), Some(id));
        }
    }
}
