// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Order } from "@/api/types";
import { confirmationTexts } from "@/text/areas/confirmation";
import { placeTexts } from "@/text/areas/place";
import { createTranslate } from "@/text/texts";
import { BoughtList } from "./bought-list";

const t = createTranslate({}, { ...confirmationTexts, ...placeTexts });

const item = {
  id: "1",
  quantity: 1,
  unitsLeft: 1,
  siteName: "Merrow Point",
  performances: [],
  packageItems: [],
  seats: [],
};

const part = (site: string, performanceId: string) => ({
  productId: performanceId,
  productDisplayName: performanceId,
  siteName: site,
  items: [
    {
      productVariantId: "adult",
      displayName: "Adult",
      quantity: 2,
      performances: [
        {
          selectionIndex: 1,
          performanceId,
          showName: performanceId,
          performanceDate: "2026-12-12",
          performanceTime: "11:00",
          validAllDay: false,
        },
      ],
    },
  ],
});

test("a bundle lists its tickets and each visit with its site, and a donation is called a donation", () => {
  const order = {
    items: [
      {
        ...item,
        productDisplayName: "Fossils and Ferry",
        isPackage: true,
        packageItems: [part("Ellery Museum", "Deep Time"), part("Merrow Point", "Evening Boat")],
      },
      { ...item, id: "2", productId: "fund", productDisplayName: "Harbor Fund", isDonation: true },
    ],
  } as unknown as Order;
  render(<BoughtList t={t} order={order} refunds={undefined} />);
  const lines = screen.getAllByText(/^(\d × .*|Ellery Museum|Merrow Point|Deep Time|Evening Boat|Donation)$/);
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "2 × Deep Time, Adult",
    "2 × Evening Boat, Adult",
    "Deep Time",
    "Ellery Museum",
    "Evening Boat",
    "Merrow Point",
    "Donation",
  ]);
});
