import { expect, test } from "vitest";
import type { CartGroup, CartItem } from "@/api/types";
import { removalOf } from "./removal";

const pass = (firstName: string) =>
  ({
    quantity: 1,
    displayName: "Adult",
    effectivePassLevelName: "Gold",
    firstName,
    lastName: "Lovelace",
    performances: [],
  }) as unknown as CartItem;

test("the confirmation before a pass is removed names its holder", () => {
  const group = {
    productDisplayName: "Season Pass",
    items: [pass("Ada"), pass("Grace")],
  } as unknown as CartGroup;
  const t = (id: string, values: Record<string, unknown> = {}) => [id, ...Object.values(values)].join(" ");
  const { message } = removalOf(t as Parameters<typeof removalOf>[0], group, [pass("Grace")]);
  expect(message).toContain("cart-remove.line 1 Adult (Gold), Grace Lovelace Season Pass");
});
