//! Which entitlements passes and accounts give, for which days, and how much of them remains. Pure.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::shop::inventory::{Draw, Level, StockKey};
use crate::shop::ticket::{AccountPass, TicketRow};
use midway_catalog::files::Promotion;
use midway_catalog::{Catalog, PromotionKind};
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::{EntitlementId, PromotionId};
use midway_kernel::text::Text;
use midway_kernel::time::{DayRange, Instant};

pub const OVERDUE: Text = Text {
    id: "entitlement.overdue",
    default: "A payment for this pass is past due. You can use this benefit again after you make the payment.",
};
pub const OWED: Text = Text { id: "entitlement.owed", default: "Available once the pass is paid in full." };

/// The entitlement that is redeemed, and its valid days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redemption {
    pub id: EntitlementId,
    pub days: DayRange,
    /// The ticket id of the pass that gives the entitlement; `None` when the account has it without a pass.
    pub pass_id: Option<String>,
    /// For an account entitlement given by a pass: the entitlement of the passholder, which is claimed as well. It
    /// limits the use over all accounts, because any number of accounts may link the same pass.
    pub of_passholder: Option<EntitlementId>,
}

impl Redemption {
    /// A redemption requested by its id.
    pub fn requested(id: EntitlementId) -> Self {
        Redemption { id, days: DayRange::default(), pass_id: None, of_passholder: None }
    }

    fn of_pass(promotion: &PromotionId, pass: &AccountPass) -> Self {
        let id = EntitlementId::new(promotion, pass.ticket.entitlement_key());
        Redemption { days: days_of(pass), pass_id: Some(pass.ticket.id.clone()), ..Redemption::requested(id) }
    }

    /// The stocks to claim. The capacity of each is the entitlement's quantity.
    pub fn stocks(&self) -> impl Iterator<Item = StockKey> {
        std::iter::once(&self.id).chain(&self.of_passholder).map(StockKey::entitlement)
    }

    /// What a redemption of this quantity draws from the entitlement's stocks; nothing when the entitlement has no
    /// limit.
    pub fn draws(&self, catalog: &Catalog, quantity: u32) -> impl Iterator<Item = Draw> + use<> {
        let capacity = catalog.promotion(&self.id.promotion()).and_then(|promotion| promotion.quantity);
        let keys: Vec<StockKey> = self.stocks().collect();
        keys.into_iter().filter_map(move |key| Some(Draw { key, capacity: capacity?, quantity }))
    }
}

/// An entitlement that a visitor has.
#[derive(Clone, Debug)]
pub struct Grant<'c> {
    pub promotion: &'c Promotion,
    pub redemption: Redemption,
    /// First and last name of the passholder; `None` when the account gives the entitlement.
    pub holder: Option<(String, String)>,
    /// Why the entitlement cannot be redeemed now, regardless of how many units remain.
    pub held_back: Option<Text>,
}

impl Grant<'_> {
    /// The total quantity that the entitlement gives.
    pub fn quantity(&self) -> u32 {
        self.promotion.quantity.unwrap_or_default()
    }

    /// The quantity that can be redeemed: the units that are neither redeemed nor in a cart. It is 0 while `held_back`
    /// has a reason.
    pub fn remaining(&self, levels: &HashMap<StockKey, Level>) -> u32 {
        if self.held_back.is_some() {
            return 0;
        }
        let available = |key| levels.get(&key).map_or(self.quantity(), |level| level.left());
        self.redemption.stocks().map(available).min().unwrap_or_default()
    }
}

/// The visitor whose entitlements are listed.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    pub account_id: &'a str,
    pub verified_email: Option<&'a str>,
    /// The passes linked to the account.
    pub passes: &'a [AccountPass],
}

/// The entitlements of an owner that `flow` redeems: either the entitlements of valid passes, in the order of the
/// passes, or the entitlements of the account. An account entitlement that several passes give appears once per pass,
/// with the same id; [`choose`] selects one.
pub fn grants<'c>(catalog: &'c Catalog, flow: SaleFlow, owner: Owner<'_>, now: Instant) -> Vec<Grant<'c>> {
    let kind = match flow {
        SaleFlow::AccountEntitlement => PromotionKind::AccountEntitlement,
        _ => PromotionKind::TicketEntitlement,
    };
    let running: Vec<&Promotion> =
        catalog.folder().promotions_of(kind).iter().filter(|it| catalog.is_running(it, now)).collect();
    if kind == PromotionKind::AccountEntitlement {
        return running.into_iter().flat_map(|promotion| of_account(catalog, promotion, owner, now)).collect();
    }
    let of_pass = |pass: &AccountPass| {
        let given = running.iter().filter(|promotion| gives(catalog, promotion, pass, now));
        given
            .map(|promotion| Grant {
                promotion,
                redemption: Redemption::of_pass(&promotion.id, pass),
                holder: Some((pass.passholder.first_name.clone(), pass.passholder.last_name.clone())),
                held_back: held_back(catalog, promotion, &pass.ticket, now),
            })
            .collect::<Vec<_>>()
    };
    owner.passes.iter().flat_map(of_pass).collect()
}

/// Whether a pass gives the entitlement and has not expired.
fn gives(catalog: &Catalog, promotion: &Promotion, pass: &AccountPass, now: Instant) -> bool {
    let Some(variant) = &pass.ticket.variant_id else { return false };
    promotion.held.contains(variant) && !pass.ticket.is_over(catalog, now)
}

/// Why a pass with a payment plan does not give the entitlement now: a payment is overdue, or the entitlement requires
/// a fully paid pass.
pub fn held_back(catalog: &Catalog, promotion: &Promotion, pass: &TicketRow, now: Instant) -> Option<Text> {
    let is_too_early = pass.owed && !promotion.while_owed;
    if pass.is_overdue(catalog, now) { Some(OVERDUE) } else { is_too_early.then_some(OWED) }
}

/// An account's entitlements from one promotion. The account has them because of its e-mail address or a linked valid
/// pass, or because the promotion sets no such condition. If passes give the entitlement, there is one entry per pass.
fn of_account<'c>(catalog: &Catalog, promotion: &'c Promotion, owner: Owner<'_>, now: Instant) -> Vec<Grant<'c>> {
    let is_for_everybody = promotion.held.is_empty() && promotion.email_domains.is_empty();
    let of_email = owner.verified_email.is_some_and(|email| promotion.is_for(email));
    let own = Redemption::requested(EntitlementId::new(&promotion.id, owner.account_id));
    let grant = |redemption| Grant { promotion, redemption, holder: None, held_back: None };
    if is_for_everybody || of_email {
        return vec![grant(own)];
    }
    let mut giving: Vec<&AccountPass> =
        owner.passes.iter().filter(|pass| gives(catalog, promotion, pass, now)).collect();
    // Passes that the account bought come before passes that it only linked.
    giving.sort_by_key(|pass| !pass.purchased);
    let days = giving.iter().map(|pass| days_of(pass)).reduce(DayRange::with).unwrap_or_default();
    let of_pass = |pass: &AccountPass| {
        // Uses are counted per passholder and not per pass, because a renewal is a new ticket of the same passholder.
        let passholder = pass.ticket.passholder_id.as_deref().unwrap_or(pass.ticket.entitlement_key());
        let of_passholder = Some(EntitlementId::new(&promotion.id, passholder));
        let redemption = Redemption { days, pass_id: Some(pass.ticket.id.clone()), of_passholder, ..own.clone() };
        Grant { held_back: held_back(catalog, promotion, &pass.ticket, now), ..grant(redemption) }
    };
    giving.into_iter().map(of_pass).collect()
}

/// For each entitlement id, the first grant with a remaining quantity, or the first grant if nothing remains.
pub fn choose<'c>(grants: Vec<Grant<'c>>, levels: &HashMap<StockKey, Level>) -> Vec<Grant<'c>> {
    let mut chosen: Vec<Grant<'c>> = Vec::new();
    for grant in grants {
        match chosen.iter_mut().find(|known| known.redemption.id == grant.redemption.id) {
            Some(known) if known.remaining(levels) == 0 && grant.remaining(levels) > 0 => *known = grant,
            Some(_) => {}
            None => chosen.push(grant),
        }
    }
    chosen
}

fn days_of(pass: &AccountPass) -> DayRange {
    DayRange { first: pass.ticket.valid_from, last: pass.ticket.valid_until }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::shop::ticket::{Passholder, TicketRow};
    use midway_catalog::testing::{catalog, now};

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
            passholder: Passholder {
                first_name: "Ada".to_owned(),
                last_name: "Byron".to_owned(),
                ..Passholder::default()
            },
        }
    }

    #[test]
    fn pass_with_a_plan_gives_no_entitlement_if_overdue_or_if_full_payment_is_required() {
        let shop = catalog(&SHOP.replace("quantity = 2", "quantity = 2\nwhile_owed = false"));
        let today = TicketRow::default().today(&shop, now());
        let of = |owed, paid_until| {
            let mut pass = pass("one", "season-adult", "2020-01-01", "2030-12-31");
            pass.ticket = TicketRow { owed, paid_until, ..pass.ticket };
            let owner = Owner { account_id: "ada", verified_email: None, passes: &[pass] };
            [SaleFlow::TicketingEntitlementRedemption, SaleFlow::AccountEntitlement]
                .map(|flow| grants(&shop, flow, owner, now()).pop().unwrap().held_back)
        };
        assert_eq!(of(false, None), [None, None]);
        assert_eq!(of(true, Some(today)), [None, Some(OWED)]);
        assert_eq!(of(true, None), [None, Some(OWED)]);
        assert_eq!(of(true, today.pred_opt()), [Some(OVERDUE), Some(OVERDUE)]);
    }

    #[test]
    fn upgraded_pass_keeps_the_entitlements_of_the_old_pass() {
        let mut better = pass("better", "season-adult", "2020-01-01", "2030-12-31");
        better.ticket.entitled_as = Some("first".to_owned());
        assert_eq!(ids(SaleFlow::TicketingEntitlementRedemption, &[better], None), ["guests/first"]);
    }

    fn ids(flow: SaleFlow, passes: &[AccountPass], verified_email: Option<&str>) -> Vec<String> {
        let owner = Owner { account_id: "ada", verified_email, passes };
        let shop = catalog(SHOP);
        let chosen = choose(grants(&shop, flow, owner, now()), &HashMap::new());
        chosen.into_iter().map(|it| it.redemption.id.to_string()).collect()
    }

    #[test]
    fn pass_gives_its_entitlements_until_it_expires() {
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
    fn account_gets_general_entitlements_those_of_its_email_domain_and_one_that_covers_the_days_of_all_its_passes() {
        let flow = SaleFlow::AccountEntitlement;
        assert_eq!(ids(flow, &[], None), ["drink/ada"]);
        assert_eq!(ids(flow, &[], Some("ada@school.example")), ["drink/ada", "teachers/ada"]);
        let passes = [
            pass("one", "season-adult", "2026-01-01", "2030-06-30"),
            pass("two", "season-adult", "2025-03-01", "2031-12-31"),
        ];
        assert_eq!(ids(flow, &passes, None), ["drink/ada", "members/ada"], "one entitlement, even with several passes");
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

    #[test]
    fn account_entitlement_of_a_renewed_pass_is_still_limited_per_passholder() {
        let of = |mut pass: AccountPass, passholder: Option<&str>| {
            pass.ticket.passholder_id = passholder.map(str::to_owned);
            pass
        };
        let passes = [
            of(pass("old", "season-adult", "2026-01-01", "2030-06-30"), Some("byron")),
            of(pass("renewed", "season-adult", "2030-07-01", "2031-06-30"), Some("byron")),
            of(pass("other", "season-adult", "2026-01-01", "2030-06-30"), None),
        ];
        let owner = Owner { account_id: "ada", verified_email: None, passes: &passes };
        let shop = catalog(SHOP);
        let all = grants(&shop, SaleFlow::AccountEntitlement, owner, now());
        let stocks: Vec<Vec<String>> =
            all.iter().map(|it| it.redemption.stocks().map(|key| key.to_string()).collect()).collect();
        let of_passholder = |of: &str| ["entitlement:members/ada".to_owned(), format!("entitlement:members/{of}")];
        assert_eq!(stocks[0], ["entitlement:drink/ada"], "an entitlement of every account has no second limit");
        assert_eq!(stocks[1..], [of_passholder("byron"), of_passholder("byron"), of_passholder("other")]);
    }
}
