//! The refusals of the cart, for example when stock or a ticket is missing. Pure.

use super::line::{CartLine, ChosenPerformance};
use super::person_limits;
use crate::error::Refusal;
use crate::shop::entitlement;
use crate::shop::inventory::{Shortage, StockKey};
use crate::shop::ticket::TicketRow;
use midway_catalog::Catalog;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

pub const WRONG_FLOW: Text = Text { id: "cart.wrong-flow", default: "This offer isn't available." };
pub const SEAT_TAKEN: Text =
    Text { id: "cart.seat-taken", default: "Sorry, {{seat}} was just taken. Please choose another." };
pub const SOLD_OUT: Text = Text { id: "cart.sold-out", default: "Sorry, {{name}} is sold out." };
pub const BUNDLE_SHORT: Text =
    Text { id: "bundle.short", default: "Sorry, part of {{name}} just sold out. Please choose another time or date." };
pub const FEW_LEFT: Text =
    Text { id: "cart.few-left", default: "Sorry, only {{left}} left: {{name}}. Please choose fewer." };
pub const NO_LONGER_AVAILABLE: Text =
    Text { id: "cart.no-longer-available", default: "Sorry, {{name}} is no longer available. Please check your cart." };
pub const PASS_ELSEWHERE: Text = Text {
    id: "pass.elsewhere",
    default: "This pass is being renewed or upgraded in another cart or has already been renewed or upgraded.",
};
pub const TICKET_ELSEWHERE: Text = Text {
    id: "ticket.elsewhere",
    default: "This ticket or pass is being upgraded or renewed in another cart or has already been upgraded or renewed.",
};
pub const EXCHANGED_ELSEWHERE: Text = Text {
    id: "exchange.elsewhere",
    default: "One of your tickets is being exchanged or upgraded in another cart or has already been exchanged or \
              upgraded.",
};
pub const PASS_REVOKED: Text =
    Text { id: "pass.revoked", default: "A pass or ticket needed for this purchase is no longer valid." };
pub const CODE_USED_UP: Text = Text { id: "promotion.used-up", default: "Sorry, this offer has reached its limit." };
pub const CODE_IN_USE: Text = Text {
    id: "promotion.code-in-use",
    default: "This promotion code can be used for only one order. It's in another cart or has already been used.",
};
pub const CODE_FEW_LEFT: Text =
    Text { id: "promotion.few-left", default: "Sorry, you can buy only {{left}} more at this price." };
pub const REDEEMED: Text =
    Text { id: "entitlement.redeemed", default: "{{name}} has been fully redeemed or is already in a cart." };
pub const FEW_TO_REDEEM: Text =
    Text { id: "entitlement.few-left", default: "You can redeem only {{left}} more: {{name}}. Please choose fewer." };
pub const HELD_BY_ADDRESS: Text = Text {
    id: "cart.held-by-address",
    default: "Too many spots are being held by people on your internet connection right now. Please buy or remove \
              some, or try again in {{minutes}} minutes.",
};
pub const REVISED: Text =
    Text { id: "cart.revised", default: "Your cart has changed. Please review it before you pay." };
pub const BUSY: Text =
    Text { id: "cart.busy", default: "Your payment is in progress. Please wait until it's finished." };
pub const HOLD_OVER: Text = Text { id: "cart.hold-over", default: "Your items are no longer held." };

/// The refusal for a line that can no longer be sold.
pub fn no_longer_available(line: &CartLine) -> Refusal {
    Refusal::new(NO_LONGER_AVAILABLE).with("name", &line.product_name)
}

/// The refusal for a claim that failed: of one of these lines, or of their cart. That of a time that is full is
/// [`super::full_time::FullTime`]'s.
pub fn shortage_of(catalog: &Catalog, lines: &[CartLine], shortage: &Shortage) -> Refusal {
    if shortage.key.limited_by_person().is_some() {
        return person_limits::refusal(catalog, &shortage.key, shortage.left);
    }
    if shortage.key.code_of_single_use().is_some() {
        return Refusal::new(CODE_IN_USE);
    }
    if shortage.key.is_ticket() && lines.iter().all(|line| line.id != shortage.line_id) {
        return Refusal::new(EXCHANGED_ELSEWHERE);
    }
    let line = lines.iter().find(|line| line.id == shortage.line_id);
    line.map_or_else(|| Refusal::new(REVISED), |line| out_of_stock(line, shortage))
}

/// The refusal for a line whose claim failed.
fn out_of_stock(line: &CartLine, shortage: &Shortage) -> Refusal {
    let is_short = |chosen: &&ChosenPerformance| {
        let key = chosen.seat.as_ref().map(|seat| StockKey::seat(&chosen.performance_id, &seat.id));
        key.is_some_and(|key| key == shortage.key)
    };
    if let Some((chosen, seat)) = line.all_performances().find(is_short).and_then(|it| Some((it, it.seat.as_ref()?))) {
        let seat = seat.mark().in_words();
        let has_others = line.performances.0.iter().filter(|chosen| chosen.seat.is_some()).count() > 1;
        let seat = if has_others { format!("{seat} at {}", chosen.show_name) } else { seat };
        return Refusal::new(SEAT_TAKEN).with("seat", seat);
    }
    if shortage.key.is_ticket() {
        let is_upgrade = line.pass_details().is_some_and(|details| details.upgrades().is_some());
        return Refusal::new(if is_upgrade { TICKET_ELSEWHERE } else { PASS_ELSEWHERE });
    }
    if shortage.key.is_entitlement() {
        let text = if shortage.left == 0 { REDEEMED } else { FEW_TO_REDEEM };
        return Refusal::new(text).with("name", &line.product_name).with("left", shortage.left);
    }
    if line.is_bundle() {
        return Refusal::new(BUNDLE_SHORT).with("name", &line.product_name);
    }
    let name = name_of_short(line, shortage);
    let is_of_price = shortage.key.is_promotion() || shortage.key.is_of_first_units();
    let text = match (is_of_price, shortage.left) {
        (true, 0) => CODE_USED_UP,
        (true, _) => CODE_FEW_LEFT,
        (false, 0) => SOLD_OUT,
        (false, _) => FEW_LEFT,
    };
    Refusal::new(text).with("name", name).with("left", shortage.left)
}

/// The name of the product, with the section if only the section lacks places: others may have enough.
fn name_of_short(line: &CartLine, shortage: &Shortage) -> String {
    let is_short = |chosen: &&ChosenPerformance| {
        let key = chosen.section.as_ref().map(|section| StockKey::section(&chosen.performance_id, &section.id));
        key.is_some_and(|key| key == shortage.key)
    };
    match line.all_performances().find(is_short).and_then(|chosen| chosen.section.as_ref()) {
        Some(section) => format!("{}, {}", line.product_name, section.name),
        None => line.product_name.clone(),
    }
}

/// Why a ticket no longer gives what a line needs from it: it was revoked, or it is a pass with an overdue payment.
/// `None` if every ticket of the line still gives what the line needs.
pub fn ticket_lost(catalog: &Catalog, line: &CartLine, tickets: &[TicketRow], now: Instant) -> Option<Text> {
    line.needed_tickets().find_map(|id| {
        let ticket = tickets.iter().find(|ticket| ticket.id == id)?;
        if ticket.is_revoked() {
            return Some(PASS_REVOKED);
        }
        let redemption = line.redemption().filter(|redemption| redemption.pass_id.as_deref() == Some(id))?;
        let promotion = catalog.promotion(&redemption.id.promotion())?;
        entitlement::held_back(catalog, promotion, ticket, now)
    })
}
