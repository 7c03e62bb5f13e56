//! The link of a transfer, which only the shop can create.

use midway_kernel::secret::{same, sign};

/// The path of the page that the recipient of a transfer opens.
pub fn path(secret: &[u8], id: &str) -> String {
    format!("/ticket/sent/{id}/{}", key(secret, id))
}

/// Whether the shop created the link with this key.
pub fn is_valid_key(secret: &[u8], id: &str, sent: &str) -> bool {
    same(sent, &key(secret, id))
}

fn key(secret: &[u8], id: &str) -> String {
    sign(secret, &format!("transfer|{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_leads_to_its_own_transfer_only() {
        let path = path(b"secret", "abc");
        let key = path.strip_prefix("/ticket/sent/abc/").unwrap();
        assert!(is_valid_key(b"secret", "abc", key));
        assert!(!is_valid_key(b"secret", "abd", key));
        assert!(!is_valid_key(b"another", "abc", key));
        assert!(!is_valid_key(b"secret", "abc", ""));
    }
}
