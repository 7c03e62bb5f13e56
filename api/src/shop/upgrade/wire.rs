//! The request and response types of the upgrade calls.

use poem_openapi::Object;

use super::actions::LinkedTicket;
use midway_catalog::Catalog;
use midway_kernel::input::Line;
use midway_kernel::text::Messages;

/// A ticket that the visitor has linked by its code.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LinkedUpgradeTicket {
    pub id: String,
    /// The code on the ticket.
    pub media_code: String,
    pub eligible_for_upgrade: bool,
    pub not_eligible_reason: Option<String>,
    /// Whether a pass in the cart upgrades the ticket, or the shopper has selected it and not chosen an upgrade yet. Then it
    /// is still eligible.
    pub selected: bool,
    /// The passholder's name; empty unless the ticket is a pass that is linked to the account.
    pub first_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    pub product_name: String,
    pub variant_name: String,
    /// The day of the ticket's visit, `YYYY-MM-DD`.
    pub visit_date: Option<String>,
}

impl LinkedUpgradeTicket {
    pub fn new(catalog: &Catalog, linked: LinkedTicket, selected: bool) -> Self {
        let LinkedTicket { ticket, passholder, not_eligible, .. } = linked;
        LinkedUpgradeTicket {
            id: ticket.id,
            media_code: ticket.media_code,
            eligible_for_upgrade: not_eligible.is_none(),
            not_eligible_reason: not_eligible.map(|it| catalog.message(it.text, &it.values)),
            selected,
            first_name: passholder.first_name,
            last_name: passholder.last_name,
            birth_date: passholder.birth_date.map(|born| born.to_string()),
            product_name: ticket.product_name,
            variant_name: ticket.variant_name,
            visit_date: ticket.valid_on.map(|day| day.to_string()),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkUpgradeTicketRequest {
    /// The codes on the tickets. Each text may contain several codes, separated by commas.
    #[oai(validator(max_items = 200))]
    pub barcodes: Vec<Line>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RemoveUpgradeTicketRequest {
    pub id: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SelectedUpgradeTicket {
    pub id: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SelectUpgradeRequest {
    #[oai(validator(max_items = 20))]
    pub selections: Vec<SelectedUpgradeTicket>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct UpgradeProductRequest {
    /// The id of the pass in the cart.
    pub id: Line,
}
