/**
 * A quantity that the shopper steps or types. The typed text is not corrected: it stays and is flagged if it cannot be
 * bought.
 */
export type Bounds = { min: number; max: number; absoluteMin: number };

export const defaultBounds: Bounds = { min: 1, max: 100, absoluteMin: 0 };

export type Quantity = {
  value: number;
  /** The text of the field if it is not the plain number. */
  typed: string | null;
};

export const none: Quantity = { value: 0, typed: null };

export type QuantityProblem = "minimum" | "maximum" | null;

export function minus({ value }: Quantity, { min, max, absoluteMin }: Bounds): Quantity {
  if (Number.isNaN(value)) return { value: absoluteMin, typed: null };
  if (value > max) return { value: max, typed: null };
  if (value === min) return { value: absoluteMin, typed: null };
  return { value: Math.max(absoluteMin, value - 1), typed: null };
}

export function plus({ value }: Quantity, { min, max }: Bounds): Quantity {
  if (Number.isNaN(value) || value < min) return { value: Math.min(min, max), typed: null };
  return { value: Math.min(max, value + 1), typed: null };
}

/**
 * Accepts any text. Empty text is zero. Any other text that is not a whole number of at most six digits becomes a
 * quantity that cannot be bought.
 */
export function type(text: string): Quantity {
  const trimmed = text.trim();
  if (trimmed === "") return { value: 0, typed: text };
  return { value: /^-?\d{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN, typed: text };
}

/** The typed quantity limited to the allowed range; the field shows the result. */
export function clamped(quantity: Quantity, { max, absoluteMin }: Bounds): Quantity {
  const { value } = quantity;
  if (value >= absoluteMin && value <= max) return quantity;
  return { value: value > max ? max : absoluteMin, typed: null };
}

export function problemOf({ value }: Quantity, { min, max, absoluteMin }: Bounds): QuantityProblem {
  if (Number.isNaN(value) || value < 0) return "minimum";
  if (value === absoluteMin) return null;
  if (value < min) return "minimum";
  return value > max ? "maximum" : null;
}

export function canMinus({ value }: Quantity, { absoluteMin }: Bounds): boolean {
  return Number.isNaN(value) || value > absoluteMin;
}

export function canPlus({ value }: Quantity, { min, max }: Bounds): boolean {
  return !(value >= max) && max >= min;
}
