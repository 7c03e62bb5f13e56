//! Compares the captures that the processors report with the shop's own records, in both directions.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::entity::AttemptState;
use super::processor::{Captured, Outcome, PaymentRef, ProcessorStatus};
use super::processors::Processors;
use super::store;
use crate::error::Result;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// How long after its opening an attempt may be unsettled. An attempt that is not submitted is abandoned after half an
/// hour; a submitted attempt is settled within seconds after its processor answers.
const MAX_UNSETTLED: Duration = Duration::hours(1);

/// The captures reported by all processors. Captures that the shop knows are removed; the remaining captures have no
/// record in the shop.
pub struct Captures {
    amounts: BTreeMap<String, Captured>,
    /// What was paid back of each payment, by its key.
    refunded: BTreeMap<String, Money>,
    /// The processors that have reported their captures.
    reporting: BTreeSet<&'static str>,
    findings: Vec<String>,
}

impl Captures {
    /// Queries all processors. Call it before reading the shop's own rows, so that no capture is reported that the shop
    /// has not stored yet.
    pub async fn listed(processors: &Processors) -> Self {
        let mut captures = Captures {
            amounts: BTreeMap::new(),
            refunded: BTreeMap::new(),
            reporting: BTreeSet::new(),
            findings: Vec::new(),
        };
        for (name, processor) in processors.all() {
            match processor.captures().await {
                Ok(listed) => {
                    captures.reporting.insert(name);
                    for captured in listed {
                        let key = captured.payment.to_string();
                        if !captured.refunded.is_zero() {
                            captures.refunded.insert(key.clone(), captured.refunded);
                        }
                        captures.amounts.insert(key, captured);
                    }
                }
                Err(reason) => {
                    captures.findings.push(format!("processor {name} does not report its captures: {reason}"))
                }
            }
        }
        captures
    }

    /// Whether a processor has reported its captures. Without this report, its payments cannot be compared.
    pub fn are_reported_by(&self, processor: &str) -> bool {
        self.reporting.contains(processor)
    }

    /// What the processors have paid back of their payments, by payment key. A payment of which nothing was paid back is
    /// missing.
    pub fn refunded(&self) -> &BTreeMap<String, Money> {
        &self.refunded
    }

    /// Whether the shop has a record of a payment: its capture was taken from the list, or was never on it.
    pub fn is_known(&self, payment_key: &str) -> bool {
        !self.amounts.contains_key(payment_key)
    }

    /// Removes the capture of a payment and returns its amount. If the shop has stored a payment as captured and the
    /// list does not contain it, the processor is queried: the payment may have been captured after the list was made.
    pub async fn take(
        &mut self,
        processors: &Processors,
        processor: &str,
        payment: PaymentRef,
        is_expected: bool,
    ) -> Option<Money> {
        let listed = self.amounts.remove(payment.key.as_str()).map(|captured| captured.amount);
        if listed.is_some() || !is_expected {
            return listed;
        }
        match processors.get(processor)?.look_up(&payment).await {
            Outcome::Done(Some(found)) if found.status == ProcessorStatus::Captured => Some(found.captured),
            _ => None,
        }
    }

    /// The captures that are still unexplained after all known captures were removed and that were not paid back, and the
    /// processors that did not report their captures.
    pub fn findings(self) -> Vec<String> {
        let is_kept = |captured: &Captured| captured.amount > captured.refunded;
        let unknown = self.amounts.into_values().filter(is_kept).map(|Captured { payment, amount, .. }| {
            format!("payment {payment}: {amount} was captured at its processor, but the shop does not know it")
        });
        self.findings.into_iter().chain(unknown).collect()
    }
}

/// Findings for `midway doctor`: differences between attempts and the processors' reports, and attempts that have been
/// unsettled for too long.
pub async fn doctor(
    db: &impl ConnectionTrait,
    processors: &Processors,
    captures: &mut Captures,
    now: Instant,
) -> Result<Vec<String>> {
    use AttemptState::{Capturing, Completed, Unknown};
    let mut findings = Vec::new();
    for attempt in store::all(db).await? {
        let is_unknown = matches!(attempt.state, Capturing | AttemptState::Captured | Unknown);
        if is_unknown && attempt.opened_at < now - MAX_UNSETTLED {
            findings.push(format!(
                "payment {} is still {:?}; it was opened {}",
                attempt.id, attempt.state, attempt.opened_at
            ));
        }
        if !captures.are_reported_by(&attempt.processor) {
            continue;
        }
        let taken_here = matches!(attempt.state, AttemptState::Captured | Completed);
        let taken_there = captures.take(processors, &attempt.processor, attempt.payment(), taken_here).await;
        match taken_there {
            None if taken_here => findings.push(format!(
                "payment {}: {:?} in the shop, but not captured at its processor",
                attempt.id, attempt.state
            )),
            Some(_) if !taken_here && !is_unknown => findings.push(format!(
                "payment {}: captured at its processor, but {:?} in the shop",
                attempt.id, attempt.state
            )),
            Some(amount) if amount != attempt.amount => findings.push(format!(
                "payment {}: {amount} was captured at its processor, but it is {} in the shop",
                attempt.id, attempt.amount
            )),
            _ => {}
        }
    }
    Ok(findings)
}
