//! What the processors say they have captured, compared with what the shop knows: by payment, and back.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::entity::AttemptState;
use super::processor::{LookupOutcome, PaymentKey, ProcessorStatus};
use super::processors::Processors;
use super::store;
use crate::error::Result;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// An attempt that is opened and not submitted is given up after half an hour; one that was submitted is settled in seconds, once its
/// processor answers.
const LONGEST_QUESTION: Duration = Duration::hours(1);

/// The captures of all processors. What the shop knows of is taken out; the rest is money that nobody here has a trace of.
pub struct Captures {
    amounts: BTreeMap<String, Money>,
    /// The processors that have told theirs.
    told: BTreeSet<&'static str>,
    findings: Vec<String>,
}

impl Captures {
    /// Asks all processors. Called before the shop's own rows are read, so that no payment is known there and not here yet.
    pub async fn listed(processors: &Processors) -> Self {
        let mut captures = Captures { amounts: BTreeMap::new(), told: BTreeSet::new(), findings: Vec::new() };
        for (name, processor) in processors.all() {
            match processor.captures().await {
                Ok(listed) => {
                    captures.told.insert(name);
                    captures.amounts.extend(listed.into_iter().map(|it| (it.payment.0, it.amount)));
                }
                Err(reason) => captures.findings.push(format!("processor {name} does not tell its captures: {reason}")),
            }
        }
        captures
    }

    /// Whether a processor has told what it has captured: of one that has not, nothing can be said.
    pub fn are_told_by(&self, processor: &str) -> bool {
        self.told.contains(processor)
    }

    /// Takes out what was captured for a payment. One that the shop believes captured and the list does not name is asked for by itself: it
    /// may have been captured since.
    pub async fn take(
        &mut self,
        processors: &Processors,
        processor: &str,
        payment: String,
        is_expected: bool,
    ) -> Option<Money> {
        let listed = self.amounts.remove(&payment);
        if listed.is_some() || !is_expected {
            return listed;
        }
        match processors.get(processor)?.lookup(&PaymentKey(payment)).await {
            LookupOutcome::Found(found) if found.status == ProcessorStatus::Captured => Some(found.amount),
            _ => None,
        }
    }

    /// What is left when the shop has taken out all that it knows.
    pub fn findings(self) -> Vec<String> {
        let unknown = self.amounts.into_iter().map(|(payment, amount)| {
            format!("payment {payment}: {amount} was captured at its processor, and the shop does not know of it")
        });
        self.findings.into_iter().chain(unknown).collect()
    }
}

/// What is wrong between attempts and what the processors say of them, and which attempts nobody has settled for long.
pub async fn doctor(
    db: &impl ConnectionTrait,
    processors: &Processors,
    captures: &mut Captures,
    now: Instant,
) -> Result<Vec<String>> {
    use AttemptState::{Captured, Capturing, Completed, Unknown};
    let mut findings = Vec::new();
    for attempt in store::all(db).await? {
        let is_in_question = matches!(attempt.state, Capturing | Captured | Unknown);
        if is_in_question && attempt.opened_at < now - LONGEST_QUESTION {
            findings
                .push(format!("payment {} is {:?}, and was opened {}", attempt.id, attempt.state, attempt.opened_at));
        }
        if !captures.are_told_by(&attempt.processor) {
            continue;
        }
        let taken_here = matches!(attempt.state, Captured | Completed);
        let taken_there = captures.take(processors, &attempt.processor, attempt.id.clone(), taken_here).await;
        match taken_there {
            None if taken_here => findings.push(format!(
                "payment {}: {:?} in the shop, and not captured at its processor",
                attempt.id, attempt.state
            )),
            Some(_) if !taken_here && !is_in_question => findings.push(format!(
                "payment {}: captured at its processor, and {:?} in the shop",
                attempt.id, attempt.state
            )),
            Some(amount) if amount != attempt.amount => findings.push(format!(
                "payment {}: {amount} was captured at its processor, {} in the shop",
                attempt.id, attempt.amount
            )),
            _ => {}
        }
    }
    Ok(findings)
}
