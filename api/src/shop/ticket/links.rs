//! Links to the pictures and files of a ticket. Each contains a key that only the shop can create, because a ticket's
//! code alone may be guessed by counting.

use midway_kernel::secret::{same, sign};

/// The path of the picture of a ticket's QR code, for the pages of visitors who may see the ticket.
pub fn barcode_path(secret: &[u8], media_code: &str) -> String {
    format!("/api/ticket/barcode/{media_code}?key={}", key(secret, media_code))
}

/// The path of the calendar file of a ticket's visit, for visitors who may see the ticket.
pub fn calendar_path(secret: &[u8], media_code: &str) -> String {
    format!("/api/ticket/calendar/{media_code}?key={}", calendar_key(secret, media_code))
}

/// Checks the key of a link to something of a ticket: the shop's secret, the ticket's media code, and the key as it was sent.
pub type KeyCheck = fn(&[u8], &str, &str) -> bool;

/// Whether the shop created the link to the QR code with this key.
pub fn is_barcode_key(secret: &[u8], media_code: &str, sent: &str) -> bool {
    same(sent, &key(secret, media_code))
}

/// Whether the shop created the link to the calendar file with this key. The file names the order, which somebody who was
/// sent the ticket does not know, so the key of the QR code does not open it.
pub fn is_calendar_key(secret: &[u8], media_code: &str, sent: &str) -> bool {
    same(sent, &calendar_key(secret, media_code))
}

fn key(secret: &[u8], media_code: &str) -> String {
    sign(secret, &format!("ticket|{media_code}"))
}

fn calendar_key(secret: &[u8], media_code: &str) -> String {
    sign(secret, &format!("ticket-calendar|{media_code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_key_is_valid_only_for_its_own_ticket() {
        let path = barcode_path(b"secret", "ABCD");
        let (_, key) = path.split_once("?key=").unwrap();
        assert!(is_barcode_key(b"secret", "ABCD", key));
        assert!(!is_barcode_key(b"secret", "ABCE", key));
        assert!(!is_barcode_key(b"another", "ABCD", key));
        assert!(!is_barcode_key(b"secret", "ABCD", ""));
        assert!(!is_calendar_key(b"secret", "ABCD", key));
        let path = calendar_path(b"secret", "ABCD");
        let (_, key) = path.split_once("?key=").unwrap();
        assert!(is_calendar_key(b"secret", "ABCD", key));
        assert!(!is_barcode_key(b"secret", "ABCD", key));
    }
}
