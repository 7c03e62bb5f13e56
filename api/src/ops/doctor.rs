//! `midway doctor`: verifies the promises against the data, at any time.

use crate::app::App;
use crate::error::Result;
use crate::platform::jobs;
use crate::shop::{billing, cart, inventory, order, payment, reservation};

/// Everything that is wrong, one finding each; nothing, if all is well.
pub async fn doctor(app: &App) -> Result<Vec<String>> {
    // Stock and claims are compared as they are at one moment: a worker that frees places between two reads is no finding.
    let snapshot = app.db.snapshot().await?;
    let mut findings = inventory::doctor(&snapshot).await?;
    findings.extend(cart::doctor(&snapshot, &reservation::ids(&snapshot).await?).await?);
    findings.extend(reservation::doctor(&snapshot).await?);
    snapshot.commit().await?;
    findings.extend(payment::doctor(app).await?);
    findings.extend(order::doctor(app).await?);
    findings.extend(billing::doctor(app).await?);
    findings.extend(jobs::doctor(app.db.read()).await?);
    Ok(findings)
}
