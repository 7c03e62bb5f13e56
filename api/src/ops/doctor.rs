//! `midway doctor`: verifies the promises against the data, at any time.

use crate::app::App;
use crate::error::Result;
use crate::platform::jobs;
use crate::shop::payment::Captures;
use crate::shop::{billing, cart, inventory, order, payment, performance, reservation};

/// Everything that is wrong, one finding each; nothing, if all is well.
///
/// What the processors have captured is asked first, and the shop's own rows are read as they are at one moment afterwards: what happens
/// in between is no finding.
pub async fn doctor(app: &App) -> Result<Vec<String>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let mut captures = Captures::listed(&app.processors).await;
    let snapshot = app.db.snapshot().await?;
    let mut findings = inventory::doctor(&snapshot, |key| performance::capacity_of(&catalog, key)).await?;
    findings.extend(cart::doctor(&snapshot, &reservation::ids(&snapshot).await?).await?);
    findings.extend(reservation::doctor(&snapshot).await?);
    findings.extend(order::doctor(&snapshot, now).await?);
    findings.extend(payment::doctor(&snapshot, &app.processors, &mut captures, now).await?);
    findings.extend(billing::doctor(&snapshot, &app.processors, &mut captures, now).await?);
    findings.extend(jobs::doctor(&snapshot).await?);
    snapshot.commit().await?;
    findings.extend(captures.findings());
    Ok(findings)
}
