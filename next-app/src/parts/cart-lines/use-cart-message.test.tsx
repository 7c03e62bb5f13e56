// @vitest-environment jsdom

import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aGroup, aLine, emptyCart } from "./sample";
import { useCartMessage } from "./use-cart-message";

afterEach(cleanup);

const cartOf = (quantity: number) => ({
  ...emptyCart,
  itemGroups: [aGroup("day", aLine("a", 50, quantity))],
});

/** The hook with a cart of this many tickets, and a function that changes the number. */
function messageFor(quantity: number) {
  const { result, rerender } = renderHook((count: number) => useCartMessage<string>(cartOf(count)), {
    initialProps: quantity,
  });
  return { shown: () => result.current.message, hook: () => result.current, cart: rerender };
}

test("a message about a change ends with the next change, whether it comes before or after the changed cart", () => {
  for (const isFirst of [true, false]) {
    const { shown, hook, cart } = messageFor(1);
    const { sayChanged } = hook();
    if (!isFirst) cart(2);
    act(() => sayChanged("used"));
    expect(shown()).toBe("used");
    if (isFirst) cart(2);
    expect(shown()).toBe("used");
    cart(3);
    expect(shown()).toBeNull();
  }
});

test("a message that nothing was changed ends with the first change and can be cleared", () => {
  const { shown, hook, cart } = messageFor(1);
  act(() => hook().sayUnchanged("no saving"));
  expect(shown()).toBe("no saving");
  cart(1);
  expect(shown()).toBe("no saving");
  cart(2);
  expect(shown()).toBeNull();
  act(() => hook().sayUnchanged("no saving"));
  act(() => hook().clear());
  expect(shown()).toBeNull();
});

test("a message that has ended does not return when the cart is again as it was", () => {
  const { shown, hook, cart } = messageFor(1);
  act(() => hook().sayChanged("used"));
  cart(2);
  cart(3);
  expect(shown()).toBeNull();
  cart(2);
  expect(shown()).toBeNull();
});
