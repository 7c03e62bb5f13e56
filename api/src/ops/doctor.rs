//! `midway doctor`: checks the data for contradictions. It may run at any time.

use crate::app::App;
use crate::error::Result;
use crate::platform::jobs;
use crate::shop::ledger::Books;
use crate::shop::payment::Captures;
use crate::shop::{
    billing, cart, inventory, order, payment, performance, performance_cancellation, reconciliation, refund,
    reservation,
};

/// All findings; empty if everything is consistent.
///
/// The processors' captures are listed first. After that, the shop's rows are read in one snapshot. A payment that is
/// captured between these two steps is therefore not reported.
pub async fn doctor(app: &App) -> Result<Vec<String>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let mut captures = Captures::listed(&app.processors).await;
    let snapshot = app.db.snapshot().await?;
    let mut books = Books::read(&snapshot).await?;
    let mut findings = inventory::doctor(&snapshot, |key| performance::capacity_of(&catalog, key)).await?;
    findings.extend(cart::doctor(&snapshot, &reservation::ids(&snapshot).await?).await?);
    findings.extend(reservation::doctor(&snapshot).await?);
    findings.extend(order::doctor(&snapshot, &mut books, now).await?);
    findings.extend(payment::doctor(&snapshot, &app.processors, &mut captures, now).await?);
    findings.extend(performance_cancellation::doctor(&snapshot, now).await?);
    findings.extend(billing::doctor(&snapshot, &app.processors, &mut captures, &mut books, now).await?);
    findings.extend(refund::doctor(&snapshot, &captures, &mut books, now).await?);
    findings.extend(reconciliation::doctor(&snapshot, now).await?);
    findings.extend(jobs::doctor(&snapshot).await?);
    snapshot.commit().await?;
    findings.extend(books.findings());
    findings.extend(captures.findings());
    Ok(findings)
}
