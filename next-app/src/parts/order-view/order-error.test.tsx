// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OrderError } from "./order-error";

const refresh = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

afterEach(cleanup);

test("if an order could not be read, the API's message is shown and the order can be read again", () => {
  render(<OrderError message="We can't process your request right now. Please try again in a moment." />);
  expect(
    screen.getByText("We can't process your request right now. Please try again in a moment."),
  ).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refresh).toHaveBeenCalledOnce();
});

test("the default text is shown if the response has no message", () => {
  render(<OrderError message="" />);
  expect(screen.getByText("Something went wrong. Please try again.")).toBeDefined();
});
