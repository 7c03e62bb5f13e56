import { expect, test } from "vitest";
import type { Cart, CartPass } from "@/api/types";
import { emptyAddress } from "@/lib/address-rules";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { defaults } from "@/text/defaults";
import type { Translate } from "@/text/texts";
import { missingName } from "./checkout-fields";
import {
  acceptsPlan,
  type CheckoutFacts,
  type CheckoutValues,
  checkoutErrors,
  checkoutSchema,
  draftOf,
  fieldOfWire,
  holderAddress,
  initialValues,
  parseDraft,
  settingsBody,
  withAccount,
  withBuyer,
  withDraft,
} from "./checkout-form";

const facts: CheckoutFacts = {
  signedIn: false,
  savedCards: [],
  planTerms: null,
  questions: [],
  free: false,
  countries: [
    { id: 80, name: "United States", phoneUseNanpFormat: true },
    { id: 17, name: "Canada", phoneUseNanpFormat: true },
  ],
  states: [
    { id: 5, countryId: 80, name: "California", abbreviation: "CA", requireLocationAcknowledgement: true },
    { id: 33, countryId: 80, name: "New York", abbreviation: "NY", requireLocationAcknowledgement: false },
  ],
  deliveryMethods: [
    { id: "digital", name: "Digital", price: 0, shippingAddressRequired: false },
    { id: "post", name: "Post", price: 4.5, shippingAddressRequired: true },
  ],
  withheld: [],
  paymentMethods: [{ id: "card", name: "Card", processorUi: "sandbox" }],
};

const ada = {
  ...emptyAddress,
  firstName: "Ada",
  lastName: "Lovelace",
  phoneNumber: "(212) 555-0123",
  countryId: "80",
  address1: "1 Main Street",
  city: "Albany",
  stateProvinceId: "33",
  zipCode: "12207-",
};

const right: CheckoutValues = {
  deliveryMethodId: "digital",
  paymentMethodId: "card",
  emailAddress: "ada@example.org",
  billing: ada,
  shipping: emptyAddress,
  sameAsBilling: true,
  acceptTerms: true,
  acknowledgeLocation: false,
  acceptInstallmentTerms: "",
  answers: {},
};

const savedCart = { cartEmpty: false, acceptTerms: true } as Cart;

const withLines = (...ids: string[]) =>
  ({ itemGroups: ids.map((id) => ({ items: [{ id }] })) }) as Pick<Cart, "itemGroups">;
const stored = (draft: unknown) => parseDraft(JSON.parse(JSON.stringify(draft)));

test("a complete form has no errors", () => {
  expect(checkoutErrors(right, facts)).toEqual([]);
});

test("an empty form reports every error in the order of the page", () => {
  const opening = { ...initialValues(savedCart, facts), deliveryMethodId: "" };
  expect(checkoutErrors(opening, facts).map(({ field }) => field)).toEqual([
    "deliveryMethodId",
    "emailAddress",
    "billing.firstName",
    "billing.lastName",
    "billing.phoneNumber",
    "billing.address1",
    "billing.zipCode",
    "billing.city",
    "billing.stateProvinceId",
    "acceptTerms",
  ]);
});

test("the only payment method and the shop's own country are preset, and the terms are never preset", () => {
  const opening = initialValues(savedCart, facts);
  expect(opening).toMatchObject({ paymentMethodId: "card", acceptTerms: false });
  expect(opening.billing.countryId).toBe("80");
  const canadian = { ...facts, countries: facts.countries.toReversed() };
  expect(initialValues(savedCart, canadian).billing.countryId).toBe("17");
  expect(opening.sameAsBilling).toBe(true);
});

test("of several delivery methods, the first one that costs nothing and ships nothing is preset", () => {
  const [digital, post] = facts.deliveryMethods;
  const preset = (methods: CheckoutFacts["deliveryMethods"]) =>
    initialValues(savedCart, { ...facts, deliveryMethods: methods }).deliveryMethodId;
  const free = { id: "van", name: "Van", price: 0, shippingAddressRequired: true };
  const courier = { id: "courier", name: "Courier", price: 9, shippingAddressRequired: false };
  if (!digital || !post) throw new Error("the sample has two delivery methods");
  expect(preset([post, free, courier, digital])).toBe("digital");
  expect(preset([post, free, courier])).toBe("");
});

test("a cart without buyer details is prefilled from the account, and a cart with buyer details keeps them", () => {
  const account = {
    emailAddress: "ada@example.org",
    emailVerified: true,
    hasPassword: true,
    firstName: "Ada",
    lastName: "King",
    countryId: 17,
  };
  const opening = initialValues(withAccount(savedCart, account, null), facts);
  expect(opening.emailAddress).toBe("ada@example.org");
  expect(opening.billing).toMatchObject({ firstName: "Ada", lastName: "King", countryId: "17", city: "" });
  const typed = { ...savedCart, emailAddress: "office@example.org" } as Cart;
  expect(withAccount(typed, account, null)).toBe(typed);
  expect(withAccount(savedCart, null, null)).toBe(savedCart);
});

test("the addresses and the delivery method of the last order are preset unless others were typed or chosen", () => {
  const account = { emailAddress: "ada@example.org", emailVerified: true, hasPassword: true, city: "Troy" };
  const last = {
    firstName: "Ada",
    address1: "1 Dock Street",
    city: "Albany",
    countryId: 80,
    shippingCity: "Ithaca",
    shippingCountryId: 80,
    deliveryMethodId: "post",
  };
  const opening = initialValues(withAccount(savedCart, account, last), facts);
  expect(opening).toMatchObject({
    emailAddress: "ada@example.org",
    deliveryMethodId: "post",
    billing: { firstName: "Ada", city: "Albany" },
    shipping: { city: "Ithaca" },
    sameAsBilling: false,
    acceptTerms: false,
  });
  const chosen = { ...savedCart, extDeliveryMethodId: "digital" } as Cart;
  expect(initialValues(withAccount(chosen, account, last), facts).deliveryMethodId).toBe("digital");
  const typed = { ...savedCart, city: "Utica" } as Cart;
  expect(withAccount(typed, account, last)).toBe(typed);
  expect(initialValues(withAccount(savedCart, account, {}), facts).billing.city).toBe("Troy");
  // An order without a payment has no billing address.
  const free = { firstName: "Ada", deliveryMethodId: "post" };
  expect(initialValues(withAccount(savedCart, account, free), facts)).toMatchObject({
    deliveryMethodId: "post",
    billing: { city: "Troy" },
  });
  const withUnknownMethod = { ...last, deliveryMethodId: "pigeon" };
  expect(initialValues(withAccount(savedCart, account, withUnknownMethod), facts).deliveryMethodId).toBe(
    "digital",
  );
});

test("a cart without buyer details is prefilled from the order whose tickets are exchanged", () => {
  const buyer = {
    emailAddress: "ada@example.org",
    firstName: "Ada",
    phoneNumber: "5185550123",
    countryId: 80,
    address1: "12 Analytical Way",
    city: "Albany",
    deliveryMethodId: "post",
  };
  expect(initialValues(withBuyer(savedCart, buyer, false), facts)).toMatchObject({
    emailAddress: "ada@example.org",
    deliveryMethodId: "post",
    billing: { firstName: "Ada", phoneNumber: "(518) 555-0123", city: "Albany" },
    acceptTerms: false,
  });
  const account = { emailAddress: "office@example.org", emailVerified: true, hasPassword: true };
  expect(withAccount(withBuyer(savedCart, buyer, true), account, null).emailAddress).toBe("ada@example.org");
  // Whoever came by the link of an e-mail does not see the street.
  const shown = { emailAddress: "ada@example.org", firstName: "Ada" };
  expect(withBuyer(savedCart, shown, false).firstName).toBe("Ada");
  expect(withAccount(withBuyer(savedCart, shown, true), account, null).emailAddress).toBe(
    "office@example.org",
  );
  // Nothing is known of an order that the visitor may not see.
  expect(withAccount(withBuyer(savedCart, {}, true), account, null).emailAddress).toBe("office@example.org");
  expect(withBuyer(savedCart, null, false)).toBe(savedCart);
  const typed = { ...savedCart, lastName: "King" } as Cart;
  expect(withBuyer(typed, buyer, false)).toBe(typed);
});

test("the address of the first pass in the cart is preset only if the account has no address", () => {
  const account = {
    emailAddress: "ada@example.org",
    emailVerified: true,
    hasPassword: true,
    firstName: "Ada",
  };
  const pass = {
    firstName: "Byron",
    address1: "12 Quay Street",
    city: "Albany",
    state: "NY",
    zip: "12207",
    phoneNumber: "5185550123",
  } as CartPass;
  const passAddress = holderAddress([pass], facts.states);
  const opening = initialValues(withAccount(savedCart, account, null, passAddress), facts);
  expect(opening.billing).toMatchObject({
    firstName: "Ada",
    address1: "12 Quay Street",
    city: "Albany",
    stateProvinceId: "33",
    countryId: "80",
    zipCode: "12207",
    phoneNumber: "(518) 555-0123",
  });
  const settled = { ...account, address1: "1 Own Street", phoneNumber: "4015550142" };
  const own = initialValues(withAccount(savedCart, settled, null, passAddress), facts).billing;
  expect(own).toMatchObject({ address1: "1 Own Street", city: "", phoneNumber: "(401) 555-0142" });
  expect(holderAddress([{ ...pass, address1: "" }], facts.states)).toBeNull();
  expect(holderAddress([], facts.states)).toBeNull();
});

test("mailed goods require a shipping address unless they are shipped to the billing address", () => {
  const own = { ...right, sameAsBilling: false, shipping: { ...ada, city: "" } };
  expect(checkoutErrors(own, facts)).toEqual([]);
  const posted = { ...own, deliveryMethodId: "post" };
  expect(checkoutErrors(posted, facts)).toEqual([{ field: "shipping.city", errorId: "address.city" }]);
  expect(checkoutErrors({ ...posted, sameAsBilling: true }, facts)).toEqual([]);
});

test("the location must be acknowledged if the state of the billing address requires it", () => {
  const there = { ...right, billing: { ...ada, stateProvinceId: "5" } };
  expect(checkoutErrors(there, facts)).toEqual([
    { field: "acknowledgeLocation", errorId: "checkout.location-required" },
  ]);
  expect(checkoutErrors({ ...there, acknowledgeLocation: true }, facts)).toEqual([]);
});

test("the acknowledgement of the location is sent to the API and restored from the cart", () => {
  const ticked = { ...right, acknowledgeLocation: true };
  expect(settingsBody(ticked, facts, true)).toMatchObject({ acknowledgeLocation: true });
  const cart = { ...savedCart, acknowledgeLocation: true } as Cart;
  expect(initialValues(cart, facts)).toMatchObject({ acknowledgeLocation: true, acceptTerms: false });
});

test("a single delivery or payment method is chosen automatically", () => {
  const one = { ...facts, deliveryMethods: facts.deliveryMethods.slice(0, 1) };
  expect(initialValues(savedCart, one)).toMatchObject({
    deliveryMethodId: "digital",
    paymentMethodId: "card",
  });
});

/** The API uses the same messages for the same errors (`tests/it/location.rs`). */
test("the default texts of the checkout errors have their prescribed wording", () => {
  expect([
    checkoutTexts["checkout.delivery"],
    checkoutTexts["checkout.payment"],
    addressTexts["address.email"],
    addressTexts["address.name"],
    addressTexts["address.phone-nanp"],
    addressTexts["address.phone-other"],
    addressTexts["address.country"],
    addressTexts["address.street"],
    addressTexts["address.city"],
    addressTexts["address.state"],
    addressTexts["address.zip"],
  ]).toEqual([
    "Delivery method is required",
    "Payment method is required",
    "A valid email address is required",
    "First name and last name must be between 1 and 35 characters",
    "Phone number must be a 10 digit numeric value for NANP countries",
    "Phone number cannot be longer than 15 numeric digits for other countries",
    "Country selection is required",
    "Street Address is required",
    "City is required",
    "State / province is required",
    "5 digit US or 6 character Canadian code required, and it must be 10 characters or less",
  ]);
});

test("the schema reports the exact message for an invalid field", () => {
  const schema = checkoutSchema(facts, (errorId) => defaults[errorId]);
  const parsed = schema.safeParse({ ...right, deliveryMethodId: "", billing: { ...ada, zipCode: "1" } });
  expect(parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([
    ["deliveryMethodId", "Delivery method is required"],
    [
      "billing.zipCode",
      "5 digit US or 6 character Canadian code required, and it must be 10 characters or less",
    ],
  ]);
  expect(schema.safeParse(right).success).toBe(true);
});

test("phone and ZIP code are sent normalised, and shipping fields are sent only if goods are mailed", () => {
  expect(settingsBody(right, facts, false)).toMatchObject({ phoneNumber: "2125550123", zipCode: "12207" });
  expect(settingsBody(right, facts, false)).not.toHaveProperty("shippingCity");
  const posted = settingsBody({ ...right, deliveryMethodId: "post" }, facts, true);
  expect(posted).toMatchObject({
    shippingFirstName: "Ada",
    shippingPhoneNumber: "2125550123",
    shippingStateProvinceId: 33,
    shippingZipCode: "12207",
    ignoreValidationErrors: true,
  });
});

test("values saved in the cart are restored in the form", () => {
  const cart = {
    ...savedCart,
    emailAddress: "ada@example.org",
    firstName: "Ada",
    phoneNumber: "2125550123",
    countryId: 80,
    shippingFirstName: "Grace",
    shippingCountryId: 80,
    extDeliveryMethodId: "post",
  } as Cart;
  const opening = initialValues(cart, facts);
  expect(opening.billing).toMatchObject({ firstName: "Ada", phoneNumber: "(212) 555-0123" });
  expect(opening).toMatchObject({ deliveryMethodId: "post", sameAsBilling: false });
});

test.each([
  ["zipCode", "billing.zipCode"],
  ["shippingZipCode", "shipping.zipCode"],
  ["shippingAddress1", "shipping.address1"],
  ["acceptTerms", "acceptTerms"],
  ["acknowledgeLocation", "acknowledgeLocation"],
  ["somethingElse", null],
])("the form field for the API's field %s is %s", (wire, field) => {
  expect(fieldOfWire(wire)).toBe(field);
});

test("a draft is restored except for choices no longer offered, and a draft of unknown format is ignored", () => {
  const draft = stored(draftOf({ ...right, deliveryMethodId: "pigeon" }, withLines("a")));
  expect(draft && withDraft({ ...right, emailAddress: "" }, draft, withLines("a"), facts)).toEqual(right);
  expect(parseDraft({ lines: ["a"], values: { ...right, billing: { ...ada, city: 5 } } })).toBeNull();
  expect(parseDraft(right)).toBeNull();
  expect(parseDraft(null)).toBeNull();
});

test("the consents of a draft are restored for its cart, but not for the cart of another order", () => {
  const consents = {
    acceptTerms: true,
    acknowledgeLocation: true,
    acceptInstallmentTerms: "ten times $19.00",
  };
  const opening = initialValues(savedCart, facts);
  const draft = draftOf({ ...right, ...consents }, withLines("a", "b"));
  expect(withDraft(opening, draft, withLines("b", "c"), facts)).toMatchObject({ ...consents, billing: ada });
  const other = withDraft(opening, draft, withLines("c"), facts);
  expect(other).toEqual({
    ...right,
    acceptTerms: false,
    acknowledgeLocation: false,
    acceptInstallmentTerms: "",
  });
  // A browser may restore the form of a placed order, whose cart is empty.
  const restored = draftOf({ ...right, ...consents }, withLines());
  expect(withDraft(opening, restored, withLines("c"), facts)).toEqual(other);
});

test("a free order requires contact details but no billing address, and a shipping address if goods are mailed", () => {
  const free = { ...facts, free: true };
  const { firstName, lastName } = ada;
  const contact = { ...emptyAddress, countryId: "80", firstName, lastName, phoneNumber: "+44 20 7946 0958" };
  const typed = { ...right, paymentMethodId: "", billing: contact };
  expect(checkoutErrors(typed, free)).toEqual([]);
  expect(checkoutErrors(typed, facts).map(({ field }) => field)).toContain("billing.address1");
  const nobody = { ...typed, billing: { ...contact, lastName: "", phoneNumber: "" } };
  expect(checkoutErrors(nobody, free).map(({ field }) => field)).toEqual([
    "billing.lastName",
    "billing.phoneNumber",
  ]);
  const sent = JSON.parse(JSON.stringify(settingsBody({ ...typed, billing: { ...ada } }, free, false)));
  expect(sent).toMatchObject({ firstName: "Ada", lastName: "Lovelace", phoneNumber: "2125550123" });
  expect(Object.keys(sent)).not.toContain("city");
  // A free order has no billing address, so mailed goods need a shipping address.
  const posted = { ...typed, deliveryMethodId: "post" };
  expect(checkoutErrors(posted, free).map(({ field }) => field)).toContain("shipping.address1");
  expect(checkoutErrors({ ...posted, shipping: ada }, free)).toEqual([]);
});

test("an order with a payment plan also requires accepting the plan's terms", () => {
  const paying = { ...facts, planTerms: "ten times $19.00" };
  const accepted = { ...right, acceptInstallmentTerms: "ten times $19.00" };
  const missing = [{ field: "acceptInstallmentTerms", errorId: "checkout.installment-terms-required" }];
  expect(checkoutErrors(right, paying)).toEqual(missing);
  expect(checkoutErrors(accepted, paying)).toEqual([]);
  expect(settingsBody(accepted, paying, false)).toMatchObject({ acceptInstallmentTerms: true });
  expect(initialValues({ ...savedCart, acceptInstallmentTerms: true }, paying).acceptInstallmentTerms).toBe(
    "",
  );
  expect(fieldOfWire("acceptInstallmentTerms")).toBe("acceptInstallmentTerms");
});

test("changed payments of a plan must be accepted again, and other typed values are kept", () => {
  const accepted = { ...right, acceptInstallmentTerms: "ten times $19.00" };
  const other = { ...facts, planTerms: "ten times $31.00" };
  expect(acceptsPlan(accepted, other)).toBe(false);
  expect(settingsBody(accepted, other, true)).toEqual({
    ...settingsBody(right, other, true),
    acceptInstallmentTerms: false,
  });
  const draft = draftOf(accepted, withLines("a"));
  expect(checkoutErrors(withDraft(right, draft, withLines("a"), other), other)).toEqual([
    { field: "acceptInstallmentTerms", errorId: "checkout.installment-terms-required" },
  ]);
  expect(acceptsPlan(accepted, facts)).toBe(false);
});

test("a question blocks the payment in the order of the page, and its name is short", () => {
  const key = "order_aid";
  const label = `I agree to what is written ${"here and ".repeat(20)}there.`;
  const question = { key, group: "About your order", label, kind: "consent" as const, required: true };
  const asked = { ...question, choices: [], answer: "", missingMessage: "missing", invalidMessage: "" };
  const asking = { ...facts, questions: [asked] };
  const typed = { ...right, acceptTerms: false };
  expect(checkoutErrors(typed, asking)).toEqual([
    { field: "answers.order_aid", message: "missing" },
    { field: "acceptTerms", errorId: "checkout.terms-required" },
  ]);
  expect(settingsBody({ ...right, answers: { [key]: "yes" } }, asking, false).answers).toEqual([
    { key, answer: "yes" },
  ]);
  expect(fieldOfWire("answers.order_aid")).toBe("answers.order_aid");
  const t = (id: keyof typeof defaults) => defaults[id];
  const name = missingName("answers.order_aid", right, asking, t as Translate<"address" | "checkout">);
  expect(name).toMatch(/^I agree to what is written here .{0,40}…$/);
});
