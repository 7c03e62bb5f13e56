//! Passes with installment plans.

use super::table::{Table, plan, product, variant};

/// Three season passes that have a plan each, and one season pass without a plan.
pub fn passes_with_plans() -> Vec<Table> {
    vec![
        plan("ten", "Ten months")
            .down_payment(20_00)
            .fee(10_00)
            .payments(10)
            .disclaimer("<p>Payments <b>cannot</b> be stopped.<script>alert(1)</script></p>"),
        plan("ten-charged", "Ten months, charged").down_payment(0).fee(4_00).fee_is_finance_charge(true).payments(10),
        plan("four", "Four months").down_payment(50_00).payments(4).description("In four parts"),
        product("season", "Season pass")
            .short_description("A year.")
            .with(variant("gold", "Gold").price(12_005).season_pass().plan("ten"))
            .with(variant("silver", "Silver").price(80_00).season_pass().plan("ten-charged"))
            .with(variant("bronze", "Bronze").price(60_00).season_pass().plan("four"))
            .with(variant("plain", "Plain").price(30_00).season_pass()),
    ]
}
