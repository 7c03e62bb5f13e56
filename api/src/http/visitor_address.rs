//! A visitor's network address on its way through the app's server. The door gives it to the app's server in a signed
//! header, and the app's server sends the header back with its calls, so that rate limits count visitors and not that
//! server. Nobody else can make this header.

use std::net::IpAddr;

use midway_kernel::secret::{same, sign};
use midway_kernel::time::Instant;

pub const HEADER: &str = "x-midway-visitor";

/// How long a header is accepted, in seconds: far longer than a page takes to render.
const ACCEPTED_FOR: i64 = 300;

/// The value of the header.
pub fn seal(secret: &[u8], address: IpAddr, now: Instant) -> String {
    let named = format!("{address};{}", now.timestamp() + ACCEPTED_FOR);
    format!("{named};{}", digest(secret, &named))
}

/// The address in a header; `None` if the header was not made with this secret or is too old.
pub fn unseal(secret: &[u8], value: &str, now: Instant) -> Option<IpAddr> {
    let (named, sent) = value.rsplit_once(';')?;
    let (address, until) = named.split_once(';')?;
    (same(&digest(secret, named), sent) && now.timestamp() < until.parse().ok()?).then(|| address.parse().ok())?
}

fn digest(secret: &[u8], named: &str) -> String {
    sign(secret, &format!("visitor-address|{named}"))
}

#[cfg(test)]
mod tests {
    use chrono::{Duration, TimeZone, Utc};

    use super::*;

    #[test]
    fn address_is_accepted_only_unchanged_with_the_same_secret_and_for_five_minutes() {
        let now = Utc.with_ymd_and_hms(2026, 7, 4, 12, 0, 0).unwrap();
        for address in ["203.0.113.7", "2001:db8::1"] {
            let address: IpAddr = address.parse().unwrap();
            let sealed = seal(b"secret", address, now);
            assert_eq!(unseal(b"secret", &sealed, now), Some(address));
            assert_eq!(unseal(b"secret", &sealed, now + Duration::seconds(299)), Some(address));
            assert_eq!(unseal(b"secret", &sealed, now + Duration::seconds(300)), None);
            assert_eq!(unseal(b"other", &sealed, now), None);
            let forged = sealed.replacen(&address.to_string(), "203.0.113.8", 1);
            assert_eq!(unseal(b"secret", &forged, now), None, "{forged}");
        }
        for malformed in ["", ";", ";;", "203.0.113.7", "203.0.113.7;1"] {
            assert_eq!(unseal(b"secret", malformed, now), None, "{malformed}");
        }
    }
}
