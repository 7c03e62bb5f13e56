//! The limits on trying codes, and on beginning, confirming and changing reservations.

use std::time::Duration;

use crate::platform::limits::Limit;

/// The limit on wrong ticket codes per network address. Valid codes do not count.
pub const BARCODES: Limit = Limit { name: "reservation-barcode", attempts: 20, window: Duration::from_secs(15 * 60) };
/// The limits on failed lookups per reservation code and per network address.
pub const LOOKUPS: Limit = Limit { name: "reservation-phone", attempts: 5, window: Duration::from_secs(15 * 60) };
pub const LOOKUPS_BY_ADDRESS: Limit =
    Limit { name: "reservation-lookup", attempts: 30, window: Duration::from_secs(15 * 60) };

/// The limit on reservations begun per network address and hour. Each of them is stored for days.
pub const BEGUN: Limit = Limit { name: "reservations-begun", attempts: 300, window: Duration::from_secs(60 * 60) };
/// The limit on attempts to confirm, move or cancel a visit, per network address and hour. Each of these actions sends
/// an e-mail to the guest.
pub const CHANGES: Limit = Limit { name: "reservation-changes", attempts: 30, window: Duration::from_secs(60 * 60) };
