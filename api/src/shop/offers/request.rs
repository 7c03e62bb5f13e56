//! The sale context that a call asks for.

use midway_catalog::PromotionKind;
use midway_kernel::coded::{PromotionType, SaleFlow};
use midway_kernel::id::PromotionId;
use midway_kernel::input::Line;

/// The sale context that a call asks for.
#[derive(Clone, Debug, Default)]
pub struct SaleContextRequest {
    /// The requested flow. If absent, the flow of the promotion code is used, or the public flow if there is no code.
    pub sale_flow: Option<SaleFlow>,
    pub promotion_type: Option<PromotionType>,
    pub promotion_sale_flow: Option<SaleFlow>,
    pub tags: Vec<String>,
    pub promotion_code: Option<String>,
    pub promotion_id: Option<PromotionId>,
    /// Lines of the visitor's cart. When there are any, the sale contexts of these lines apply, and all other fields
    /// are ignored.
    pub line_ids: Vec<String>,
}

impl SaleContextRequest {
    /// Tags given as a list.
    pub fn tags_of(lines: Option<Vec<Line>>) -> Vec<String> {
        lines.unwrap_or_default().into_iter().map(|line| line.0).filter(|tag| !tag.is_empty()).collect()
    }

    /// Tags separated by commas.
    pub fn tags_in(csv: Option<&Line>) -> Vec<String> {
        let tags = csv.map(Line::as_str).unwrap_or_default().split(',').map(str::trim);
        tags.filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    }

    /// Whether this is the public sale, which is the same for all visitors.
    pub fn is_public(&self) -> bool {
        let names_nothing = self.code().is_none()
            && self.promotion_type.is_none()
            && self.promotion_sale_flow.is_none()
            && self.promotion_id.is_none()
            && self.tags.is_empty()
            && self.line_ids.is_empty();
        names_nothing && matches!(self.sale_flow, None | Some(SaleFlow::Public))
    }

    pub fn code(&self) -> Option<&str> {
        self.promotion_code.as_deref().map(str::trim).filter(|code| !code.is_empty())
    }

    /// The requested flow. The add-on page also sells cross-sells. Its request for them contains the promotion type or
    /// the sale flow of cross-sells.
    pub fn flow(&self) -> SaleFlow {
        let is_cross_sell = self.promotion_type == Some(PromotionType::ProductCrossSell)
            || self.promotion_sale_flow == Some(SaleFlow::CrossSellPromotion);
        match self.sale_flow {
            Some(SaleFlow::AddOnTagSalePromotion) if is_cross_sell => SaleFlow::CrossSellPromotion,
            Some(flow) => flow,
            None if self.code().is_some() => SaleFlow::PromotionCode,
            None => SaleFlow::Public,
        }
    }

    /// Whether all fields are consistent with the flow. For the public flow, `promotion_type` and `promotion_sale_flow`
    /// are ignored.
    pub fn is_consistent_with(&self, flow: SaleFlow) -> bool {
        // An advance sale can be opened by a code or by a pass.
        let is_about_code = match flow {
            SaleFlow::AdvancedSale => true,
            _ => (flow == SaleFlow::PromotionCode) == self.code().is_some(),
        };
        let is_of_flow = (self.promotion_type.is_none()
            || PromotionKind::of_sale_context(flow, self.promotion_type).is_some())
            && self.promotion_sale_flow.is_none_or(|it| it == flow || Some(it) == self.sale_flow);
        is_about_code && (flow == SaleFlow::Public || is_of_flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sale_flow_is_derived_from_a_sale_context_request_and_contradictory_fields_are_detected() {
        let asked = |flow, kind: Option<PromotionType>, promotion_flow, code: Option<&str>| SaleContextRequest {
            sale_flow: flow,
            promotion_type: kind,
            promotion_sale_flow: promotion_flow,
            promotion_code: code.map(str::to_owned),
            ..SaleContextRequest::default()
        };
        use {PromotionType as Type, SaleFlow as Flow};
        for (asked, flow, agrees) in [
            (asked(None, None, None, None), Flow::Public, true),
            (asked(None, None, None, Some("TEN")), Flow::PromotionCode, true),
            (asked(Some(Flow::Public), None, None, Some("TEN")), Flow::Public, false),
            (asked(Some(Flow::PromotionCode), None, None, None), Flow::PromotionCode, false),
            (asked(Some(Flow::Public), Some(Type::PromotionCode), None, None), Flow::Public, true),
            (asked(Some(Flow::TagSalePromotion), Some(Type::TagSale), None, None), Flow::TagSalePromotion, true),
            (asked(Some(Flow::TagSalePromotion), Some(Type::AddOnTagSale), None, None), Flow::TagSalePromotion, false),
            (
                asked(Some(Flow::TagSalePromotion), None, Some(Flow::CrossSellPromotion), None),
                Flow::TagSalePromotion,
                false,
            ),
            (
                asked(Some(Flow::AddOnTagSalePromotion), Some(Type::ProductCrossSell), None, None),
                Flow::CrossSellPromotion,
                true,
            ),
            (
                asked(Some(Flow::AddOnTagSalePromotion), None, Some(Flow::CrossSellPromotion), None),
                Flow::CrossSellPromotion,
                true,
            ),
        ] {
            assert_eq!((asked.flow(), asked.is_consistent_with(flow)), (flow, agrees), "{asked:?}");
        }
    }

    #[test]
    fn sale_flow_is_accepted_only_with_its_own_promotion_types() {
        use {PromotionType as Type, SaleFlow as Flow};
        for (flow, own) in [
            (Flow::TicketingEntitlementRedemption, vec![Type::ReservationTicketEntitlement]),
            (Flow::TagSalePromotion, vec![Type::TagSale, Type::NewPassTag]),
            (Flow::AddOnTagSalePromotion, vec![Type::AddOnTagSale]),
            (Flow::PromotionCode, vec![Type::PromotionCode]),
            (Flow::CrossSellPromotion, vec![Type::ProductCrossSell]),
            (Flow::VerifiedOfferPromotion, vec![Type::VerifiedOfferTagSale]),
            (Flow::Donation, vec![]),
            (Flow::BundleBuilder, vec![]),
            (Flow::AdvancedSale, vec![Type::PromotionCode]),
            (Flow::AccountEntitlement, vec![Type::ReservationTicketEntitlement]),
        ] {
            let meant = PromotionKind::of_sale_context(flow, None).map(PromotionKind::promotion_type);
            assert_eq!(meant, own.first().copied(), "{flow:?}");
            let has_code = matches!(flow, Flow::PromotionCode | Flow::AdvancedSale);
            for said in (1..=19).map(|code| Type::from_code(code).unwrap()) {
                let asked = SaleContextRequest {
                    sale_flow: Some(flow),
                    promotion_type: Some(said),
                    promotion_code: has_code.then(|| "TEN".to_owned()),
                    ..SaleContextRequest::default()
                };
                assert_eq!(asked.is_consistent_with(flow), own.contains(&said), "{flow:?} and {said:?}");
            }
        }
        assert_eq!(PromotionKind::of_sale_context(Flow::Public, None), None);
    }
}
