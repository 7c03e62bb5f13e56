// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "@/parts/cart-lines/sample";
import { useCartEditing } from "./use-cart-editing";

test("if a different tab removes the group that is being edited, its dialog closes and the reason is shown", () => {
  const group = aGroup("tour", aLine("line-1", 20));
  const filled: Cart = { ...emptyCart, cartEmpty: false, itemGroups: [group] };
  const place = { current: null };
  const { result, rerender } = renderHook(({ cart }) => useCartEditing(cart, place, async () => true), {
    initialProps: { cart: filled },
  });
  act(() => result.current.edit(group, false));
  expect(result.current.editing).toEqual({ id: "line-1", removed: false });
  rerender({ cart: emptyCart });
  expect(result.current.editing).toBeNull();
  expect(result.current.problem).toBe("This item is no longer in your cart.");
});
