import { expect, test } from "vitest";
import type { CartPass } from "@/api/types";
import { passTexts } from "@/text/areas/pass";
import { passProductsTexts } from "@/text/areas/pass-products";
import { createTranslate } from "@/text/texts";
import { passName } from "./pass-name";

const t = createTranslate({}, passTexts, passProductsTexts);
const choice = (id: string, pass: Partial<CartPass> = {}) => ({
  pass: { extCartTicketId: id, firstName: "", lastName: "", ...pass } as CartPass,
  options: [],
});

test("new passes without a name are numbered only if there are several", () => {
  const ada = choice("ada", { firstName: "Ada", lastName: "Lovelace" });
  const name = (choices: ReturnType<typeof choice>[], id: string) => passName(t, "renewal", choices, id);
  const alone = name([ada, choice("a")], "a");
  expect(name([ada, choice("a"), choice("b")], "b")).toBe(`${alone} 2`);
  expect(name([ada, choice("a"), choice("b")], "ada")).toBe("Ada Lovelace");
});

test("a pass name contains the number of the renewed pass, or else the code of the upgraded ticket", () => {
  const named = { firstName: "Ada", lastName: "Lovelace", upgradedMediaCode: "T1" };
  const name = (pass: Partial<CartPass>) => passName(t, "renewal", [choice("a", pass)], "a");
  expect(name({ ...named, platformAccountId: "P1" })).toBe(
    t("pass.named", { name: "Ada Lovelace", id: "P1" }),
  );
  expect(name(named)).toBe(t("pass.named", { name: "Ada Lovelace", id: "T1" }));
});

test("an upgrade without a passholder is named after its ticket", () => {
  const ticket = choice("a", { upgradedProductName: "Day Ticket", upgradedVariantName: "Adult" });
  expect(passName(t, "upgrade", [ticket], "a")).toContain("Day Ticket, Adult");
  expect(passName(t, "upgrade", [choice("a"), choice("b")], "a")).toBe(t("pass-products.ticket"));
});
