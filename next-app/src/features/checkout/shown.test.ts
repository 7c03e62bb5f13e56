import { expect, test } from "vitest";
import type { Cart, CartGroup } from "@/api/types";
import { unseen } from "./shown";

type Shown = Parameters<typeof unseen>[0];
const group = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) }) as CartGroup;
const plain: Shown = {
  itemGroups: [group("a", "b")],
  cartRevised: false,
  cartTotal: 98,
  extDeliveryMethodId: "post",
};
const revised: Shown = {
  itemGroups: [group("a")],
  previousCart: { itemGroups: [group("a", "b")] } as Cart["previousCart"],
  cartRevised: true,
  reviseCartMessage: "Some items are gone.",
  cartTotal: 49,
  extDeliveryMethodId: "post",
};

test("an unchanged cart can be paid", () => {
  expect(unseen(plain, plain, "post")).toBeNull();
});

test("a revision must be seen before payment, and a seen revision is not reported again", () => {
  expect(unseen(plain, revised, "post")).toBe("revision");
  expect(unseen(revised, revised, "post")).toBeNull();
});

test("a second revision is reported even if the total stays", () => {
  const more = { ...revised, itemGroups: [group()] };
  expect(unseen(revised, more, "post")).toBe("revision");
  expect(unseen(revised, { ...revised, reviseCartMessage: "Prices have changed." }, "post")).toBe("revision");
});

test("another total is reported, and so is the end of a revision that changes it", () => {
  expect(unseen(plain, { ...plain, cartTotal: 99 }, "post")).toBe("total");
  expect(unseen(revised, { ...plain, itemGroups: [group("a")], cartTotal: 49 }, "post")).toBeNull();
});

test("the price of a newly chosen delivery method is not reported, but a revision is", () => {
  expect(unseen(plain, { ...plain, cartTotal: 104.5 }, "courier")).toBeNull();
  expect(unseen(plain, revised, "courier")).toBe("revision");
});

test("changed payments of the plan are reported even if the total stays", () => {
  const by = (paymentAmount: number): Shown => ({
    ...plain,
    installmentBilling: {
      eligible: true,
      blocked: false,
      selected: true,
      payments: [{ paymentNumber: 1, paymentDate: "2026-12-20", paymentAmount }],
    },
  });
  expect(unseen(by(19), by(19), "post")).toBeNull();
  expect(unseen(by(19), by(31), "post")).toBe("revision");
  expect(unseen(by(19), by(31), "courier")).toBe("revision");
});
