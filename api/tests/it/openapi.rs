//! The committed document is the code's.

const COMMITTED: &str = include_str!("../../openapi.json");

#[tokio::test]
async fn the_committed_document_is_what_the_code_says() {
    let document = midway::ops::document::document().await.unwrap();
    assert!(
        document == COMMITTED,
        "api/openapi.json is out of date: cargo run -p midway -- openapi > api/openapi.json"
    );
}
