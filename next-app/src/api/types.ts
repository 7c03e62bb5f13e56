/** Short names for the shapes that the generated document describes. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Settings = Schemas["SettingsView"];
export type Account = Schemas["AccountView"];
export type Session = Schemas["SessionView"];
export type Country = Schemas["CountryView"];
export type StateProvince = Schemas["StateView"];
export type Product = Schemas["ProductView"];
export type Variant = Schemas["VariantView"];
export type ProductDate = Schemas["ProductDate"];
export type DynamicPricing = Schemas["DynamicPricing"];
export type DynamicDate = Schemas["DynamicDate"];
export type Performance = Schemas["PickerPerformance"];
export type PerformanceDetail = Schemas["PerformanceDetail"];
export type ShowCategory = Schemas["ShowCategory"];
export type SeatState = Schemas["SeatState"];
export type SeatingChart = Schemas["SeatingChart"];
export type MiniCart = Schemas["MiniCart"];
export type Cart = Schemas["CartView"];
export type CartGroup = Schemas["ItemGroupView"];
export type CartItem = Schemas["CartItemView"];
export type PackageGroup = Schemas["PackageItemGroupView"];
export type CartPass = Schemas["CartPassView"];
export type CartPasses = Schemas["CartPasses"];
export type PassOption = Schemas["PassOptionView"];
export type LinkedPass = Schemas["LinkedPassView"];
export type LinkedPasses = Schemas["LinkedPasses"];
export type BackgroundUpdate = Schemas["BackgroundUpdate"];
export type TagPage = Schemas["TagPage"];
export type MultiProduct = Schemas["MultiProduct"];
export type PriceTier = Schemas["PriceTier"];
export type CartAddLine = Schemas["CartAddLine"];
export type CartModifyLine = Schemas["CartModifyLine"];
export type Bundle = Schemas["BundleView"];
/** What is answered of a bundle that there is: a refusal has nothing of it. */
export type BundleBuilder = Required<Omit<Schemas["BundleBuilder"], "message">>;
export type BundleStep = Schemas["BundleStepView"];
export type BundleProduct = Schemas["BundleProductView"];
export type BundleVariant = Schemas["BundleVariantView"];
export type DonationSettings = Schemas["DonationSettings"];
export type AnalyticsEvent = Schemas["AnalyticsEvent"];
export type DeliveryMethod = Schemas["DeliveryMethodView"];
export type PaymentMethod = Schemas["PaymentMethodView"];
export type Order = Schemas["OrderView"];
export type SaleFlow = Schemas["SaleFlow"];
export type PromotionType = Schemas["PromotionType"];
