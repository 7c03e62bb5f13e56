//! `midway verify-ticket CODE`: checks the text of a QR code as a gate does, without a database or network.

use std::fmt;
use std::fs;
use std::path::Path;

use data_encoding::HEXLOWER;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::platform::keys::load_key;
use crate::shop::ticket::{self, Claims, NotAdmitted, PublicKeys, Revocations, TicketSigner};
use midway_kernel::time::Instant;

/// The result of checking a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The contents of the code, if its signature is valid.
    pub claims: Option<Claims>,
    pub admits: Result<(), NotAdmitted>,
    /// When the list of revoked tickets was issued; `None` without a valid list.
    pub list_issued_at: Option<Instant>,
}

/// Verifies a code with the public keys in a file, or with the keys of the data folder or the environment. If
/// `revocations` names a file, the code is also checked against its list of revoked tickets.
///
/// # Errors
/// When there is no key, or when a file cannot be read or contains no keys.
pub fn verify(
    config: &Config,
    code: &str,
    keys: Option<&Path>,
    revocations: Option<&Path>,
    now: Instant,
) -> Result<Verdict> {
    let keys = match keys {
        Some(file) => {
            PublicKeys::read(&read(file)?).map_err(|fault| Error::Malformed(format!("{} {fault}", file.display())))?
        }
        None => match config.ticket_key.map_or_else(|| load_key(&config.data, "tickets"), |key| Ok(Some(key)))? {
            Some(key) => TicketSigner::new(key).public_keys(),
            None => {
                let data = config.data.display();
                return Err(Error::Malformed(format!("there is no ticket key in {data}: give a file with --keys")));
            }
        },
    };
    let list = revocations.map(read).transpose()?;
    Ok(verdict(&keys, code, list.as_deref(), now))
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(|error| Error::Malformed(format!("{} cannot be read: {error}", file.display())))
}

fn verdict(keys: &PublicKeys, code: &str, list: Option<&str>, now: Instant) -> Verdict {
    let claims = ticket::verified_claims(keys, code);
    let list = list.map(|list| ticket::revocations(keys, list)).transpose();
    let at = |list: &Revocations| Instant::from_timestamp(list.issued_at, 0);
    let list_issued_at = list.as_ref().ok().and_then(|list| at(list.as_ref()?));
    let admits = claims.as_ref().map_err(Clone::clone).and_then(|claims| claims.admit(list?.as_ref(), now));
    Verdict { claims: claims.ok(), admits, list_issued_at }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.admits {
            Ok(()) => writeln!(f, "VALID")?,
            Err(why) => writeln!(f, "NOT VALID: {why}")?,
        }
        if let Some(claims) = &self.claims {
            let (first, last) = (claims.first_day.map(|it| it.date), claims.last_day.map(|it| it.date));
            let is_dated = first.is_some() && first == last;
            let text = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string());
            for (name, value) in [
                ("media code", Some(claims.media_code.clone())),
                ("variant", Some(claims.variant.clone())),
                ("date", text(first.filter(|_| is_dated))),
                ("time", claims.time.map(|time| time.format("%H:%M").to_string())),
                ("place", claims.place.clone()),
                ("holder", claims.holder.clone()),
                ("valid from", text(first.filter(|_| !is_dated))),
                ("valid until", text(last.filter(|_| !is_dated))),
                ("performance", claims.performance.map(|mark| HEXLOWER.encode(&mark.0))),
            ] {
                if let Some(value) = value {
                    writeln!(f, "{name}: {value}")?;
                }
            }
        }
        match self.list_issued_at {
            Some(at) => write!(f, "revocations: as of {}", at.format("%Y-%m-%d %H:%M UTC")),
            None => write!(f, "revocations: not checked"),
        }
    }
}
