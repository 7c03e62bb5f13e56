// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product, SaleState } from "@/api/types";
import { alertTexts } from "@/text/areas/alert";
import { closedTexts } from "@/text/areas/closed";
import { productTexts } from "@/text/areas/product";
import { createTranslate } from "@/text/texts";
import { Closed } from "./closed";

afterEach(cleanup);

const t = createTranslate({}, alertTexts, closedTexts, productTexts);
const onSaleFrom = "2027-09-06T10:00:00-04:00";

test.each<[Partial<Product>, SaleState | null, string, { notify: boolean; others: boolean }]>([
  [{}, "soldOut", "This product is sold out.", { notify: true, others: true }],
  [{}, "ended", "All dates for this product have passed.", { notify: true, others: true }],
  [{}, null, "This product isn't available right now.", { notify: false, others: true }],
  [
    { onSaleFrom },
    "upcoming",
    "On sale starting Monday, September 6, 2027, 10:00 AM.",
    { notify: true, others: false },
  ],
])(
  "a product that cannot be bought, %j, %s, says why and what to do instead",
  (product, state, text, { notify, others }) => {
    render(<Closed t={t} product={{ id: "guide", ...product } as Product} state={state} />);
    expect(screen.getByText(text)).toBeDefined();
    const address = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href") ?? null;
    expect(address("Notify me by email")).toBe(notify ? "/notify-me/guide" : null);
    expect(address("See what else you can buy")).toBe(others ? "/" : null);
  },
);
