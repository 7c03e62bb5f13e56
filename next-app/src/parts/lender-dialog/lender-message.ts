/**
 * Messages from the lender's page. A message is accepted only if it was sent by the lender's origin and by the frame
 * that its script created, has the right shape, and names this offer.
 */
export type LenderMessage =
  | { type: "resize"; height: number }
  | { type: "offer-available" | "offer-unavailable" | "service-unavailable" | "token-available" }
  | { type: "token-retrieved"; token: Token };

export type LenderAddress = {
  address1: string;
  address2?: string;
  city: string;
  state?: string;
  zipCode: string;
  country: string;
};

/** A virtual card, which is valid for one payment of this order. It is kept in memory only. */
export type Token = {
  displayName: string;
  tokenNumber: string;
  tokenType: string;
  verificationCode: string;
  validityMonth: string;
  validityYear: string;
  address: LenderAddress;
};

type ReceivedMessage = { data: unknown; origin: string; source: unknown };
type Expected = { processor: string; origin: string; upCode: string; window: unknown };

const statuses = {
  OFFER_AVAILABLE: "offer-available",
  OFFER_UNAVAILABLE: "offer-unavailable",
  SERVICE_UNAVAILABLE: "service-unavailable",
  TOKEN_AVAILABLE: "token-available",
} as const;

export function parseLenderMessage(received: ReceivedMessage, expected: Expected): LenderMessage | null {
  if (received.origin !== expected.origin || received.source !== expected.window || !received.source)
    return null;
  if (typeof received.data !== "object" || received.data === null) return null;
  const data = received.data as Record<string, unknown>;
  if (data.source !== `midway-${expected.processor}` || data.upCode !== expected.upCode) return null;
  switch (data.type) {
    case "RESIZE":
      return typeof data.height === "number" && Number.isFinite(data.height)
        ? { type: "resize", height: withinBounds(data.height) }
        : null;
    case "TOKEN_RETRIEVED": {
      const token = parseToken(data.token);
      return token && { type: "token-retrieved", token };
    }
    case "OFFER_AVAILABLE":
    case "OFFER_UNAVAILABLE":
    case "SERVICE_UNAVAILABLE":
    case "TOKEN_AVAILABLE":
      return { type: statuses[data.type] };
    default:
      return null;
  }
}

/** The limits of the frame's height, in CSS pixels. The maximum keeps the page visible. */
export const minFrameHeight = 96;
const maxFrameHeight = 1400;

function withinBounds(height: number): number {
  return Math.min(Math.max(Math.ceil(height), minFrameHeight), maxFrameHeight);
}

const longest = 500;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest;
const isFilled = (value: unknown): value is string => isText(value) && value !== "";

export function parseToken(value: unknown): Token | null {
  const { address, ...card } = (value ?? {}) as Record<string, unknown>;
  const { displayName, tokenNumber, tokenType, verificationCode, validityMonth, validityYear } = card;
  const found = parseAddress(address);
  if (!found || !isFilled(displayName) || !isFilled(tokenNumber) || !isFilled(tokenType)) return null;
  if (!isFilled(verificationCode) || !isFilled(validityMonth) || !isFilled(validityYear)) return null;
  return {
    displayName,
    tokenNumber,
    tokenType,
    verificationCode,
    validityMonth,
    validityYear,
    address: found,
  };
}

function parseAddress(value: unknown): LenderAddress | null {
  const { address1, address2, city, state, zipCode, country } = (value ?? {}) as Record<string, unknown>;
  if (!isText(address1) || !isText(city) || !isText(zipCode) || !isText(country)) return null;
  return {
    address1,
    ...(isFilled(address2) ? { address2 } : {}),
    city,
    ...(isFilled(state) ? { state } : {}),
    zipCode,
    country,
  };
}
