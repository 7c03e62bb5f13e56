import { PromotionPage, promotionMetadata } from "@/features/multi-product/promotion-page";

export const kind = "personal";

export const generateMetadata = promotionMetadata;

export default PromotionPage;
