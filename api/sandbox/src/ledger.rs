//! The ledger: one JSON line per event, synced to disk before the event is answered. After a crash only the last line
//! can be incomplete, and no client received an answer for its event. The next start removes that line.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cards::{AcceptedCard, TestCard};
use crate::notices::Notices;
use crate::payment::{Decision, Event, Manner, Opening, Payment, Refusal};
use crate::shared_files;
use midway_kernel::time::Instant;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    at: Instant,
    payment_key: String,
    record: Record,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Record {
    Opened(Opening),
    Changed(Event),
}

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("the ledger is in use by another sandbox")]
    InUse,
    #[error("line {line} of the ledger cannot be read: {reason}")]
    Unreadable { line: usize, reason: String },
    #[error(transparent)]
    File(#[from] io::Error),
}

#[derive(Debug)]
pub struct Ledger {
    file: File,
    /// The length up to which the file is known to be complete; `None` after a failed write that could not be undone.
    length: Option<u64>,
    payments: BTreeMap<String, Payment>,
    sessions: HashMap<String, String>,
    /// Where changes are reported, if the shop gets notices.
    notices: Option<Notices>,
}

impl Ledger {
    /// Opens the ledger of a folder with an exclusive lock and replays its events.
    pub fn open(folder: &Path) -> Result<Self, LedgerError> {
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(folder.join("ledger.jsonl"))?;
        shared_files::sync_folder(folder)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LedgerError::InUse,
            TryLockError::Error(error) => LedgerError::File(error),
        })?;
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        let whole = content.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole < content.len() {
            file.set_len(whole as u64)?;
            file.sync_all()?;
        }
        let mut ledger = Ledger {
            file,
            length: Some(whole as u64),
            payments: BTreeMap::new(),
            sessions: HashMap::new(),
            notices: None,
        };
        for (index, line) in content[..whole].split_inclusive(|byte| *byte == b'\n').enumerate() {
            let unreadable = |reason: String| LedgerError::Unreadable { line: index + 1, reason };
            let entry: Entry = serde_json::from_slice(line).map_err(|error| unreadable(error.to_string()))?;
            ledger.apply(entry).map_err(unreadable)?;
        }
        Ok(ledger)
    }

    pub fn payment(&self, payment_key: &str) -> Result<&Payment, Refusal> {
        self.payments.get(payment_key).ok_or(Refusal::NoSuchPayment)
    }

    pub fn payments(&self) -> impl Iterator<Item = (&str, &Payment)> {
        self.payments.iter().map(|(key, payment)| (key.as_str(), payment))
    }

    /// The card with this token, if it is the accepted card of a payment.
    pub fn card(&self, token: &str) -> Option<&AcceptedCard> {
        self.payments.values().find_map(|payment| payment.card_of(token))
    }

    /// The stored data of a test card, if it is the accepted card of a payment. The data is reused, so that a card that
    /// is typed several times keeps the same token.
    pub fn card_numbered(&self, card: &TestCard) -> Option<&AcceptedCard> {
        self.payments.values().find_map(|payment| payment.accepted().filter(|accepted| accepted.is(card)))
    }

    pub fn payment_key_of(&self, session_key: &str) -> Option<&str> {
        self.sessions.get(session_key).map(String::as_str)
    }

    pub fn open_payment(&mut self, at: Instant, payment_key: &str, opening: Opening) -> Result<(), Refusal> {
        self.write(Entry { at, payment_key: payment_key.to_owned(), record: Record::Opened(opening) })
    }

    /// Opens a payment, or finds the payment that has this key and the same terms. Returns its session key.
    pub fn open_or_find(&mut self, at: Instant, payment_key: &str, opening: Opening) -> Result<String, Refusal> {
        if let Ok(payment) = self.payment(payment_key) {
            payment.reopen(&opening)?;
        } else {
            self.open_payment(at, payment_key, opening)?;
        }
        Ok(self.payment(payment_key)?.opening.session_key.clone())
    }

    /// Writes the event of a decision, if it has one, and applies it. Returns the payment after the event, and how the
    /// call is to be answered.
    pub fn commit(
        &mut self,
        at: Instant,
        payment_key: &str,
        decision: Decision,
    ) -> Result<(&Payment, Manner), Refusal> {
        if let Some(event) = decision.event {
            self.write(Entry { at, payment_key: payment_key.to_owned(), record: Record::Changed(event) })?;
        }
        Ok((self.payment(payment_key)?, decision.manner))
    }

    /// Reports each further change.
    pub fn report_to(&mut self, notices: Notices) {
        self.notices = Some(notices);
    }

    fn write(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.append(&entry).map_err(|error| Refusal::Broken(format!("the ledger cannot be written: {error}")))?;
        if let Some(notices) = &self.notices {
            let kind = match entry.record {
                Record::Opened(_) => "payment.opened",
                Record::Changed(_) => "payment.changed",
            };
            notices.tell(&entry.payment_key, kind);
        }
        self.apply(entry).map_err(Refusal::Broken)
    }

    fn append(&mut self, entry: &Entry) -> io::Result<()> {
        let length = self.length.ok_or_else(|| io::Error::other("an earlier write failed"))?;
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        if let Err(error) = self.file.write_all(&line).and_then(|()| self.file.sync_data()) {
            // A partial or unsynced line is removed, so that the next line does not follow it.
            self.length = None;
            self.file.set_len(length)?;
            self.length = Some(length);
            return Err(error);
        }
        self.length = Some(length + line.len() as u64);
        Ok(())
    }

    fn apply(&mut self, entry: Entry) -> Result<(), String> {
        match (entry.record, self.payments.get_mut(&entry.payment_key)) {
            (Record::Opened(opening), None) => {
                self.sessions.insert(opening.session_key.clone(), entry.payment_key.clone());
                self.payments.insert(entry.payment_key, Payment::new(opening));
                Ok(())
            }
            (Record::Changed(event), Some(payment)) => {
                payment.apply(entry.at, event);
                Ok(())
            }
            (Record::Opened(_), Some(_)) => Err(format!("payment {} is opened twice", entry.payment_key)),
            (Record::Changed(_), None) => Err(format!("payment {} was never opened", entry.payment_key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::payment::PaidBy;

    fn opening(session_key: &str) -> Opening {
        Opening {
            session_key: session_key.to_owned(),
            amount_cents: 4_999,
            currency: "USD".to_owned(),
            parent_origin: "http://localhost:3000".to_owned(),
            paid_by: PaidBy::Card,
        }
    }

    fn happens(event: Event) -> Decision {
        Decision { event: Some(event), manner: Manner::Answered }
    }

    fn payments(ledger: &Ledger) -> Vec<(String, Payment)> {
        ledger.payments().map(|(key, payment)| (key.to_owned(), payment.clone())).collect()
    }

    #[test]
    fn ledger_truncated_at_any_byte_keeps_all_events_before_that_byte_and_accepts_new_ones() {
        let at = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.jsonl");
        let mut ledger = Ledger::open(folder.path()).unwrap();
        let mut expectations = vec![(0, payments(&ledger))];
        let mut tell = |ledger: &Ledger| expectations.push((fs::metadata(&path).unwrap().len(), payments(ledger)));
        ledger.open_payment(at, "one", opening("s1")).unwrap();
        tell(&ledger);
        ledger.open_payment(at, "two", opening("s2")).unwrap();
        tell(&ledger);
        ledger.commit(at, "one", happens(Event::Authorised { reference: "R".to_owned() })).unwrap();
        tell(&ledger);
        ledger.commit(at, "two", happens(Event::Declined { message: "no".to_owned() })).unwrap();
        tell(&ledger);
        ledger.commit(at, "one", happens(Event::Captured)).unwrap();
        tell(&ledger);
        drop(ledger);

        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (_, expected) = expectations.iter().rfind(|(length, _)| *length <= cut as u64).unwrap();
            let mut replayed = Ledger::open(folder.path()).unwrap();
            assert_eq!(payments(&replayed), *expected, "cut at byte {cut}");
            replayed.open_payment(at, "three", opening("s3")).unwrap();
            drop(replayed);
            assert_eq!(payments(&Ledger::open(folder.path()).unwrap()).len(), expected.len() + 1, "cut at byte {cut}");
        }
    }

    #[test]
    fn opening_a_damaged_ledger_fails_with_the_number_of_the_damaged_line() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ledger.jsonl"), "{}\n").unwrap();
        let error = Ledger::open(folder.path()).unwrap_err();
        assert!(error.to_string().starts_with("line 1 of the ledger cannot be read"), "{error}");
    }

    #[test]
    fn second_sandbox_cannot_open_the_same_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let _first = Ledger::open(folder.path()).unwrap();
        assert!(matches!(Ledger::open(folder.path()), Err(LedgerError::InUse)));
    }
}
