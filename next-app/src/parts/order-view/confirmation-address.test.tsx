// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Order } from "@/api/types";
import { ConfirmationAddress } from "./confirmation-address";

afterEach(cleanup);

test.each([
  ["We're sending your confirmation to bob@example.org.", "Email on this orderada@example.org"],
  [undefined, "Confirmation sent tobob@example.org"],
])(
  "with the status message %j, the e-mail address and its label are shown as %j",
  (confirmationGenerationMessage, text) => {
    const order = {
      emailAddress: "ada@example.org",
      lastConfirmEmailAddress: "bob@example.org",
      confirmationGenerationMessage,
    } as Order;
    expect(render(<ConfirmationAddress order={order} />).container.textContent).toBe(text);
  },
);
