//! `midway doctor`: verifies the promises against the data, at any time.

use crate::app::App;
use crate::error::Result;
use crate::platform::jobs;
use crate::shop::{cart, inventory, order, payment};

/// Everything that is wrong, one finding each; nothing, if all is well.
pub async fn doctor(app: &App) -> Result<Vec<String>> {
    let mut findings = inventory::doctor(app.db.read()).await?;
    findings.extend(cart::doctor(app.db.read()).await?);
    findings.extend(payment::doctor(app).await?);
    findings.extend(order::doctor(app).await?);
    findings.extend(jobs::doctor(app.db.read()).await?);
    Ok(findings)
}
