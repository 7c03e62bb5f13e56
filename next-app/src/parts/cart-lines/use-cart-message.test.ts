// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Cart } from "@/api/types";
import { aGroup, aLine, emptyCart } from "./sample";
import { useCartMessage } from "./use-cart-message";

const cartOf = (quantity: number): Cart => ({
  ...emptyCart,
  itemGroups: [aGroup("book", aLine("line-1", 10, quantity))],
});

test("a message that has ended does not return when the cart is again as it was", () => {
  const { result, rerender } = renderHook((cart: Cart) => useCartMessage<string>(cart), {
    initialProps: cartOf(1),
  });
  act(() => result.current.sayChanged("Changed"));
  rerender(cartOf(2));
  expect(result.current.message).toBe("Changed");
  rerender(cartOf(3));
  expect(result.current.message).toBeNull();
  rerender(cartOf(2));
  expect(result.current.message).toBeNull();
});
