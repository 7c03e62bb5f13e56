//! Links to what shows a ticket's code: only the shop can make one, so that a code alone, which may be counted up, shows nothing.

use midway_kernel::secret::{same, sign};

/// The path of the picture of a ticket's QR code, for pages and letters of those who may see the ticket.
pub fn barcode_path(secret: &[u8], media_code: &str) -> String {
    format!("/api/ticket/barcode/{media_code}?key={}", key(secret, media_code))
}

/// The path of the calendar file of a ticket's visit, likewise.
pub fn calendar_path(secret: &[u8], media_code: &str) -> String {
    format!("/api/ticket/calendar/{media_code}?key={}", key(secret, media_code))
}

/// Whether a link with this key was made by the shop.
pub fn is_right(secret: &[u8], media_code: &str, sent: &str) -> bool {
    same(sent, &key(secret, media_code))
}

fn key(secret: &[u8], media_code: &str) -> String {
    sign(secret, &format!("ticket|{media_code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_shows_its_own_ticket_alone() {
        let path = barcode_path(b"secret", "ABCD");
        let (_, key) = path.split_once("?key=").unwrap();
        assert!(is_right(b"secret", "ABCD", key));
        assert!(!is_right(b"secret", "ABCE", key));
        assert!(!is_right(b"another", "ABCD", key));
        assert!(!is_right(b"secret", "ABCD", ""));
    }
}
