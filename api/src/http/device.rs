//! Tokens for browsers in which an account's owner has signed in before. Failed sign-ins by strangers delay the owner
//! in unknown browsers but not in known browsers, because each known browser has a separate counter (OWASP, "Device
//! cookies").

use midway_kernel::secret::{random_id, same, sign};

/// A new token for a browser in which the owner of `account` has signed in.
pub fn token(secret: &[u8], account: &str) -> String {
    let device = random_id();
    let digest = digest(secret, account, &device);
    format!("{device}.{digest}")
}

/// The browser id of a token, if the token belongs to this account.
pub fn known<'t>(secret: &[u8], account: &str, token: &'t str) -> Option<&'t str> {
    let (device, sent) = token.split_once('.')?;
    same(sent, &digest(secret, account, device)).then_some(device)
}

fn digest(secret: &[u8], account: &str, device: &str) -> String {
    sign(secret, &format!("device|{device}|{account}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_token_is_valid_only_for_its_account() {
        let token = token(b"secret", "ada");
        assert_eq!(known(b"secret", "ada", &token), token.split('.').next());
        assert_eq!(known(b"secret", "bob", &token), None);
        assert_eq!(known(b"other", "ada", &token), None);
        assert_eq!(known(b"secret", "ada", "made.up"), None);
        assert_eq!(known(b"secret", "ada", ""), None);
    }
}
