//! The parts of a line's wire type that the cart and orders share.

use super::line::{ChosenPerformance, ChosenSeat, LinePackage, LinePart};
use crate::shop::performance::{SeatFeatureView, SeatKindView};
use midway_catalog::pricing::{LineOffer, LineOffers, NamedFee, NamedFees};
use midway_catalog::{Catalog, PricePromotion};
use midway_kernel::id::{EntitlementId, PerformanceId, ProductId, SeatId, SectionId, ShowId, VariantId};
use midway_kernel::money::Money;
use poem_openapi::Object;

/// A performance of a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PerformanceView {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub show_id: ShowId,
    pub show_name: String,
    /// The section, if the show sells sections or seats.
    pub show_category_id: Option<SectionId>,
    pub show_category_name: Option<String>,
    /// The seat, if the show sells seats.
    pub seat_id: Option<SeatId>,
    pub seat_description: Option<String>,
    /// True if the shopper declared that a guest of the party needs an accessible place.
    pub accessibility_declared: Option<bool>,
    /// `YYYY-MM-DD` in the site's time zone.
    pub performance_date: String,
    /// `HH:mm` in the site's time zone.
    pub performance_time: String,
    /// A label next to the time, for example "Evening show".
    pub time_label: Option<String>,
    /// Whether the performance admits at any time of its day. If so, the time need not be shown.
    pub valid_all_day: bool,
    #[oai(rename = "showUIPrompt")]
    pub show_ui_prompt: Option<String>,
}

/// The performances of a line, in the order of the selections.
pub fn performance_views(performances: &[ChosenPerformance]) -> Vec<PerformanceView> {
    let view = |chosen: &ChosenPerformance| PerformanceView {
        selection_index: chosen.selection_index,
        performance_id: chosen.performance_id.clone(),
        show_id: chosen.show_id.clone(),
        show_name: chosen.show_name.clone(),
        show_category_id: chosen.section.as_ref().map(|section| section.id.clone()),
        show_category_name: chosen.section.as_ref().map(|section| section.name.clone()),
        seat_id: chosen.seat.as_ref().map(|seat| seat.id.clone()),
        seat_description: chosen.seat.as_ref().map(|seat| format!("{} {}", seat.row, seat.seat)),
        accessibility_declared: chosen.is_need_declared.then_some(true),
        performance_date: chosen.date.to_string(),
        performance_time: chosen.time.wire(),
        time_label: chosen.label.clone(),
        valid_all_day: chosen.valid_all_day,
        show_ui_prompt: None,
    };
    performances.iter().map(view).collect()
}

/// A seat of a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SeatView {
    /// The show, if its ticket has places at several.
    pub show_name: Option<String>,
    pub seat_category_name: String,
    pub row: String,
    pub seat: String,
    /// How many people the seat is for, if it is a box or a table that is sold as a whole.
    pub places: Option<u32>,
    /// For whom the seat is, if it is a wheelchair space or a companion seat.
    pub kind: Option<SeatKindView>,
    /// What the owner of the seat should know, such as a restricted view; absent if there is nothing.
    pub features: Option<Vec<SeatFeatureView>>,
}

/// The seats of a line.
pub fn seat_views(performances: &[ChosenPerformance]) -> Vec<SeatView> {
    let has_several_places = performances.iter().filter(|chosen| chosen.section.is_some()).count() > 1;
    let view = |chosen: &ChosenPerformance| {
        let (section, seat) = (chosen.section.as_ref()?, chosen.seat.as_ref()?);
        let ChosenSeat { row, seat, places, kind, features, .. } = seat.clone();
        let features: Vec<_> = features.of_bought_seat().map(SeatFeatureView::from).collect();
        Some(SeatView {
            show_name: Some(chosen.show_name.clone()).filter(|_| has_several_places),
            seat_category_name: section.name.clone(),
            row,
            seat,
            places: Some(places).filter(|places| *places > 1),
            kind: Some(kind).filter(|kind| !kind.is_standard()).map(SeatKindView::from),
            features: Some(features).filter(|features| !features.is_empty()),
        })
    };
    performances.iter().filter_map(view).collect()
}

/// The sum of all fees of one kind.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct FeeView {
    pub name: String,
    pub amount: Money,
    /// Whether the fees are part of the displayed prices of the lines and of `displaySubtotal`: the fees per ticket.
    /// The other fees are parts of `addedFeeTotal`.
    pub included: bool,
}

/// The fees by kind. `ticket_fees` is the sum of the per-ticket fees of all lines; unless it is zero, it is the first
/// kind.
pub fn fee_views(fees: &NamedFees, ticket_fees: Money) -> Vec<FeeView> {
    let includes = !ticket_fees.is_zero();
    let view = |(position, fee): (usize, &NamedFee)| FeeView {
        name: fee.name.clone(),
        amount: fee.amount,
        included: includes && position == 0,
    };
    fees.0.iter().enumerate().map(view).collect()
}

/// What a promotion code takes off the displayed prices of its lines. `displaySubtotal` is already lower by it.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct CodeSavingView {
    pub code: String,
    pub amount: Money,
}

/// The displayed price of all units of a line.
pub struct DisplayedLine<'l> {
    pub promotion: Option<&'l PricePromotion>,
    /// The price without the promotion, package or bundle that lowers it; `None` if nothing lowers it.
    pub regular: Option<Money>,
    pub total: Money,
}

/// What each promotion code takes off the lines, in the order of the lines. A code that saves nothing is left out.
pub fn code_savings<'l>(lines: impl Iterator<Item = DisplayedLine<'l>>) -> Vec<CodeSavingView> {
    let mut savings: Vec<CodeSavingView> = Vec::new();
    let of_line = |line: DisplayedLine<'l>| Some((line.promotion?.code.as_deref()?, line.regular? - line.total));
    for (code, amount) in lines.filter_map(of_line) {
        match savings.iter_mut().find(|saving| saving.code == code) {
            Some(saving) => saving.amount = saving.amount + amount,
            None => savings.push(CodeSavingView { code: code.to_owned(), amount }),
        }
    }
    savings.retain(|saving| saving.amount > Money::ZERO);
    savings
}

/// An offer's reduction of the price of `quantity` units of a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OfferView {
    pub quantity: u32,
    pub display_name: String,
    /// The reduction of one unit: negative, without tax.
    pub unit_price_adjustment: Money,
    /// `unitPriceAdjustment` times `quantity`.
    pub adjustment_total: Money,
    /// `adjustmentTotal` and the per-ticket fees that the offer removes: the reduction of the displayed price.
    pub display_adjustment_total: Money,
}

/// The offers that reduce the price of a line. Offers that use the line but reduce only other lines are left out.
pub fn offer_views(offers: &LineOffers) -> Vec<OfferView> {
    let view = |offer: &LineOffer| OfferView {
        quantity: offer.quantity,
        display_name: offer.display_name.clone(),
        unit_price_adjustment: offer.unit_price_adjustment,
        adjustment_total: offer.adjustment_total(),
        display_adjustment_total: offer.adjustment_total() + offer.fees_adjustment_total(),
    };
    offers.0.iter().filter(|offer| !offer.unit_price_adjustment.is_zero()).map(view).collect()
}

/// The entitlement that a line redeems.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RedeemedView {
    pub id: EntitlementId,
    pub display_name: String,
}

/// The entitlement of a line, with the name of the promotion that set its price.
pub fn redeemed_views(id: Option<&EntitlementId>, promotion: Option<&PricePromotion>) -> Vec<RedeemedView> {
    let display_name = promotion.map(|promotion| promotion.name.clone()).unwrap_or_default();
    id.map(|id| RedeemedView { id: id.clone(), display_name }).into_iter().collect()
}

/// One part of a package or a bundle.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PackageItemView {
    pub product_variant_id: VariantId,
    pub display_name: String,
    pub effective_pass_level_name: Option<String>,
    /// The number of units in all packages of the line together.
    pub quantity: u32,
    /// The price of one unit within the package, without tax and fees. Only present if the operator shows the prices of
    /// parts.
    pub unit_price: Option<Money>,
    pub item_total: Option<Money>,
    /// Without seats.
    pub performances: Vec<PerformanceView>,
    /// The seats that the shop has assigned.
    pub seats: Vec<SeatView>,
}

/// Parts of one product at the same performances.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PackageItemGroupView {
    pub product_id: ProductId,
    pub product_display_name: String,
    /// The name of the site where the parts are used; absent if the current catalogue no longer has the product.
    pub site_name: Option<String>,
    pub items: Vec<PackageItemView>,
}

/// Groups the parts of `quantity` packages by product and performances. Units that differ in their seats only are one
/// item.
pub fn package_item_groups(catalog: &Catalog, package: &LinePackage, quantity: u32) -> Vec<PackageItemGroupView> {
    let mut groups: Vec<(Vec<ChosenPerformance>, PackageItemGroupView)> = Vec::new();
    for (part, units, seats) in seated_together(&package.parts) {
        let part_quantity = units.saturating_mul(quantity);
        let shown = |amount: Money| Some(amount).filter(|_| package.display_item_pricing_details);
        let visits = without_seats(&part.performances.0);
        let item = PackageItemView {
            product_variant_id: part.variant_id.clone(),
            display_name: part.variant_name.clone(),
            effective_pass_level_name: part.pass_level.clone(),
            quantity: part_quantity,
            unit_price: shown(part.unit_price),
            item_total: shown(part.unit_price.times(part_quantity)),
            performances: performance_views(&visits),
            seats,
        };
        let same = |(first, group): &&mut (Vec<ChosenPerformance>, PackageItemGroupView)| {
            group.product_id == part.product_id && *first == visits
        };
        match groups.iter_mut().find(same) {
            Some((_, group)) => group.items.push(item),
            None => groups.push((
                visits,
                PackageItemGroupView {
                    product_id: part.product_id.clone(),
                    product_display_name: part.product_name.clone(),
                    site_name: catalog
                        .product(&part.product_id)
                        .and_then(|product| catalog.site(&product.site))
                        .map(|site| site.name.clone()),
                    items: vec![item],
                },
            )),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The parts of a package, each with its number of units and its seats. Parts that differ in their seats only are one.
pub fn seated_together(parts: &[LinePart]) -> Vec<(&LinePart, u32, Vec<SeatView>)> {
    let mut together: Vec<(&LinePart, u32, Vec<SeatView>)> = Vec::new();
    for part in parts {
        let seats = seat_views(&part.performances.0);
        let is_same = |first: &LinePart| {
            let names = |part: &LinePart| (part.variant_id.clone(), part.pass_level.clone(), part.unit_price);
            names(first) == names(part) && without_seats(&first.performances.0) == without_seats(&part.performances.0)
        };
        match together.iter_mut().find(|(first, _, taken)| !seats.is_empty() && !taken.is_empty() && is_same(first)) {
            Some((_, units, taken)) => {
                *units += part.quantity;
                taken.extend(seats);
            }
            None => together.push((part, part.quantity, seats)),
        }
    }
    together
}

/// The performances without the seats, and without the sections of the seats.
fn without_seats(performances: &[ChosenPerformance]) -> Vec<ChosenPerformance> {
    let without = |chosen: &ChosenPerformance| ChosenPerformance {
        section: chosen.section.clone().filter(|_| chosen.seat.is_none()),
        seat: None,
        ..chosen.clone()
    };
    performances.iter().map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_kernel::coded::PromotionType;
    use midway_kernel::id::PromotionId;

    fn promotion(code: Option<&str>) -> PricePromotion {
        PricePromotion {
            id: PromotionId("spring".to_owned()),
            promotion_type: PromotionType::PromotionCode,
            name: "Spring".to_owned(),
            code: code.map(str::to_owned),
        }
    }

    fn line(promotion: &PricePromotion, regular: Option<i64>, total: i64) -> DisplayedLine<'_> {
        DisplayedLine { promotion: Some(promotion), regular: regular.map(Money), total: Money(total) }
    }

    #[test]
    fn savings_of_the_lines_of_a_code_add_up() {
        let (ferry, spring) = (promotion(Some("FERRY10")), promotion(Some("SPRING")));
        let plain = DisplayedLine { promotion: None, regular: Some(Money(20_00)), total: Money::ZERO };
        let lines = [
            line(&ferry, Some(10_100), 9_120),
            line(&spring, Some(9_140), 9_120),
            plain,
            line(&ferry, Some(9_320), 9_120),
        ];
        let saving = |code: &str, cents| CodeSavingView { code: code.to_owned(), amount: Money(cents) };
        assert_eq!(code_savings(lines.into_iter()), [saving("FERRY10", 11_80), saving("SPRING", 20)]);
    }

    #[test]
    fn promotion_without_a_code_and_code_that_saves_nothing_are_left_out() {
        let (tag, presale) = (promotion(None), promotion(Some("STORMGLASS")));
        let lines = [line(&tag, Some(12_00), 10_00), line(&presale, None, 10_00), line(&presale, Some(10_00), 10_00)];
        assert_eq!(code_savings(lines.into_iter()), Vec::<CodeSavingView>::new());
    }
}
