import * as z from "zod/mini";
import type { AddressField } from "@/lib/address-rules";

/** An address as typed. Its rules depend on the country and are in `lib/address-rules.ts`. */
export const addressSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  countryId: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  stateProvinceId: z.string(),
  otherStateProvince: z.string(),
  zipCode: z.string(),
} satisfies Record<AddressField, unknown>);
