//! The committed API document matches the code.

const COMMITTED: &str = include_str!("../../openapi.json");

#[tokio::test]
async fn committed_api_document_matches_the_code() {
    let document = midway::ops::document::document().await.unwrap();
    assert!(
        document == COMMITTED,
        "api/openapi.json is out of date: cargo run -p midway -- openapi > api/openapi.json"
    );
}
