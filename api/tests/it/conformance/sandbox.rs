//! The sandbox as a subject of the suite.

use serde_json::json;
use tempfile::TempDir;
use url::Url;

use midway::shop::payment::processor::{CardProcessor, DisputeState, PaymentRef, RefundState, Session};
use midway::shop::payment::sandbox::{SandboxAddress, SandboxClientConfig, SandboxProcessor, TIMEOUT};
use midway_sandbox::{shared_files, wire};

use super::faults::FaultyProxy;
use super::{Ability, Card, Subject};
use crate::support::clock::TestClock;
use crate::support::shop::TestSandbox;
use crate::support::shopper::http;

pub struct SandboxSubject {
    processor: SandboxProcessor,
    proxy: FaultyProxy,
    _sandbox: TestSandbox,
    _data: TempDir,
}

impl Subject for SandboxSubject {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let sandbox = TestSandbox::start(data.path(), &TestClock::new(), 0).await;
        let address = std::fs::read_to_string(shared_files::address_file(data.path())).unwrap();
        let proxy = FaultyProxy::before(address.trim_start_matches("http://").parse().unwrap()).await;
        let api_key = shared_files::api_key(data.path()).unwrap();
        let processor = SandboxProcessor::new(SandboxClientConfig {
            address: SandboxAddress::Fixed(Url::parse(&format!("http://{}", proxy.address)).unwrap()),
            public_url: None,
            public_key: shared_files::public_key(&api_key),
            api_key,
            timeout: TIMEOUT,
        })
        .unwrap();
        SandboxSubject { processor, proxy, _sandbox: sandbox, _data: data }
    }

    fn processor(&self) -> &dyn CardProcessor {
        &self.processor
    }

    fn proxy(&self) -> &FaultyProxy {
        &self.proxy
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            Ability::UnsettledRefunds | Ability::Disputes => true,
        }
    }

    async fn enter_card(&self, session: &Session, card: Card) {
        let confirmation = match card {
            Card::Confirmed | Card::ConfirmedEachTime => Some("passed"),
            Card::ConfirmationFailed => Some("failed"),
            Card::ConfirmationAbandoned => Some("abandoned"),
            Card::Works | Card::Declined | Card::RefundPending | Card::RefundFails => None,
        };
        let entry = json!({ "number": card.number(), "expiry": "12 / 35", "code": "123" });
        let answer = http().post(&session.url).json(&entry).send().await.unwrap();
        assert!(answer.status().is_success(), "{answer:?}");
        let answer = answer.json::<serde_json::Value>().await.unwrap();
        assert_eq!(answer.get("challenge").is_some(), confirmation.is_some(), "{answer}");
        if let Some(result) = confirmation {
            let url = format!("{}/challenge", session.url);
            let answer = http().post(url).json(&json!({ "result": result })).send().await.unwrap();
            assert_eq!(answer.status().is_success(), result == "passed", "{answer:?}");
        }
    }

    fn name_in_notices(&self, payment: &PaymentRef, _: &Session) -> String {
        payment.key.to_string()
    }

    async fn settle_refund(&self, payment: &PaymentRef, reference: &str, state: RefundState) {
        let state = match state {
            RefundState::Pending => wire::RefundState::Pending,
            RefundState::Succeeded => wire::RefundState::Succeeded,
            RefundState::Failed => wire::RefundState::Failed,
        };
        let settled = wire::SettleRefund { reference: reference.to_owned(), state };
        self.processor.control(&payment.key, "settle-refund", Some(&settled)).await.unwrap();
    }

    async fn dispute(&self, payment: &PaymentRef, state: DisputeState) {
        let state = match state {
            DisputeState::Open => wire::DisputeState::Open,
            DisputeState::Won => wire::DisputeState::Won,
            DisputeState::Lost => wire::DisputeState::Lost,
        };
        self.processor.control(&payment.key, "dispute", Some(&wire::ChangeDispute { state })).await.unwrap();
    }
}

super::run_cases!(SandboxSubject);
