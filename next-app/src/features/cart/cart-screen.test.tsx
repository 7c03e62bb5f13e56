// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart, CartItem } from "@/api/types";
import { saveUpdatedLine } from "@/flow/updated-line";
import { loadRemoval, saveRemoval } from "@/parts/cart-lines/last-removal";
import { aGroup, aLine, aVisit, emptyCart } from "@/parts/cart-lines/sample";
import { anExchange } from "@/parts/exchange-notice/sample";
import { CartScreen } from "./cart-screen";

// No request is answered, so the page shows only the data that was sent with it.
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test("an empty cart has one way on, and a disabled Checkout button", () => {
  render(<CartScreen initial={emptyCart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["See what you can buy"]);
  const checkout = screen.getByRole("button", { name: "Checkout" });
  expect(checkout.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(checkout);
  expect(document.activeElement?.textContent).toBe("Your shopping cart is empty");
});

test("a cart with only incomplete passes is not reported as empty", async () => {
  const cart = { ...emptyCart, openPasses: 2, blankPasses: 2 };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  await screen.findByText(/2 passes in your cart aren't ready yet\./);
  expect(screen.getByRole("heading", { name: "There's nothing to pay for yet" })).toBeTruthy();
  expect(screen.queryByText("Your shopping cart is empty")).toBeNull();
});

test("after an order, the notice about an empty cart links to the confirmation", () => {
  render(<CartScreen initial={emptyCart} crossSells={[]} rerouted ordered />);
  const notice = screen.getByText(/We brought you here because your cart is empty\./);
  expect(notice.querySelector("a")?.getAttribute("href")).toBe("/confirmation");
});

const book = { ...aLine("line-1", 18), displayName: "Guide book" };
const filled: Cart = {
  ...emptyCart,
  cartEmpty: false,
  itemGroups: [aGroup("book", book)],
  cartTotal: 18,
  cartTotalNetTaxesAndFees: 18,
  displaySubtotal: 18,
};

test.each([
  [1, 1.5, "includes $1.50 in fees"],
  [2, 3, "includes $1.50 in fees per item"],
  // An offer makes one of them free.
  [2, 1.5, "includes $1.50 in fees for both"],
  [3, 3, "includes $3.00 in fees for all 3 items"],
])("the fees of %i tickets, %d together, are named: %s", (quantity, itemFees, text) => {
  const item = { ...aLine("line-1", 18, quantity), unitFees: 1.5, itemFees };
  const cart = { ...filled, itemGroups: [aGroup("book", item)] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.getByText(/in fees/).textContent?.replace(/^, /, "")).toBe(text);
});

test("two tickets that an offer makes as cheap as one show the price of each", () => {
  const item = { ...aLine("line-1", 18, 2), displayTotal: 18, itemTotal: 18 };
  const cart = { ...filled, itemGroups: [aGroup("book", item)] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.getByText("$18.00 each")).toBeDefined();
});

test.each([
  [
    { inCart: false, validUntil: "2027-11-19" },
    "Ada Lovelace already has this pass, valid through November 19, 2027.",
  ],
  [{ inCart: false }, "Ada Lovelace already has this pass."],
  [{ inCart: true }, "This pass is in your cart more than once for Ada Lovelace."],
])(
  "a pass that its holder has already (%j) is marked with a warning, and can be bought",
  (samePass, text) => {
    const pass = {
      ...aLine("line-1", 18),
      productVariantIsPass: true,
      firstName: "Ada",
      lastName: "Lovelace",
    };
    const cart = { ...filled, itemGroups: [aGroup("season", pass, { ...pass, id: "line-2", samePass })] };
    render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
    const lines = screen.getAllByRole("listitem").filter((line) => line.hasAttribute("data-line"));
    expect(
      lines.map((line) => line.textContent?.replaceAll("\u00a0", " ").includes(`Warning: ${text}`)),
    ).toEqual([false, true]);
    expect(screen.getAllByRole("link", { name: "Checkout" }).length).toBeGreaterThan(0);
    const changes = screen.getAllByRole("link", { name: /^Change passholder for .*Ada Lovelace/ });
    expect(changes.map((link) => link.getAttribute("href"))).toEqual([
      "/pass/demographics",
      "/pass/demographics",
    ]);
  },
);

test("a sale that sells passes for less says what it saves, and one press buys the passes again with it", async () => {
  const cheaperSale = { tag: "season", title: "Your first pass", sellsPasses: true, displayPrice: 90 };
  const pass = { ...aLine("line-1", 100), productVariantIsPass: true, effectivePassLevelName: "Gold" };
  const offered = [
    { ...pass, cheaperSale },
    { ...pass, id: "line-2", cheaperSale },
  ];
  const after = {
    ...filled,
    displaySubtotal: 180,
    itemGroups: [aGroup("season", { ...pass, displayPrice: 90 })],
  };
  const added: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/quote"))
      return Response.json({ success: true, value: { displayTotal: 180, offers: [] } });
    if (pathname.endsWith("/cart/add")) added.push(await request.json());
    if (pathname.endsWith("/cart/add")) return Response.json({ success: true, proceedToPassFlow: true });
    if (pathname.endsWith("/cart") && added.length > 0) return Response.json(after);
    return new Promise(() => {});
  });
  const cart = { ...filled, displaySubtotal: 200, itemGroups: [aGroup("season", ...offered)] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const use = await screen.findByRole("button", { name: "Use this offer: Your first pass" });
  expect(screen.getByText(/^Your first pass: save \$20\.00 on .+ \(Adult Gold\)\.$/)).toBeDefined();
  fireEvent.click(use);
  const news = await screen.findByText("“Your first pass” has been applied. You save $20.00 before tax.");
  await vi.waitFor(() => expect(news.closest('[role="status"]')).toBe(document.activeElement));
  const item = { productId: "season", productVariantId: "adult", quantity: 1 };
  expect(added).toEqual([
    {
      saleFlowId: 3,
      specificPromotionTypeId: 7,
      tags: ["season"],
      items: [item, item],
      replaces: ["line-1", "line-2"],
    },
  ]);
});

test("a public code that does not lower the price of the cart is named, and its button changes nothing", async () => {
  const cheaperSale = { code: "FERRY10", title: "10% off for riders", sellsPasses: false, displayPrice: 45 };
  const quoted: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!new URL(request.url).pathname.endsWith("/cart/quote")) return new Promise(() => {});
    quoted.push(await request.json());
    return Response.json({ success: true, value: { displayTotal: 100, offers: [] } });
  });
  const visit = aVisit({ performanceId: "p1", validAllDay: true });
  const line = { ...aLine("line-1", 50, 2), cheaperSale, performances: [visit] };
  const cart = { ...filled, displaySubtotal: 100, itemGroups: [aGroup("day", line)] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const name = "Code FERRY10: 10% off for riders";
  const use = await screen.findByRole("button", { name: `Use this offer: ${name}` });
  expect(
    screen.getByText(/^Code FERRY10: 10% off for riders: save \$10\.00 on .+ \(Adult\)\.$/),
  ).toBeDefined();
  fireEvent.click(use);
  await screen.findByText(`We didn't change anything because “${name}” doesn't lower your total.`);
  const performances = [{ selectionIndex: 1, performanceId: "p1" }];
  const item = { productId: "day", productVariantId: "adult", quantity: 2, performances };
  expect(quoted).toEqual([{ saleFlowId: 5, promotionCode: "FERRY10", items: [item], replaces: ["line-1"] }]);
});

test("a line that another tab removed is reported as removed, and the cart is shown without it", async () => {
  let isOut = false;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/modify")) {
      isOut = true;
      return Response.json({ message: "Not Found" }, { status: 404 });
    }
    if (pathname.endsWith("/cart") && isOut) return Response.json(emptyCart);
    return new Promise(() => {});
  });
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  fireEvent.click(screen.getByRole("button", { name: /^Remove Guide book/ }));
  const alert = await screen.findByText("This item is no longer in your cart.");
  // React moves the focus in an effect, which may run after the message is in the document.
  await vi.waitFor(() => expect(alert.closest('[role="alert"]')).toBe(document.activeElement));
  expect(screen.getByText("Your shopping cart is empty")).toBeDefined();
});

const withoutBook: Cart = { ...emptyCart, lastRemoved: ["line-1"] };

/** A shop with one line that answers the changes of its cart, and the changes that it received. */
function shopWith(answers: (items: { id: string; quantity: number }[]) => Response | null) {
  const changes: { id: string; quantity: number }[][] = [];
  let cart = filled;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/modify")) {
      const { items } = await request.json();
      changes.push(items);
      const refusal = answers(items);
      if (refusal) return refusal;
      const [{ quantity }] = items;
      cart =
        quantity === 0 ? withoutBook : { ...filled, itemGroups: [aGroup("book", { ...book, quantity })] };
      return Response.json({ success: true });
    }
    if (pathname.endsWith("/cart")) return Response.json(cart);
    return new Promise(() => {});
  });
  return changes;
}

function removeBook() {
  fireEvent.click(screen.getByRole("button", { name: /^Remove Guide book/ }));
  return screen.findByRole("button", { name: "Undo: put 1 × Guide book, book back in your cart" });
}

test("a removed line is announced, and Undo puts the same line back and focuses it", async () => {
  const changes = shopWith(() => null);
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  const undo = await removeBook();
  expect(screen.getByText("Your shopping cart is empty")).toBeDefined();
  const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(announced).toContain("Removed from your cart: 1 × Guide book, book.");
  fireEvent.click(undo);
  const line = await screen.findByRole("listitem", { name: /^Guide book/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(line));
  expect(changes).toEqual([[{ id: "line-1", quantity: 0 }], [{ id: "line-1", quantity: 1 }]]);
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  expect(await screen.findByText(/^Back in your cart: 1 × Guide book, book\./)).toBeDefined();
});

test("Undo puts a line back as it was after the change for which its removal waited", async () => {
  const changes = shopWith(() => null);
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  fireEvent.click(screen.getByRole("button", { name: /^Increase / }));
  const quantity = screen.getByRole("spinbutton");
  fireEvent.change(quantity, { target: { value: "0" } });
  fireEvent.blur(quantity);
  fireEvent.click(await screen.findByRole("button", { name: /^Undo: put 2 × Guide book/ }));
  await screen.findByRole("listitem", { name: /^Guide book/ });
  expect(changes.map(([line]) => line?.quantity)).toEqual([2, 0, 2]);
});

test("what was removed at checkout can be put back in the empty cart, and then nothing says why the shopper was sent here", async () => {
  saveRemoval({
    lines: [{ id: "line-1", quantity: 1 }],
    names: "1 × Guide book, book",
    notice: "Removed from your cart: 1 × Guide book, book.",
    at: 0,
    problem: null,
  });
  const changes = shopWith(() => null);
  render(<CartScreen initial={withoutBook} crossSells={[]} rerouted ordered={false} />);
  expect(screen.getByText("We brought you here because your cart is empty.")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: /^Undo: put 1 × Guide book/ }));
  await screen.findByRole("listitem", { name: /^Guide book/ });
  expect(changes).toEqual([[{ id: "line-1", quantity: 1 }]]);
  await vi.waitFor(() => expect(screen.queryByText(/sent back here|no order to show/)).toBeNull());
});

const mapRemoval = {
  lines: [{ id: "line-1", quantity: 1 }],
  names: "1 × Map",
  notice: "Removed from your cart: 1 × Map.",
  at: 0,
  problem: null,
};

test("a cart with lines forgets what another page removed", () => {
  saveRemoval({ ...mapRemoval, lines: [{ id: "line-9", quantity: 1 }] });
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(loadRemoval()).toBeNull();
});

test("what was removed is not offered if the cart has changed since", () => {
  saveRemoval(mapRemoval);
  render(<CartScreen initial={emptyCart} crossSells={[]} rerouted={false} ordered={false} />);
  expect(loadRemoval()).not.toBeNull();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("if the places of a removed line are taken, Undo says so and stays", async () => {
  shopWith(([item]) =>
    item?.quantity === 0 ? null : Response.json({ success: false, message: "Sold out." }),
  );
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  fireEvent.click(await removeBook());
  const alert = await screen.findByText("We couldn't put this back. Sold out.");
  await vi.waitFor(() => expect(alert.closest('[role="alert"]')).toBe(document.activeElement));
  expect(screen.getByRole("button", { name: /^Undo/ })).toBeDefined();
});

test("a quantity changes in its row, and a refused quantity returns with the reason", async () => {
  const changes = shopWith(([item]) =>
    item?.quantity === 2 ? null : Response.json({ success: false, message: "Only 2 left." }),
  );
  render(<CartScreen initial={filled} crossSells={[]} rerouted={false} ordered={false} />);
  const quantity = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: /^Quantity, Guide book/ });
  const more = screen.getByRole("button", { name: /^Increase Quantity, Guide book/ });
  fireEvent.click(more);
  await vi.waitFor(() => expect(changes).toEqual([[{ id: "line-1", quantity: 2 }]]));
  await vi.waitFor(() => expect(quantity().value).toBe("2"));
  fireEvent.click(more);
  expect(await screen.findByText("Only 2 left.")).toBeDefined();
  await vi.waitFor(() => expect(quantity().value).toBe("2"));
});

test("lines of the same visit have one Edit button, and lines with nothing but a quantity to change have none", () => {
  const visit = aVisit({ showName: "Harbor tour" });
  const [adult, child] = [aLine("line-2", 20), aLine("line-3", 10)].map((line) => ({
    ...line,
    performances: [visit],
  })) as [CartItem, CartItem];
  const pass = aGroup("pass", { ...aLine("line-4", 90), productVariantIsPass: true, maxQuantity: 1 });
  const cart = { ...filled, itemGroups: [aGroup("book", book), aGroup("Harbor tour", adult, child), pass] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const edits = screen.getAllByRole("button", { name: /^Edit/ });
  expect(edits.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Edit Harbor tour, Saturday, December\u00a05,\u00a02026, 2:00\u00a0PM",
  ]);
  expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(4);
});

const dayOut = {
  ...aGroup("day-out", { ...aLine("line-5", 80), displayName: "Bundle for Saturday", maxQuantity: 1 }),
  isPackage: true,
  isBundle: true,
  allowPerformanceChange: false,
};

test("the day of a bundle does not break over two lines", () => {
  const bundle = aGroup("day-out", {
    ...aLine("line-5", 80),
    displayName: "Bundle for Saturday, December 5, 2026",
  });
  const cart = { ...filled, itemGroups: [bundle] };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const name = screen.getByText("Bundle for Saturday, December 5, 2026");
  expect(name.textContent).toBe("Bundle for Saturday, December\u00a05,\u00a02026");
});

test("a bundle is edited in its builder, but not during a payment", () => {
  const cart = { ...filled, itemGroups: [dayOut] };
  const screenOf = (initial: Cart) =>
    render(<CartScreen initial={initial} crossSells={[]} rerouted={false} ordered={false} />);
  const { unmount } = screenOf(cart);
  const edit = screen.getByRole("link", { name: "Edit day-out" });
  expect(edit.getAttribute("href")).toBe("/builder/day-out?line=line-5");
  unmount();
  screenOf({ ...cart, paymentInProgress: true });
  expect(screen.queryByRole("link", { name: "Edit day-out" })).toBeNull();
});

test("a bundle that was updated in its builder is marked once, and the change is announced", async () => {
  saveUpdatedLine("line-5");
  const cart = { ...filled, itemGroups: [aGroup("book", book), dayOut], cartTotal: 91 };
  const screenOf = () =>
    render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const { unmount } = screenOf();
  expect(screen.getByText("Cart updated").closest("article")?.textContent).toContain("Bundle for Saturday");
  const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(announced).toContain("Cart updated. Order total: $91.00");
  unmount();
  screenOf();
  expect(screen.queryByText(/^Cart updated/)).toBeNull();
});

test("a visit that was changed in the dialog is marked and announced like a bundle", async () => {
  const tour = { ...aLine("line-1", 20, 2), performances: [aVisit()] };
  const cart = { ...filled, itemGroups: [aGroup("tour", tour)], cartTotal: 40 };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/modify")) return Response.json({ success: true });
    if (pathname.endsWith("/cart")) return Response.json(cart);
    return new Promise(() => {});
  });
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  fireEvent.click(screen.getByRole("button", { name: /^Edit tour/ }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: /^Increase/ }));
  fireEvent.click(dialog.getByRole("button", { name: "Update cart" }));
  expect(await screen.findByText("Cart updated")).toBeTruthy();
  expect(screen.getByText("Cart updated. Order total: $40.00").getAttribute("role")).toBe("status");
});

test("a bundle that a revision removed is updated in its builder", async () => {
  const cart = { ...filled, cartRevised: true, previousCart: { itemGroups: [dayOut] } };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const update = await screen.findByRole("link", { name: "Update Bundle for Saturday, day-out" });
  expect(update.getAttribute("href")).toBe("/builder/day-out?line=line-5");
});

test("a cart that cannot be bought says why, and its Checkout button leads there", async () => {
  const { missing } = anExchange();
  const [, child] = missing;
  const cart = {
    ...filled,
    unmet: [child?.reason ?? ""],
    exchange: anExchange({ missing: missing.slice(1) }),
  };
  render(<CartScreen initial={cart} crossSells={[]} rerouted={false} ordered={false} />);
  const choose = await screen.findByRole("link", { name: "Choose now: Park Day Ticket, Child" });
  expect(choose.getAttribute("href")).toBe("/product/single/dynamic/park-day");
  expect(screen.queryByRole("link", { name: "Checkout" })).toBeNull();
  const checkout = screen.getByRole("button", { name: "Checkout" });
  expect(checkout.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(checkout);
  expect(document.activeElement?.textContent).toContain(child?.reason);
});
