import { expect, test } from "vitest";
import type { Cart, CartGroup } from "@/api/types";
import { unseenChange } from "./unseen-change";

type SeenCart = Parameters<typeof unseenChange>[0];
const group = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) }) as CartGroup;
const plain: SeenCart = {
  itemGroups: [group("a", "b")],
  cartRevised: false,
  cartTotal: 98,
  extDeliveryMethodId: "post",
};
const revised: SeenCart = {
  itemGroups: [group("a")],
  previousCart: { itemGroups: [group("a", "b")] } as Cart["previousCart"],
  cartRevised: true,
  reviseCartMessage: "Some items are gone.",
  cartTotal: 49,
  extDeliveryMethodId: "post",
};

test("an unchanged cart can be paid", () => {
  expect(unseenChange(plain, plain, "post")).toBeNull();
});

test("a new revision is reported before payment, and a revision already seen is not reported again", () => {
  expect(unseenChange(plain, revised, "post")).toBe("revision");
  expect(unseenChange(revised, revised, "post")).toBeNull();
});

test("a second revision is reported even if the total is unchanged", () => {
  const more = { ...revised, itemGroups: [group()] };
  expect(unseenChange(revised, more, "post")).toBe("revision");
  expect(unseenChange(revised, { ...revised, reviseCartMessage: "Prices have changed." }, "post")).toBe(
    "revision",
  );
});

test("a changed total is reported, but not that a cart with the same total is no longer marked as revised", () => {
  expect(unseenChange(plain, { ...plain, cartTotal: 99 }, "post")).toBe("total");
  expect(unseenChange(revised, { ...plain, itemGroups: [group("a")], cartTotal: 49 }, "post")).toBeNull();
});

test("a total changed by a new delivery method is not reported, but a revision at the same time is", () => {
  expect(unseenChange(plain, { ...plain, cartTotal: 104.5 }, "courier")).toBeNull();
  expect(unseenChange(plain, revised, "courier")).toBe("revision");
});

test("changed payments of a plan are reported even if the total stays the same", () => {
  const by = (paymentAmount: number): SeenCart => ({
    ...plain,
    installmentBilling: {
      eligible: true,
      blocked: false,
      selected: true,
      payments: [{ paymentNumber: 1, paymentDate: "2026-12-20", paymentAmount }],
    },
  });
  expect(unseenChange(by(19), by(19), "post")).toBeNull();
  expect(unseenChange(by(19), by(31), "post")).toBe("revision");
  expect(unseenChange(by(19), by(31), "courier")).toBe("revision");
});
