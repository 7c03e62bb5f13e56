export interface paths {
  "/settings": { get: Read<"Settings"> };
  "/session": { get: Read<"Session"> };
  "/resource/pre-load": { post: Write<"ResourcePreLoad", "ResourceValues"> };
  "/product/single": { post: Write<"SingleProductRequest", "Envelope_Product"> };
  "/product/on-sale": { get: Read<"OnSale"> };
  "/performance/product-date": { post: Write<"ProductDateRequest", "ProductDates"> };
  "/performance/product-date-performance": { post: Write<"ProductDatePerformanceRequest", "Envelope_Performances"> };
  "/performance/performance-detail": { post: Write<"PerformanceDetailRequest", "Envelope_PerformanceDetail"> };
  "/cart/mini-cart": { get: Read<"MiniCart"> };
  "/cart/add": { post: Write<"CartAdd", "CartAddAnswer"> };
}

type Schemas = components["schemas"];
type Answer<Name extends keyof Schemas> = {
  200: { headers: Record<string, unknown>; content: { "application/json; charset=utf-8": Schemas[Name] } };
};
type Parameters = { query?: never; header?: never; path?: never; cookie?: never };
type Read<Name extends keyof Schemas> = { parameters: Parameters; responses: Answer<Name> };
type Write<Body extends keyof Schemas, Name extends keyof Schemas> = {
  parameters: Parameters;
  requestBody: { content: { "application/json; charset=utf-8": Schemas[Body] } };
  responses: Answer<Name>;
};

export interface components {
  schemas: {
    Settings: {
      webSiteName: string;
      description: string;
      publicUrl: string;
      siteLogoUrl?: string;
      apiRoot: string;
      sessionTimeout: number;
      analyticsId?: string;
      analyticsSiteCode?: string;
      styleKey?: string;
      privacyPolicyUrl?: string;
      termsOfSaleUrl?: string;
      termsOfUseUrl?: string;
      paymentOrigins: string[];
    };
    Session: { userAuthenticated: boolean; siteMessage?: string };
    MiniCart: { itemCount: number };
    ResourcePreLoad: { extResourceIds: string[] };
    ResourceValue: { extResourceId: string; value?: string };
    ResourceValues: { resourceValues: Schemas["ResourceValue"][] };
    PictureView: {
      url: string;
      alt: string;
      width: number;
      height: number;
      sources: { url: string; width: number }[];
      shareUrl?: string;
    };
    ProductSite: {
      id: string;
      name: string;
      timeZone: string;
      cssKey?: string;
      schemaType?: string;
      street: string;
      city: string;
      state?: string;
      zip: string;
      country: string;
    };
    Variant: {
      id: string;
      extProductVariantId: string;
      isPass: boolean;
      displayName: string;
      displayPrice: number;
      unitPrice: number;
      passLevelName?: string;
      effectivePassLevelName?: string;
      ageRestrictionText?: string;
      quantityRestrictionText?: string;
      installmentBillingPlanDescription?: string;
      minQuantity: number;
      maxQuantity: number;
      selectionIndex: number;
    };
    Product: {
      id: string;
      productDisplayName: string;
      productLongDescription: string;
      productShortDescription: string;
      productDisclaimer: string;
      category?: string;
      selectionCount: number;
      isOnSale: boolean;
      onSaleFrom?: string;
      firstDate: string;
      lastDate: string;
      orderFees: { name: string; amount: number }[];
      site?: Schemas["ProductSite"];
      productImages: Schemas["PictureView"][];
      hasPerformances: boolean;
      hideVariantsInMultiProductView: boolean;
      requiresLoginChallenge: boolean;
      variants: Schemas["Variant"][];
    };
    Envelope_Product: { success: boolean; message?: string; value?: Schemas["Product"] };
    OnSale: { sections: { title: string; products: Schemas["Product"][] }[] };
    SingleProductRequest: {
      extProductId: string;
      promotionCode?: string;
      saleFlowId?: number;
      promotionSaleFlowId?: number;
      tagsCsv?: string;
      extProductVariantId?: string;
      promotionTypeId?: number;
    };
    ProductDateRequest: {
      productIds: string[];
      requiredProductVariantIds?: string[];
      startDate?: string;
      endDate?: string;
      saleFlowId?: number;
      extShowId?: string;
      specificPromotionTypeId?: number;
      promotionSaleFlowId?: number;
    };
    ProductDate: { date: string; capacityLevelId: number; capacityDescription: string };
    ProductDates: Schemas["ProductDate"][];
    ProductDatePerformanceRequest: {
      productId?: string;
      productIds?: string[];
      date: string;
      saleFlowId?: number;
      specificPromotionTypeId?: number;
      promotionSaleFlowId?: number;
      promotionCode?: string;
      extPromotionId?: string;
      tags?: string[];
    };
    Performance: {
      performanceId: string;
      performanceTime: string;
      performanceDateTime: string;
      timeLabel?: string;
      durationMinutes?: number;
      showTypeId: number;
      capacityLevelId: number;
      capacityDescription: string;
      showId: string;
      showName: string;
      alwaysPromptShow: boolean;
      alwaysPromptPerformance: boolean;
      selectionIndex: number;
      delayTypeId?: number;
      delaySelectionDateTime?: string;
      seatingChartImage?: string;
      uiPrompt?: string;
    };
    Envelope_Performances: { success: boolean; message?: string; value?: Schemas["Performance"][] };
    PerformanceDetailRequest: {
      productId: string;
      performanceIds: string[];
      promotionCode?: string;
      specificPromotionTypeId?: number;
      promotionSaleFlowId?: number;
      tags?: string[];
      saleFlowId?: number;
      extPromotionId?: string;
    };
    PerformanceDetail: {
      showTypeId: number;
      capacityLevelId: number;
      capacityDescription: string;
      productVariants: Schemas["Variant"][];
    };
    Envelope_PerformanceDetail: { success: boolean; message?: string; value?: Schemas["PerformanceDetail"] };
    CartLinePerformance: {
      selectionIndex: number;
      performanceId: string;
      showCategoryId?: string;
      seatId?: string;
    };
    CartAddLine: {
      productVariantId: string;
      productId: string;
      performances?: Schemas["CartLinePerformance"][];
      entitlementId?: string;
      quantity: number;
    };
    CartAdd: {
      promotionCode?: string;
      items: Schemas["CartAddLine"][];
      reSubmitContext?: string;
      tags?: string[];
      specificPromotionTypeId?: number;
      promotionSaleFlowId?: number;
      saleFlowId?: number;
    };
    CartAddAnswer: {
      success: boolean;
      message?: string;
      confirmationRequired?: boolean;
      confirmationTitleHtml?: string;
      confirmationMessageHtml?: string;
      proceedButtonText?: string;
      cancelButtonText?: string;
      confirmationReSubmitContext?: string;
      proceedToPassFlow?: boolean;
    };
  };
}
