//! What a cart stores about a pass: its passholder, and the earlier ticket that it renews or upgrades. The rules are in
//! `pass_rules.rs`.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::shop::ticket::Passholder;
use midway_catalog::files::Validity;
use midway_kernel::id::VariantId;
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;

/// The passes of a cart for which no product is chosen. They are not lines yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlankPasses(pub Vec<BlankPass>);

midway_kernel::documents!(BlankPasses);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlankPass {
    /// The id of the pass. After a product is chosen, it is the id of the line.
    pub id: String,
    pub details: PassDetails,
}

impl BlankPass {
    pub fn new(details: PassDetails) -> Self {
        BlankPass { id: random_id(), details }
    }
}

/// The passholder of a pass in the cart, and the earlier ticket that the pass renews or upgrades.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassDetails {
    /// The pass that the new pass renews, or the ticket that it upgrades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<EarlierTicket>,
    pub passholder: Passholder,
}

impl PassDetails {
    /// The pass that the new pass renews. The passholder stays the same.
    pub fn renews(&self) -> Option<&EarlierTicket> {
        self.follows.as_ref().filter(|held| held.paid.is_none())
    }

    /// The ticket that the new pass upgrades.
    pub fn upgrades(&self) -> Option<&EarlierTicket> {
        self.follows.as_ref().filter(|held| held.paid.is_some())
    }

    /// The first and the last valid day of the new pass if it is sold today. A renewal does not begin before the old
    /// pass has ended. An upgrade of a pass ends no later than the old pass.
    pub fn days(&self, valid: Validity, today: NaiveDate) -> (NaiveDate, NaiveDate) {
        let (first, last) = valid.days(today, self.renews().and_then(|held| held.valid_until));
        let last = self.upgraded_until().map_or(last, |until| last.min(until));
        (first.min(last), last)
    }

    /// The last valid day of the pass that the new pass upgrades.
    pub fn upgraded_until(&self) -> Option<NaiveDate> {
        self.upgrades().filter(|held| held.passholder_id.is_some())?.valid_until
    }

    /// Whether the passholder is known from an earlier pass.
    pub fn is_known(&self) -> bool {
        self.follows.as_ref().is_some_and(|held| held.passholder_id.is_some())
    }
}

/// The pass or ticket that a pass of the cart renews or upgrades, with the fields that a cart needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierTicket {
    pub ticket_id: String,
    pub media_code: String,
    /// Present only for a pass.
    pub passholder_id: Option<String>,
    pub variant_id: VariantId,
    /// The valid day of a ticket that is valid on only one day, or the day of the visit for which it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_on: Option<NaiveDate>,
    /// The last valid day of a pass; `None` if it does not expire.
    pub valid_until: Option<NaiveDate>,
    /// The passholder as stored with the ticket, without edits made in the cart.
    pub passholder: Passholder,
    /// Present only for an upgrade: what was paid for the ticket, without tax and fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// The id of the first ticket in a chain of upgrades, when this ticket itself replaced an earlier ticket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entitled_as: Option<String>,
}
