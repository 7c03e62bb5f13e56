//! The texts with which calls about reservations are refused.

use midway_kernel::text::Text;

pub const FIRST_NAME: Text = Text { id: "reservation.first-name", default: "First Name is required" };
pub const LAST_NAME: Text = Text { id: "reservation.last-name", default: "Last Name is required" };
pub const EMAIL: Text = Text { id: "reservation.email", default: "A valid email address is required" };
pub const PHONE: Text = Text { id: "reservation.phone", default: "A ten digit phone number is required" };
pub const ZIP: Text =
    Text { id: "reservation.zip", default: "A 5 digit US or 6 character Canadian postal code is required" };
pub const NO_TICKETS: Text = Text {
    id: "reservation.no-tickets",
    default: "You must add at least one (1) ID or barcode as instructed above before you can continue.",
};
/// The misspelling of "limited" is part of the API's specification.
pub const TOO_MANY_GUESTS: Text =
    Text { id: "reservation.too-many-guests", default: "Reservations are limitied to a maximum of {{count}} guests" };
pub const TOO_MANY_CHILDREN: Text = Text {
    id: "reservation.too-many-children",
    default: "You can only have a max of {{count}} non-ticketed child(ren) per reservation",
};
pub const TOO_MANY_ADDITIONAL: Text = Text {
    id: "reservation.too-many-additional",
    default: "You can only have a max of {{count}} additional adult(s) or child(ren) (4+) per reservation",
};
pub const OVERDUE: Text = Text {
    id: "reservation.overdue",
    default: "A payment for one of your passes is past due. That pass's benefits aren't available until you pay. Please go back and continue without them.",
};
pub const TOO_MANY_FRIENDS: Text =
    Text { id: "reservation.too-many-friends", default: "The reservation only allows {{count}} bring a friends" };
pub const NOT_COMPLETE: Text =
    Text { id: "reservation.error-4", default: "Tickets were not added successfully. Let's try again." };
pub const NO_VISIT: Text =
    Text { id: "reservation.error-6", default: "The date of visit was not added successfully. Let's try again." };
pub const NOT_OPEN: Text = Text { id: "reservation.error-7", default: "Access to the reservation no longer allowed" };
pub const CHOOSE_SITE: Text =
    Text { id: "reservation.choose-site", default: "First, please choose where you'd like to visit." };
pub const CHOOSE_PARK: Text = Text { id: "reservation.choose-park", default: "Please choose a place to visit first." };
pub const TIME_GONE: Text = Text {
    id: "reservation.time-gone",
    default: "There's no longer enough room for your party at this time. Please choose another time.",
};
pub const TIME_CLOSED: Text =
    Text { id: "reservation.time-closed", default: "This time can no longer be reserved. Please choose another time." };
pub const ALREADY_BOOKED: Text = Text {
    id: "reservation.already-booked",
    default: "One of your party's tickets or passes is already used in another reservation. Please choose another \
              visit, use another ticket or pass, or cancel the other reservation.",
};
pub const TOO_MANY_UPCOMING_VISITS: Text = Text {
    id: "reservation.most-coming-visits",
    default: "One of your party's tickets or passes already has the maximum number of upcoming visits ({{max}}). \
              Please complete or cancel one of them first.",
};
pub const BENEFIT_GONE: Text = Text {
    id: "reservation.benefit-gone",
    default: "One of the benefits you chose is no longer available. Please choose again.",
};
pub const NOT_CONFIRMED: Text = Text {
    id: "reservation.not-confirmed",
    default: "Nothing was charged. Because its reservation was changed or has ended, this visit is no longer part of \
              the payment: {{park}}, {{day}}. Reserve the visit again first, or pay again to buy only the items in \
              your cart.",
};
pub const UNKNOWN_TICKET: Text = Text {
    id: "reservation.unknown-ticket",
    default: "We couldn't find a ticket with this barcode. Please check it and try again.",
};
pub const THERE_ALREADY: Text =
    Text { id: "reservation.there-already", default: "This ticket or pass is already in your reservation." };
pub const NEEDS_NO_RESERVATION: Text = Text {
    id: "reservation.not-reservable",
    default: "This ticket or pass can't be used for a reservation here. It may be for another venue, or it may not need a reservation.",
};
/// Of a ticket that is being added.
pub const TICKET_OVER: Text =
    Text { id: "reservation.ticket-over", default: "This ticket or pass is no longer valid." };
/// Of a ticket of the party.
pub const OVER: Text = Text { id: "reservation.over", default: "A ticket or pass for this visit is no longer valid." };
pub const BEING_UPGRADED: Text = Text {
    id: "reservation.being-upgraded",
    default: "A ticket or pass for this visit is being upgraded. Please try again in a few minutes.",
};
pub const TOGETHER: Text = Text {
    id: "reservation.together",
    default: "This ticket or pass can't be reserved with the others because no single place accepts all of them.",
};
pub const OTHER_DAY: Text =
    Text { id: "reservation.other-day", default: "This ticket or pass isn't valid on the day of your visit: {{day}}." };
pub const NO_COMMON_DAY: Text = Text {
    id: "reservation.no-common-day",
    default: "This ticket or pass can't be reserved with the others because there's no day when all of them are \
              valid.",
};
pub const NOT_KNOWN: Text = Text {
    id: "reservation.not-known",
    default: "We couldn't find a reservation with this code and phone number. Please check both and try again.",
};
pub const TOO_LATE: Text =
    Text { id: "reservation.too-late", default: "This reservation can no longer be moved or canceled." };
