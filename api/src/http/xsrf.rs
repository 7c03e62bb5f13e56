//! The anti-forgery check: a request header must repeat the value of a cookie that only this server can create for the
//! visitor.
//!
//! The value is a nonce and a keyed digest of the nonce and the visitor's session cookie, or the visitor cookie while
//! there is no session. A cookie that a different subdomain has set is therefore invalid. The headers Origin and
//! Sec-Fetch-Site are checked too.

use poem::http::HeaderMap;
use url::Url;

use crate::config::is_loopback;
use midway_kernel::secret::{random_id, same, sign};

pub const COOKIE: &str = "XSRF-TOKEN";
pub const HEADER: &str = "x-xsrf-token";

/// A new token for a visitor.
pub fn token(secret: &[u8], visitor: &str) -> String {
    let nonce = random_id();
    let digest = sign(secret, &format!("xsrf|{nonce}|{visitor}"));
    format!("{nonce}.{digest}")
}

/// Whether `token` was made for this visitor.
pub fn is_valid(secret: &[u8], visitor: &str, token: &str) -> bool {
    token.split_once('.').is_some_and(|(nonce, digest)| same(digest, &sign(secret, &format!("xsrf|{nonce}|{visitor}"))))
}

/// Whether the headers Origin and Sec-Fetch-Site report that a page of a different origin made the call. Clients other
/// than browsers send neither header and pass the check.
pub fn is_foreign(headers: &HeaderMap, public_url: &Url) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if text("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return true;
    }
    let Some(origin) = text("origin") else { return false };
    let Ok(origin) = Url::parse(origin) else { return true };
    if origin.origin() == public_url.origin() {
        return false;
    }
    // A different loopback origin is accepted, because on a development machine the shop may have several host names
    // and ports.
    !(is_loopback(&origin) && is_loopback(public_url))
}

/// Marks a call that the door makes for a form which a page of this shop has sent. Such a call needs no token. Only this
/// process can set the mark: it is no header.
#[derive(Clone, Copy)]
pub struct SentByOwnPage;

/// Whether the browser says that a page of this shop has sent a form. Unlike [`is_foreign`], this is false for a request
/// without such headers, because the form has no token: a page of another site could let a browser without them sign in
/// to a stranger's account, where the shopper would then leave an address or a card.
///
/// `Sec-Fetch-Site` decides if the browser sends it, over HTTPS and on the own machine. A page that sends no referrer
/// sends the Origin `null`, so its forms are accepted only from browsers that send the other header.
pub fn is_of_own_page(headers: &HeaderMap, public_url: &Url) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => {
            let origin = text("origin").and_then(|origin| Url::parse(origin).ok());
            origin.is_some_and(|origin| origin.origin() == public_url.origin())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_valid_only_for_its_visitor() {
        let token = token(b"secret", "anna");
        assert!(is_valid(b"secret", "anna", &token));
        assert!(!is_valid(b"secret", "bob", &token));
        assert!(!is_valid(b"other", "anna", &token));
        assert!(!is_valid(b"secret", "anna", "made.up"));
        assert!(!is_valid(b"secret", "anna", ""));
    }

    #[test]
    fn request_from_another_origin_or_marked_as_cross_site_is_foreign_and_other_requests_are_not() {
        let shop = Url::parse("https://tickets.example").unwrap();
        let headers = |pairs: &[(&'static str, &'static str)]| {
            pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect::<HeaderMap>()
        };
        assert!(!is_foreign(&headers(&[]), &shop));
        assert!(!is_foreign(&headers(&[("origin", "https://tickets.example")]), &shop));
        assert!(is_foreign(&headers(&[("origin", "https://evil.example")]), &shop));
        assert!(is_foreign(&headers(&[("origin", "null")]), &shop));
        assert!(is_foreign(&headers(&[("origin", "http://localhost:3000")]), &shop));
        assert!(is_foreign(&headers(&[("sec-fetch-site", "cross-site")]), &shop));
    }

    #[test]
    fn form_is_sent_by_an_own_page_only_if_the_browser_says_so() {
        let shop = Url::parse("https://tickets.example").unwrap();
        let is_own = |pairs: &[(&'static str, &'static str)]| {
            let headers: HeaderMap =
                pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
            is_of_own_page(&headers, &shop)
        };
        assert!(is_own(&[("sec-fetch-site", "same-origin")]));
        assert!(is_own(&[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        assert!(is_own(&[("origin", "https://tickets.example")]));
        for refused in [
            vec![],
            vec![("sec-fetch-site", "cross-site")],
            vec![("sec-fetch-site", "none")],
            vec![("sec-fetch-site", "same-site"), ("origin", "https://tickets.example")],
            vec![("origin", "https://other.tickets.example")],
            vec![("origin", "http://tickets.example")],
            vec![("origin", "https://tickets.example:8443")],
            vec![("origin", "null")],
            vec![("referer", "https://tickets.example/login")],
        ] {
            assert!(!is_own(&refused), "{refused:?}");
        }
    }
}
