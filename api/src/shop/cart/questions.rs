//! Confirmation questions that the cart asks before some changes, for example before a price rises, or before places
//! are released that other shoppers may then take.
//!
//! A question states what would happen. Its context contains the cart's version. To confirm, the app sends the call
//! again with that context, which also carries the answers to earlier questions of the same call. A context from an
//! older version of the cart is ignored.

use super::entity::cart::Model as Cart;
use super::line::CartLine;
use midway_kernel::id::{PerformanceId, SectionId};
use midway_kernel::money::Money;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::Text;

/// Separates the answers in a context.
const BETWEEN: &str = " ";
/// The maximum number of earlier answers that a context keeps. No call asks more questions.
const MAX_ANSWERS: usize = 4;

/// A question, with the texts of its dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: Text,
    pub message: Text,
    pub proceed: Text,
    pub cancel: Text,
    pub values: Vec<(&'static str, String)>,
    pub context: String,
}

impl Question {
    /// The question, unless `context` already answers it.
    pub fn unless_answered(self, context: Option<&str>) -> Option<Question> {
        let answered = || context.into_iter().flat_map(|context| context.split(BETWEEN));
        if answered().any(|answered| answered == self.context) {
            return None;
        }
        // Drop answers that belong to a different version of the cart.
        let same_cart = |answered: &&str| answered.split('.').nth(1) == self.context.split('.').nth(1);
        let contexts: Vec<&str> =
            answered().filter(same_cart).take(MAX_ANSWERS).chain([self.context.as_str()]).collect();
        Some(Question { context: contexts.join(BETWEEN), ..self })
    }

    /// Asks whether to buy lines whose prices have risen since the shopper saw them. `lines` contains each line with
    /// its old price.
    pub fn price_raised(cart: &Cart, lines: &[(CartLine, Money)]) -> Question {
        let change = |(line, seen): &(CartLine, Money)| {
            let (seen, price) = (*seen + line.unit_fees, line.unit_price + line.unit_fees);
            format!("{} {} (was {})", line.variant_name, price.display(), seen.display())
        };
        let changes: Vec<String> = lines.iter().map(change).collect();
        let key = |(line, _): &(CartLine, Money)| format!("{}={}", line.variant_id, line.unit_price.cents());
        let keys: Vec<String> = lines.iter().map(key).collect();
        Question {
            title: Text { id: "cart.dearerTitleHtml", default: "The price has changed" },
            message: Text {
                id: "cart.dearerMessageHtml",
                default: "<p>The price has gone up since you opened this page: {{changes}}.</p>",
            },
            proceed: Text { id: "cart.dearer-proceed", default: "Accept the new price" },
            cancel: Text { id: "cart.dearer-cancel", default: "Choose again" },
            values: vec![("changes", changes.join(", "))],
            context: format!("dearer.{}.{}", cart.version, &fingerprint(&keys.join("+"))[..16]),
        }
    }

    /// Asks whether to buy the `others` at their prices, because only the units of the `lowest` lines are left at the price
    /// that the shopper saw.
    pub fn few_at_price(cart: &Cart, lowest: &[&CartLine], others: &[(CartLine, Money)]) -> Question {
        let of = |line: &CartLine| format!("{} × {}", line.quantity, (line.unit_price + line.unit_fees).display());
        let rest: Vec<String> = others.iter().map(|(line, _)| of(line)).collect();
        let left: u32 = lowest.iter().map(|line| line.quantity).sum();
        let first = lowest.first();
        let price = first.map(|line| line.unit_price + line.unit_fees).unwrap_or_default();
        Question {
            title: Text { id: "cart.fewAtPriceTitleHtml", default: "Only {{left}} left at {{price}}" },
            message: Text {
                id: "cart.fewAtPriceMessageHtml",
                default: "<p>{{name}}: {{left}} at {{price}}, and the rest at today's price: {{rest}}.</p>",
            },
            proceed: Text { id: "cart.few-at-price-proceed", default: "Accept these prices" },
            cancel: Text { id: "cart.few-at-price-cancel", default: "Choose again" },
            values: vec![
                ("left", left.to_string()),
                ("price", price.display()),
                ("name", first.map(|line| line.variant_name.clone()).unwrap_or_default()),
                ("rest", rest.join(", ")),
            ],
            context: format!(
                "few-at-price.{}.{}",
                cart.version,
                &fingerprint(&format!("{left}+{}", rest.join("+")))[..16]
            ),
        }
    }

    /// Asks whether a new donation may replace the donation in the cart.
    pub fn replace_donation(cart: &Cart, present: Money, amount: Money) -> Question {
        Question {
            title: Text { id: "donation.replaceTitleHtml", default: "Replace your donation?" },
            message: Text {
                id: "donation.replaceMessageHtml",
                default: "<p>Your cart already has a donation of {{present}}. Replace it with {{amount}}?</p>",
            },
            proceed: Text { id: "donation.replace-proceed", default: "Replace it" },
            cancel: Text { id: "donation.replace-cancel", default: "Keep it" },
            values: vec![("present", present.display()), ("amount", amount.display())],
            context: format!("replace-donation.{}", cart.version),
        }
    }

    /// Asks whether the added item may replace lines that cannot be bought together with it.
    pub fn replace_lines(cart: &Cart, added: &str, replaced: &[&CartLine]) -> Question {
        let ids: Vec<&str> = replaced.iter().map(|line| line.id.as_str()).collect();
        Question {
            title: Text { id: "cart.replaceTitleHtml", default: "Replace what's in your cart?" },
            message: Text {
                id: "cart.replaceMessageHtml",
                default: "<p>{{added}} can't be bought together with {{replaced}}. Adding {{added}} will remove \
                          {{replaced}} from your cart.</p>",
            },
            proceed: Text { id: "cart.replace-proceed", default: "Replace" },
            cancel: Text { id: "cart.replace-cancel", default: "Keep my cart" },
            values: vec![("added", added.to_owned()), ("replaced", names(replaced))],
            context: format!("replace.{}.{}", cart.version, &fingerprint(&ids.join("+"))[..16]),
        }
    }

    /// Asks whether parties for which no adjacent seats are left may be seated apart. The context contains the size of
    /// each party but not its blocks of seats. So the shopper is not asked again if other shoppers take some of the
    /// seats before the answer arrives.
    pub fn sit_apart(cart: &Cart, parties: &[SeparatedParty]) -> Question {
        let counts: Vec<String> = parties.iter().map(|party| party.count().to_string()).collect();
        let groups: Vec<String> = parties.iter().map(SeparatedParty::groups).collect();
        let keys: Vec<String> = parties.iter().map(SeparatedParty::key).collect();
        Question {
            title: Text { id: "cart.apartTitleHtml", default: "Seat your party separately?" },
            message: Text {
                id: "cart.apartMessageHtml",
                default: "<p>We don't have {{count}} seats together. We can split your party up like this: {{groups}}.</p>",
            },
            proceed: Text { id: "cart.apart-proceed", default: "Take these seats" },
            cancel: Text { id: "cart.apart-cancel", default: "Choose again" },
            values: vec![("count", counts.join(" and ")), ("groups", groups.join(" and "))],
            context: format!("apart.{}.{}", cart.version, &fingerprint(&keys.join("+"))[..16]),
        }
    }

    /// Asks whether to release scarce places in order to move lines to other places.
    pub fn move_lines(cart: &Cart, moved: &[&CartLine]) -> Question {
        Question {
            title: Text { id: "cart.moveTitleHtml", default: "Give up your spots?" },
            message: Text {
                id: "cart.moveMessageHtml",
                default: "<p>Your spots for {{name}} will be released, and others may book them.</p>",
            },
            proceed: Text { id: "cart.move-proceed", default: "Change" },
            cancel: Text { id: "cart.move-cancel", default: "Keep my spots" },
            values: vec![("name", names(moved))],
            context: format!("move.{}", cart.version),
        }
    }

    /// Asks whether to empty a cart that holds scarce places.
    pub fn clear(cart: &Cart, held: &[&CartLine]) -> Question {
        Question {
            title: Text { id: "cart.clearTitleHtml", default: "Empty your cart?" },
            message: Text {
                id: "cart.clearMessageHtml",
                default: "<p>Your spots for {{name}} will be released, and others may book them.</p>",
            },
            proceed: Text { id: "cart.clear-proceed", default: "Empty cart" },
            cancel: Text { id: "cart.clear-cancel", default: "Keep my cart" },
            values: vec![("name", names(held))],
            context: format!("clear.{}", cart.version),
        }
    }
}

/// The people to seat at one performance, in one section if it is given, for whom no adjacent seats are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatedParty {
    pub performance_id: PerformanceId,
    pub section: Option<SectionId>,
    /// The number of seats in each block.
    pub sizes: Vec<usize>,
}

impl SeparatedParty {
    fn count(&self) -> usize {
        self.sizes.iter().sum()
    }

    fn groups(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        sizes.join(" + ")
    }

    fn key(&self) -> String {
        let section = self.section.as_ref().map_or("", |section| section.as_str());
        format!("{}/{section}={}", self.performance_id, self.count())
    }
}

/// The product names of lines, without repetition.
fn names(lines: &[&CartLine]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.product_name.as_str()) {
            names.push(&line.product_name);
        }
    }
    names.join(", ")
}
