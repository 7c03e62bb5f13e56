//! The whole ledger, for `midway doctor`: whether it is balanced, and whether it says what its causes say.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::ConnectionTrait;

use super::entity::Account;
use super::entity::entry::{self, Cause};
use super::rules::Line;
use super::store;
use crate::error::Result;
use midway_kernel::money::Money;

/// The balance of each account, and for money at a processor of each processor.
type Balances = BTreeMap<(Account, Option<String>), Money>;

/// All entries. Those that are compared with their cause are removed; the remaining ones have no cause.
pub struct Books {
    /// The balances of each subject.
    subjects: BTreeMap<String, Balances>,
    donation_lines: BTreeSet<String>,
    findings: Vec<String>,
}

impl Books {
    pub async fn read(db: &impl ConnectionTrait) -> Result<Self> {
        let entries: HashMap<String, entry::Model> =
            store::all_entries(db).await?.into_iter().map(|entry| (entry.id.clone(), entry)).collect();
        let mut books = Books { subjects: BTreeMap::new(), donation_lines: BTreeSet::new(), findings: Vec::new() };
        let mut sums: BTreeMap<&str, (Money, Money)> =
            entries.keys().map(|id| (id.as_str(), (Money::ZERO, Money::ZERO))).collect();
        let lines = store::all_lines(db).await?;
        for line in &lines {
            let (Some(entry), Some(sum)) = (entries.get(&line.entry_id), sums.get_mut(line.entry_id.as_str())) else {
                books.findings.push(format!("ledger line {} of {} has no entry", line.position, line.entry_id));
                continue;
            };
            *sum = (sum.0 + line.debit, sum.1 + line.credit);
            let key = (line.account, line.processor.clone());
            let balance =
                books.subjects.entry(subject(entry.cause, &entry.subject)).or_default().entry(key).or_default();
            *balance = *balance + line.debit - line.credit;
            if line.account == Account::Donations && entry.cause == Cause::Sale {
                books.donation_lines.extend(line.order_line_id.clone());
            }
        }
        for (id, (debit, credit)) in sums {
            if debit != credit || debit.is_zero() {
                books.findings.push(format!("ledger entry {id}: its debits are {debit}, its credits {credit}"));
            }
        }
        Ok(books)
    }

    /// The ids of the order lines that were entered as donations.
    pub fn donation_lines(&self) -> &BTreeSet<String> {
        &self.donation_lines
    }

    /// Compares a subject with the lines that its cause asks for.
    pub fn compare(&mut self, cause: Cause, id: &str, expected: &[Line]) {
        let subject = subject(cause, id);
        let mut asked = Balances::new();
        for line in expected {
            let balance = asked.entry((line.account, line.processor.clone())).or_default();
            *balance = *balance + line.amount;
        }
        asked.retain(|_, amount| !amount.is_zero());
        let Some(found) = self.subjects.remove(&subject) else {
            if !asked.is_empty() {
                self.findings.push(format!(
                    "{subject} is not in the ledger. `midway migrate` enters what an earlier version of the shop has written"
                ));
            }
            return;
        };
        let accounts: BTreeSet<&(Account, Option<String>)> = found.keys().chain(asked.keys()).collect();
        for account in accounts {
            let of = |balances: &Balances| balances.get(account).copied().unwrap_or_default();
            if of(&found) != of(&asked) {
                let at = account.1.as_ref().map(|name| format!(" at {name}")).unwrap_or_default();
                self.findings.push(format!(
                    "{subject}: the ledger has {} on the account {:?}{at}, but it should be {}",
                    of(&found),
                    account.0,
                    of(&asked)
                ));
            }
        }
    }

    /// What was found, and the entries that no cause asks for. Call it after all causes were compared.
    pub fn findings(self) -> Vec<String> {
        let is_empty = |balances: &Balances| balances.values().all(|balance| balance.is_zero());
        let unknown = self.subjects.into_iter().filter(|(_, balances)| !is_empty(balances));
        let unknown =
            unknown.map(|(subject, _)| format!("the ledger has entries about {subject}, which does not exist"));
        self.findings.into_iter().chain(unknown).collect()
    }
}

/// What an entry is about, in words.
fn subject(cause: Cause, id: &str) -> String {
    match cause {
        Cause::Sale => format!("order {id}"),
        Cause::Charge => format!("later payment {id}"),
        Cause::Refund => format!("refund {id}"),
        Cause::PaymentBack => format!("refunded payment {id}"),
    }
}
