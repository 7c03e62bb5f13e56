//! The people of a party who have no ticket.

use super::entity::Party;
use midway_catalog::Catalog;
use midway_kernel::text::{Messages, Text};

const CHILDREN: Text = Text { id: "reservation.item-children", default: "Children without tickets" };
const GUESTS: Text = Text { id: "reservation.item-guests", default: "Additional guests" };
const FRIENDS: Text = Text { id: "reservation.item-friends", default: "Friends on a bring-a-friend day" };

/// The people without tickets by kind, each with its name and number. People whom a benefit brings are not included.
pub fn people_without_tickets(catalog: &Catalog, party: &Party, friends: u32) -> Vec<(&'static str, String, u32)> {
    let kinds = [("child", CHILDREN, party.children), ("guest", GUESTS, party.guests), ("friend", FRIENDS, friends)];
    let present = kinds.into_iter().filter(|(_, _, count)| *count > 0);
    present.map(|(kind, text, count)| (kind, catalog.message(text, &[]), count)).collect()
}
