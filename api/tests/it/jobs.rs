//! Jobs: each job is run by one worker at a time and retried after a failure. A job that fails too often is given up
//! and reported by the doctor. Old jobs are deleted.

use chrono::Duration;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::platform::jobs::MAX_TRIES;

use crate::support::Shop;
use crate::support::shop::WORKER_OFF;
use crate::support::smtp::SmtpServer;

#[tokio::test]
async fn concurrent_workers_run_a_job_once() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let replica = shop.replica().await;
    for _ in 0..3 {
        shop.shopper().buy_tours("adult", 1).await;
    }
    let running = || async { run_due_jobs(&shop.app, || false).await.unwrap() };
    let beside = || async { run_due_jobs(&replica.app, || false).await.unwrap() };
    tokio::join!(running(), beside(), running(), beside());
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE tries = 1 AND done_at IS NOT NULL").await, 3);
    assert_eq!(shop.emails().len(), 3);
    replica.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn stopping_worker_starts_no_job() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    shop.shopper().buy_tours("adult", 1).await;
    run_due_jobs(&shop.app, || true).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE tries = 0 AND due_at IS NOT NULL").await, 1);
    shop.stop().await;
}

#[tokio::test]
async fn finished_job_stores_no_secret_and_is_deleted_after_a_week() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    shop.shopper().buy_tours("adult", 1).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE document LIKE '%token%'").await, 1);
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE document = '{}'").await, 1);
    ops::worker::sweep(&shop.app).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM job").await, 1, "kept for a week");
    shop.clock.advance(Duration::days(8));
    ops::worker::sweep(&shop.app).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM job").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn job_that_fails_repeatedly_is_abandoned_and_reported() {
    let nobody = SmtpServer::down();
    let url = nobody.url();
    let shop = Shop::open_with(&[("SMTP_URL", &url), WORKER_OFF]).await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    for tries in 1..=MAX_TRIES {
        assert!(ops::doctor::doctor(&shop.app).await.unwrap().is_empty(), "after {} tries", tries - 1);
        run_due_jobs(&shop.app, || false).await.unwrap();
        assert_eq!(shop.count("SELECT tries FROM job").await, i64::from(tries));
        shop.clock.advance(Duration::hours(2));
    }
    let findings = ops::doctor::doctor(&shop.app).await.unwrap();
    assert_eq!(findings.len(), 1);
    assert!(findings[0].contains("was given up after 16 tries: the SMTP server does not answer"), "{findings:?}");
    run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.count("SELECT tries FROM job").await, i64::from(MAX_TRIES), "it is no longer tried");
    shop.clock.advance(Duration::days(31));
    ops::worker::sweep(&shop.app).await;
    shop.stop().await;
}
