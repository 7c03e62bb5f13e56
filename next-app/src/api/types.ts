/** Short names for the shapes that the generated document describes. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Settings = Schemas["Settings"];
export type Session = Schemas["Session"];
export type MiniCart = Schemas["MiniCart"];
export type Product = Schemas["Product"];
export type Variant = Schemas["Variant"];
export type ProductDate = Schemas["ProductDate"];
export type Performance = Schemas["Performance"];
export type PerformanceDetail = Schemas["PerformanceDetail"];
export type CartAdd = Schemas["CartAdd"];
export type CartAddLine = Schemas["CartAddLine"];
export type CartAddAnswer = Schemas["CartAddAnswer"];
