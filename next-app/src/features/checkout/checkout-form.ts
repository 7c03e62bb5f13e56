import * as z from "zod/mini";
import type {
  Account,
  BuyerDetails,
  Cart,
  CartPass,
  CheckoutQuestion,
  DeliveryMethod,
  LastDetails,
  PaymentMethod,
  SavedPayment,
  WithheldDelivery,
} from "@/api/types";
import {
  type AddressErrorId,
  type AddressField,
  addressErrors,
  addressFields,
  contactFields,
  emptyAddress,
  formatPhone,
  normalisePhone,
  normaliseZip,
  type TypedAddress,
  usa,
} from "@/lib/address-rules";
import { isEmail } from "@/lib/email";
import type { Country, Places } from "@/lib/places";
import { addressSchema } from "@/parts/address-form/address-schema";
import { crossFieldRules } from "@/parts/form/rules";
import { answerProblem, answersBody, askedQuestions, storedAnswers } from "./answers";

/** The checkout form: its fields, rules and wire format. This module uses neither a form library nor browser APIs. */
const shape = z.object({
  deliveryMethodId: z.string(),
  paymentMethodId: z.string(),
  emailAddress: z.string(),
  billing: addressSchema,
  shipping: addressSchema,
  sameAsBilling: z.boolean(),
  acceptTerms: z.boolean(),
  acknowledgeLocation: z.boolean(),
  /** The accepted terms of the payment plan; empty if none are accepted. */
  acceptInstallmentTerms: z.string(),
  /** The answers to the operator's questions, by key. */
  answers: z.catchall(z.object({}), z.string()),
});

export type CheckoutValues = z.infer<typeof shape>;

/** The places, and the methods that the API lists for the cart. The shop's own country is the first. */
export type CheckoutFacts = Places & FactsOfCart;

/** The facts of the checkout that depend on the cart or the shopper. */
export type FactsOfCart = {
  /** Whether the shopper is signed in, and may have saved cards. */
  signedIn: boolean;
  /** The saved cards of the account, newest first. */
  savedCards: SavedPayment[];
  deliveryMethods: DeliveryMethod[];
  /**
   * Delivery methods that are not available for this cart, because some items need a different method or their day is
   * too near.
   */
  withheld: WithheldDelivery[];
  paymentMethods: PaymentMethod[];
  /** The terms of the cart's payment plan; null if the cart has no plan. */
  planTerms: string | null;
  /** The operator's questions about the cart. */
  questions: CheckoutQuestion[];
  /** Whether there is nothing to pay. If so, the form asks for neither payment method nor billing address. */
  free: boolean;
};

/** Whether a cart that is not empty costs nothing. */
export function isFree({ cartEmpty, cartTotal }: Pick<Cart, "cartEmpty" | "cartTotal">): boolean {
  return !cartEmpty && cartTotal === 0;
}

export type AnswerPath = `answers.${string}`;
export type AddressPath = `billing.${AddressField}` | `shipping.${AddressField}`;
export type CheckoutField =
  | "deliveryMethodId"
  | "paymentMethodId"
  | "emailAddress"
  | "acceptTerms"
  | "acknowledgeLocation"
  | "acceptInstallmentTerms"
  | AnswerPath
  | AddressPath;

export type CheckoutErrorId =
  | AddressErrorId
  | "address.email"
  | "checkout.delivery"
  | "checkout.payment"
  | "checkout.terms-required"
  | "checkout.installment-terms-required"
  | "checkout.location-required";

export function needsShipping(values: CheckoutValues, facts: CheckoutFacts): boolean {
  const chosen = facts.deliveryMethods.find((method) => method.id === values.deliveryMethodId);
  return chosen?.shippingAddressRequired ?? false;
}

export function needsAcknowledgement(values: CheckoutValues, facts: CheckoutFacts): boolean {
  if (facts.free) return false;
  const state = facts.states.find((candidate) => String(candidate.id) === values.billing.stateProvinceId);
  return state?.requireLocationAcknowledgement ?? false;
}

/** Whether the current terms of the plan are accepted. */
export function acceptsPlan(values: CheckoutValues, facts: CheckoutFacts): boolean {
  return facts.planTerms !== null && values.acceptInstallmentTerms === facts.planTerms;
}

export function countryOf(typed: TypedAddress, facts: CheckoutFacts): Country | null {
  return facts.countries.find((country) => String(country.id) === typed.countryId) ?? null;
}

/** Whether goods are shipped to the billing address. A free cart has no billing address. */
export function shipsToBilling(values: CheckoutValues, facts: CheckoutFacts): boolean {
  return values.sameAsBilling && !facts.free;
}

/** The address to which goods are shipped. */
export function shippingOf(values: CheckoutValues, facts: CheckoutFacts): TypedAddress {
  return shipsToBilling(values, facts) ? values.billing : values.shipping;
}

/** The part of the billing address that the form asks for: all of it, or only the contact fields for a free cart. */
function billingOf({ billing }: CheckoutValues, { free }: CheckoutFacts): TypedAddress {
  if (!free) return billing;
  const { firstName, lastName, phoneNumber } = billing;
  return { ...emptyAddress, firstName, lastName, phoneNumber };
}

/** Whether any shipping field was typed. The country is ignored, because it is preset. */
export function hasOwnShipping({ shipping }: Pick<CheckoutValues, "shipping">): boolean {
  return addressFields.some((field) => field !== "countryId" && shipping[field] !== "");
}

/** An error at a field. An answer has the message that the API words; other errors have texts of the app. */
type CheckoutError =
  | { field: Exclude<CheckoutField, AnswerPath>; errorId: CheckoutErrorId }
  | { field: AnswerPath; message: string };

/** Every error that blocks the payment, in the order of the page. */
export function checkoutErrors(values: CheckoutValues, facts: CheckoutFacts): CheckoutError[] {
  const errors: CheckoutError[] = [];
  const check = (field: Exclude<CheckoutField, AnswerPath>, right: boolean, errorId: CheckoutErrorId) => {
    if (!right) errors.push({ field, errorId });
  };
  const checkAddress = (
    section: "billing" | "shipping",
    typed: TypedAddress,
    fields: readonly AddressField[] = addressFields,
  ) => {
    const nanp = countryOf(typed, facts)?.phoneUseNanpFormat ?? false;
    for (const [field, errorId] of addressErrors(typed, nanp)) {
      if (fields.includes(field)) check(`${section}.${field}`, false, errorId);
    }
  };
  check("deliveryMethodId", has(facts.deliveryMethods, values.deliveryMethodId), "checkout.delivery");
  check(
    "paymentMethodId",
    facts.free || has(facts.paymentMethods, values.paymentMethodId),
    "checkout.payment",
  );
  check("emailAddress", isEmail(values.emailAddress.trim()), "address.email");
  checkAddress("billing", billingOf(values, facts), facts.free ? contactFields : addressFields);
  // If goods are shipped to the billing address, its errors are reported only at the billing fields.
  if (needsShipping(values, facts) && !shipsToBilling(values, facts))
    checkAddress("shipping", values.shipping);
  for (const question of askedQuestions(facts.questions, values.answers)) {
    const message = answerProblem(question, values.answers[question.key]);
    if (message !== null) errors.push({ field: `answers.${question.key}`, message });
  }
  check(
    "acceptInstallmentTerms",
    facts.planTerms === null || acceptsPlan(values, facts),
    "checkout.installment-terms-required",
  );
  check("acceptTerms", values.acceptTerms, "checkout.terms-required");
  check(
    "acknowledgeLocation",
    values.acknowledgeLocation || !needsAcknowledgement(values, facts),
    "checkout.location-required",
  );
  return errors;
}

function has(methods: { id: string }[], id: string): boolean {
  return methods.some((method) => method.id === id);
}

/** The rules of `checkoutErrors` as a schema for the form library. */
export function checkoutSchema(facts: CheckoutFacts, say: (errorId: CheckoutErrorId) => string) {
  return shape.check(
    crossFieldRules((values) =>
      checkoutErrors(values, facts).map((error) => [
        error.field,
        "message" in error ? error.message : say(error.errorId),
      ]),
    ),
  );
}

/** Whether the cart has any details of its buyer. */
export function hasBuyer(cart: Cart): boolean {
  const { emailAddress, firstName, lastName, phoneNumber, address1, city, zipCode } = cart;
  return [emailAddress, firstName, lastName, phoneNumber, address1, city, zipCode].some((value) => value);
}

/**
 * Prefills a cart without buyer details with those of the order whose tickets are exchanged. A shopper who is signed in
 * and may not see all of them gets those of the account instead.
 */
export function withBuyer(cart: Cart, buyer: BuyerDetails | null, signedIn: boolean): Cart {
  if (buyer === null || hasBuyer(cart) || (signedIn && !buyer.address1)) return cart;
  const { deliveryMethodId, ...details } = buyer;
  return { ...cart, ...details, extDeliveryMethodId: cart.extDeliveryMethodId ?? deliveryMethodId };
}

/**
 * Prefills a cart without buyer details from the account: with the addresses and delivery method of its last order, or
 * else with its profile. An account without an address gets the address of the first pass in the cart.
 */
export function withAccount(
  cart: Cart,
  account: Account | null,
  last: LastDetails | null,
  passAddress: HolderAddress | null = null,
): Cart {
  if (account === null || hasBuyer(cart)) return cart;
  const { emailAddress: email } = account;
  if (last?.deliveryMethodId) {
    const { deliveryMethodId, ...addresses } = last;
    const delivered = { ...cart, extDeliveryMethodId: cart.extDeliveryMethodId ?? deliveryMethodId };
    // An order without a payment has no billing address.
    return last.address1
      ? { ...delivered, ...addresses, emailAddress: email }
      : withAccount(delivered, account, null, passAddress);
  }
  const own = Object.fromEntries(addressFields.map((field) => [field, account[field]]));
  const address = account.address1 ? null : passAddress;
  return {
    ...cart,
    ...own,
    ...address,
    phoneNumber: account.phoneNumber ?? address?.phoneNumber,
    emailAddress: email,
  };
}

type HolderAddress = Pick<
  Cart,
  "phoneNumber" | "countryId" | "address1" | "address2" | "city" | "stateProvinceId" | "zipCode"
>;

/** The address of the first pass in the cart; null if there is none yet. */
export function holderAddress(passes: CartPass[], states: CheckoutFacts["states"]): HolderAddress | null {
  const [pass] = passes;
  if (!pass?.address1) return null;
  const { phoneNumber, address1, address2, city, zip: zipCode } = pass;
  const state = states.find((one) => one.countryId === usa && one.abbreviation === pass.state);
  return { phoneNumber, countryId: usa, address1, address2, city, stateProvinceId: state?.id, zipCode };
}

/** The initial values: the values saved in the cart, the shop's own country, a delivery method, and the only payment method. */
export function initialValues(cart: Cart, facts: CheckoutFacts): CheckoutValues {
  const billing = fromWire(cart, "", facts);
  const shipping = fromWire(cart, "shipping", facts);
  return {
    deliveryMethodId: chosenDelivery(facts.deliveryMethods, cart.extDeliveryMethodId),
    paymentMethodId: chosen(facts.paymentMethods, cart.extPaymentMethodId),
    emailAddress: cart.emailAddress ?? "",
    billing,
    shipping,
    sameAsBilling:
      !hasOwnShipping({ shipping }) || addressFields.every((field) => billing[field] === shipping[field]),
    // The acceptance is never preset, even if the terms were accepted before.
    acceptTerms: false,
    acceptInstallmentTerms: "",
    acknowledgeLocation: cart.acknowledgeLocation ?? false,
    answers: storedAnswers(facts.questions),
  };
}

/** The delivery method at the start: the saved or only one, or else the first that costs nothing and ships nothing. */
function chosenDelivery(methods: DeliveryMethod[], saved: string | undefined): string {
  const simplest = methods.find(
    ({ price, shippingAddressRequired }) => price === 0 && !shippingAddressRequired,
  );
  return chosen(methods, saved) || (simplest?.id ?? "");
}

/** The saved method if it is still offered, or else the only method. Empty in all other cases. */
export function chosen(methods: { id: string }[], saved: string | undefined): string {
  if (saved && has(methods, saved)) return saved;
  return methods.length === 1 ? (methods[0]?.id ?? "") : "";
}

function fromWire(cart: Cart, prefix: "" | "shipping", facts: CheckoutFacts): TypedAddress {
  const wire = cart as Record<string, unknown>;
  const values = { ...emptyAddress };
  for (const field of addressFields) {
    const value = wire[prefix ? `shipping${field[0]?.toUpperCase()}${field.slice(1)}` : field];
    values[field] = value === undefined || value === null ? "" : String(value);
  }
  const [own] = facts.countries;
  if (values.countryId === "" && own) values.countryId = String(own.id);
  values.phoneNumber = formatPhone(values.phoneNumber, countryOf(values, facts)?.phoneUseNanpFormat ?? false);
  return values;
}

/**
 * The body of `cart/settings`. Phone and ZIP code are normalised, and shipping fields are included only if the delivery
 * method needs a shipping address.
 */
export function settingsBody(values: CheckoutValues, facts: CheckoutFacts, ignoreValidationErrors: boolean) {
  const shipping = needsShipping(values, facts) ? onWire(shippingOf(values, facts)) : null;
  return {
    ...onWire(billingOf(values, facts)),
    ...(shipping
      ? {
          shippingFirstName: shipping.firstName,
          shippingLastName: shipping.lastName,
          shippingPhoneNumber: shipping.phoneNumber,
          shippingCountryId: shipping.countryId,
          shippingAddress1: shipping.address1,
          shippingAddress2: shipping.address2,
          shippingCity: shipping.city,
          shippingStateProvinceId: shipping.stateProvinceId,
          shippingOtherStateProvince: shipping.otherStateProvince,
          shippingZipCode: shipping.zipCode,
        }
      : {}),
    emailAddress: text(values.emailAddress),
    deliveryMethodId: text(values.deliveryMethodId),
    paymentMethodId: text(values.paymentMethodId),
    acceptTerms: values.acceptTerms,
    acknowledgeLocation: values.acknowledgeLocation,
    acceptInstallmentTerms: acceptsPlan(values, facts),
    answers: answersBody(facts.questions, values.answers),
    ignoreValidationErrors,
  };
}

function onWire(typed: TypedAddress) {
  return {
    firstName: text(typed.firstName),
    lastName: text(typed.lastName),
    phoneNumber: text(normalisePhone(typed.phoneNumber, false)),
    countryId: id(typed.countryId),
    address1: text(typed.address1),
    address2: text(typed.address2),
    city: text(typed.city),
    stateProvinceId: id(typed.stateProvinceId),
    otherStateProvince: text(typed.otherStateProvince),
    zipCode: text(normaliseZip(typed.zipCode)),
  };
}

const text = (value: string) => value.trim() || undefined;
const id = (value: string) => (value === "" ? undefined : Number(value));

/** The form's field for an API field; null if the form does not have it. */
export function fieldOfWire(name: string): CheckoutField | null {
  switch (name) {
    case "deliveryMethodId":
    case "paymentMethodId":
    case "emailAddress":
    case "acceptTerms":
    case "acknowledgeLocation":
    case "acceptInstallmentTerms":
      return name;
  }
  if (name.startsWith("answers.")) return name as AnswerPath;
  const shipping = /^shipping([A-Z])(.*)$/.exec(name);
  const plain = shipping ? `${shipping[1]?.toLowerCase()}${shipping[2]}` : name;
  const field = addressFields.find((candidate) => candidate === plain);
  return field ? `${shipping ? "shipping" : "billing"}.${field}` : null;
}

/**
 * The name of the stored draft. The server stores only valid values. The draft also contains incomplete values, such as
 * half a phone number.
 */
export const draftName = "checkout";

/** The typed values, and the ids of the cart lines to whose order the consents belong. */
const draftShape = z.object({ lines: z.array(z.string()), values: shape });

export type CheckoutDraft = z.infer<typeof draftShape>;

type DraftCart = Pick<Cart, "itemGroups">;

const linesOf = ({ itemGroups }: DraftCart) => itemGroups.flatMap(({ items }) => items.map(({ id }) => id));

export function draftOf(values: CheckoutValues, cart: DraftCart): CheckoutDraft {
  return { lines: linesOf(cart), values };
}

/** The draft of this tab; null if it does not have the form's shape. */
export function parseDraft(stored: unknown): CheckoutDraft | null {
  const parsed = draftShape.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/**
 * Overrides the saved values with the draft, except for choices that are no longer offered. The consents and answers are
 * restored only if the cart still has a line of the draft: without one, it becomes a different order.
 */
export function withDraft(
  opening: CheckoutValues,
  { lines, values: draft }: CheckoutDraft,
  cart: DraftCart,
  facts: CheckoutFacts,
): CheckoutValues {
  const isSameOrder = linesOf(cart).some((line) => lines.includes(line));
  const { acceptTerms, acceptInstallmentTerms, acknowledgeLocation } = isSameOrder ? draft : opening;
  return {
    ...draft,
    acceptTerms,
    acceptInstallmentTerms,
    acknowledgeLocation,
    answers: isSameOrder ? { ...opening.answers, ...draft.answers } : opening.answers,
    deliveryMethodId: has(facts.deliveryMethods, draft.deliveryMethodId)
      ? draft.deliveryMethodId
      : opening.deliveryMethodId,
    paymentMethodId: has(facts.paymentMethods, draft.paymentMethodId)
      ? draft.paymentMethodId
      : opening.paymentMethodId,
  };
}
