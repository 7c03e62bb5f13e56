//! Files are readable only by the shop's user, and browsers cannot forge log lines.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Catalogue;
use crate::support::process::{ProcessShop, run_to_end};

/// All files and folders below a folder.
fn list_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { [list_files(&path), vec![path]].concat() } else { vec![path] }).collect()
}

#[tokio::test]
async fn files_of_the_shop_are_readable_only_by_its_user() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let catalog = folder.path().join("catalog");
    Catalogue::park().write(&catalog);
    std::fs::create_dir(&data).unwrap();
    let variables = [("MIDWAY_DATA", data.display().to_string())];
    for arguments in [vec!["migrate"], vec!["import", catalog.to_str().unwrap()]] {
        let said = run_to_end(&variables, &arguments).await;
        assert_eq!(said.code, 0, "{}", said.err);
    }
    let written = list_files(&data);
    for name in ["midway.db", "keys/secret", "keys/tickets"] {
        assert!(written.contains(&data.join(name)), "{name} is not in {written:?}");
    }
    for path in written {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is open to others: {mode:o}", path.display());
    }
}

#[tokio::test]
async fn browser_report_with_line_breaks_and_control_characters_becomes_one_log_line() {
    let mut shop = ProcessShop::selling(&Catalogue::park(), "info").await;
    shop.start(None).await;
    let mallory = shop.shopper(shop.address().await);
    let forged = "{}\n2026-11-20T15:00:00Z  INFO midway: paid order=1\r\n\u{1b}[2Jcleared";
    let sent = mallory.call(Method::POST, "/api/csp-report", Some(json!(forged)), &[]).await;
    sent.expect_status(204);
    let raw = mallory.post_text("/api/csp-report", forged).await;
    raw.expect_status(204);
    shop.end().await;
    let logs = shop.logs();
    let reports: Vec<Value> = logs.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let reports: Vec<&str> = reports.iter().filter_map(|line| line["fields"]["report"].as_str()).collect();
    assert_eq!(reports.len(), 2, "{logs}");
    for report in reports {
        assert!(report.contains("paid order=1"));
        assert!(!report.contains(char::is_control), "{report:?}");
    }
    shop.stop().await;
}
