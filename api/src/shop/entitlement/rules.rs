//! Which entitlements passes and accounts give, and for which days. Pure.

use serde::{Deserialize, Serialize};

use crate::kernel::coded::SaleFlow;
use crate::kernel::id::EntitlementId;
use crate::kernel::time::{DayRange, Instant};
use crate::shop::catalog::files::Promotion;
use crate::shop::catalog::{Catalog, PromotionKind};
use crate::shop::ticket::AccountPass;

/// Of which entitlement something is redeemed, and for which days it may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redemption {
    pub id: EntitlementId,
    pub days: DayRange,
}

/// An entitlement that somebody has.
#[derive(Clone, Debug)]
pub struct Grant<'c> {
    pub promotion: &'c Promotion,
    pub redemption: Redemption,
    /// First and last name of whose pass gives it; nobody's where the account does.
    pub holder: Option<(String, String)>,
}

impl Grant<'_> {
    /// How many it gives altogether.
    pub fn quantity(&self) -> u32 {
        self.promotion.quantity.unwrap_or_default()
    }
}

/// Whose entitlements are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    pub account_id: &'a str,
    pub verified_email: Option<&'a str>,
    /// The passes in the account's list.
    pub passes: &'a [AccountPass],
}

/// What an owner has of one of the two kinds: those of passes that are not over, in the order of the passes; or the account's.
pub fn grants<'c>(catalog: &'c Catalog, flow: SaleFlow, owner: Owner<'_>, now: Instant) -> Vec<Grant<'c>> {
    let kind = match flow {
        SaleFlow::AccountEntitlement => PromotionKind::AccountEntitlement,
        _ => PromotionKind::TicketEntitlement,
    };
    let running: Vec<&Promotion> =
        catalog.folder().promotions_of(kind).iter().filter(|it| catalog.is_running(it, now)).collect();
    if kind == PromotionKind::AccountEntitlement {
        return running.into_iter().filter_map(|promotion| of_account(catalog, promotion, owner, now)).collect();
    }
    let of_pass = |pass: &AccountPass| {
        let given = running.iter().filter(|promotion| gives(catalog, promotion, pass, now));
        given
            .map(|promotion| Grant {
                promotion,
                redemption: Redemption { id: EntitlementId::new(&promotion.id, &pass.ticket.id), days: days_of(pass) },
                holder: Some((pass.holder.first_name.clone(), pass.holder.last_name.clone())),
            })
            .collect::<Vec<_>>()
    };
    owner.passes.iter().flat_map(of_pass).collect()
}

/// Whether a pass gives it, and is not over.
fn gives(catalog: &Catalog, promotion: &Promotion, pass: &AccountPass, now: Instant) -> bool {
    let Some(variant) = &pass.ticket.variant_id else { return false };
    promotion.held.contains(variant) && !pass.ticket.is_over(catalog, now)
}

/// An account's own: for its e-mail address, or for as long as one of the passes in its list; one without either is everybody's.
fn of_account<'c>(catalog: &'c Catalog, promotion: &'c Promotion, owner: Owner<'_>, now: Instant) -> Option<Grant<'c>> {
    let is_everybodys = promotion.held.is_empty() && promotion.email_domains.is_empty();
    let of_email = owner.verified_email.is_some_and(|email| promotion.is_for(email));
    let of_passes = owner.passes.iter().filter(|pass| gives(catalog, promotion, pass, now)).map(days_of);
    let days = match is_everybodys || of_email {
        true => DayRange::default(),
        false => of_passes.reduce(DayRange::with)?,
    };
    let id = EntitlementId::new(&promotion.id, owner.account_id);
    Some(Grant { promotion, redemption: Redemption { id, days }, holder: None })
}

fn days_of(pass: &AccountPass) -> DayRange {
    DayRange { first: pass.ticket.valid_from, last: pass.ticket.valid_until }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::shop::catalog::testing::{catalog, now};
    use crate::shop::ticket::{Holder, TicketRow};

    const SHOP: &str = r#"
        [[ticket_entitlement]]
        id = "guests"
        name = "Guest ticket"
        held = ["season-adult"]
        products = ["walk"]
        price = "0.00"
        quantity = 3

        [[ticket_entitlement]]
        id = "last-year"
        name = "Guest ticket of last year"
        held = ["season-adult"]
        products = ["walk"]
        price = "0.00"
        quantity = 3
        until = "2026-01-01T00:00:00"

        [[account_entitlement]]
        id = "drink"
        name = "Welcome drink"
        products = ["walk"]
        price = "0.00"
        quantity = 1

        [[account_entitlement]]
        id = "members"
        name = "Members' evening"
        held = ["season-adult"]
        products = ["walk"]
        price = "0.00"
        quantity = 2

        [[account_entitlement]]
        id = "teachers"
        name = "For teachers"
        email_domains = ["school.example"]
        products = ["walk"]
        price = "0.00"
        quantity = 2

        [[product]]
        id = "walk"
        site = "park"
        name = "Walk"
        short_description = "A walk."
        [[product.variant]]
        id = "walk"
        name = "Walk"
        price = "10.00"

        [[product]]
        id = "season"
        site = "park"
        name = "Season"
        short_description = "A year."
        [[product.variant]]
        id = "season-adult"
        name = "Adult"
        price = "99.00"
        pass = 1
        valid = { days = 365 }
    "#;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn pass(id: &str, variant: &str, from: &str, until: &str) -> AccountPass {
        AccountPass {
            id: format!("link-{id}"),
            purchased: true,
            ticket: TicketRow {
                id: id.to_owned(),
                variant_id: Some(variant.into()),
                valid_from: Some(day(from)),
                valid_until: Some(day(until)),
                ..TicketRow::default()
            },
            holder: Holder { first_name: "Ada".to_owned(), last_name: "Byron".to_owned(), ..Holder::default() },
        }
    }

    fn ids(flow: SaleFlow, passes: &[AccountPass], verified_email: Option<&str>) -> Vec<String> {
        let owner = Owner { account_id: "ada", verified_email, passes };
        grants(&catalog(SHOP), flow, owner, now()).into_iter().map(|it| it.redemption.id.to_string()).collect()
    }

    #[test]
    fn each_pass_gives_its_own_until_it_is_over() {
        let flow = SaleFlow::TicketingEntitlementRedemption;
        let today = TicketRow::default().today(&catalog(SHOP), now()).to_string();
        let yesterday = day(&today).pred_opt().unwrap().to_string();
        let passes = [
            pass("one", "season-adult", "2020-01-01", &today),
            pass("two", "season-adult", "2030-01-01", "2030-12-31"),
            pass("over", "season-adult", "2020-01-01", &yesterday),
            pass("other", "day", "2020-01-01", "2030-12-31"),
        ];
        assert_eq!(ids(flow, &passes, None), ["guests/one", "guests/two"]);
        assert_eq!(ids(flow, &[], Some("ada@school.example")), Vec::<String>::new());
    }

    #[test]
    fn an_account_has_everybodys_its_passes_and_its_addresss() {
        let flow = SaleFlow::AccountEntitlement;
        assert_eq!(ids(flow, &[], None), ["drink/ada"]);
        assert_eq!(ids(flow, &[], Some("ada@school.example")), ["drink/ada", "teachers/ada"]);
        let passes = [
            pass("one", "season-adult", "2026-01-01", "2030-06-30"),
            pass("two", "season-adult", "2025-03-01", "2031-12-31"),
        ];
        assert_eq!(ids(flow, &passes, None), ["drink/ada", "members/ada"], "once, however many passes");
        let owner = Owner { account_id: "ada", verified_email: None, passes: &passes };
        let shop = catalog(SHOP);
        let members = grants(&shop, flow, owner, now()).pop().unwrap().redemption;
        assert_eq!((members.days.first, members.days.last), (Some(day("2025-03-01")), Some(day("2031-12-31"))));
        let endless =
            AccountPass { ticket: TicketRow { valid_until: None, ..passes[0].ticket.clone() }, ..passes[0].clone() };
        let passes = [endless, passes[1].clone()];
        let owner = Owner { passes: &passes, ..owner };
        assert_eq!(grants(&shop, flow, owner, now()).pop().unwrap().redemption.days.last, None);
    }
}
