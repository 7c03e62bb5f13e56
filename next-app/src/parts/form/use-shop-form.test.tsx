// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { Refusal } from "@/api/outcome";
import type { PostedForm } from "@/api/posted";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { FormErrors } from "./form-errors";
import { emptyForm, textField } from "./rules";
import { type FormFailure, useShopForm } from "./use-shop-form";

afterEach(cleanup);

const refusal: Refusal = {
  ok: false,
  status: 429,
  message: "Too many attempts.",
  errors: [],
  otherTimes: [],
  retryAfterSeconds: 60,
  requestId: null,
};

const schema = z.object({
  code: textField((typed) => typed !== "", "Enter a code"),
  zip: z.string().check(
    z.refine((typed) => typed !== "", { error: "Enter a postal code", abort: true }),
    z.refine((typed) => /^\d*$/.test(typed), "Digits only"),
  ),
});
const labels = { code: "Code", zip: "Postal code" };

type Send = (values: { code: string; zip: string }) => Promise<FormFailure | null>;

function Sample({ send, posted }: { send: Send; posted?: PostedForm }) {
  const form = useShopForm({ ...emptyForm(schema), labelOf: (field) => labels[field], posted });
  const sendAndReset = async (typed: { code: string; zip: string }) => {
    const failure = await send(typed);
    if (failure === null) form.reset();
    return failure;
  };
  return (
    <Form onSubmit={() => form.submit(sendAndReset)}>
      <FormErrors form={form} />
      <TextField {...form.field("code")} />
      <TextField {...form.field("zip")} />
      <button type="button" onClick={() => form.setValue("zip", "x")}>
        Prefill
      </button>
      <button type="button" onClick={() => form.fail({ message: "Payment failed." })}>
        Fail
      </button>
      <SubmitButton busy={form.isSubmitting}>Send</SubmitButton>
    </Form>
  );
}

const accepted: Send = async () => null;
const field = (label: string) => screen.getByRole<HTMLInputElement>("textbox", { name: label });
const form = () => field("Code").closest("form") as HTMLFormElement;
const enter = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));
const leave = (label: string) => act(async () => fireEvent.blur(field(label)));
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const submit = () => act(async () => fireEvent.submit(form()));

/** Returns the message shown at the field with this label; null if there is none. */
function messageOf(label: string): string | null {
  const described = field(label).getAttribute("aria-describedby");
  return described && (document.getElementById(described)?.textContent ?? null);
}

test("typing in an untouched form shows no message", async () => {
  render(<Sample send={accepted} />);
  await enter("Postal code", "x");
  expect(messageOf("Postal code")).toBeNull();
});

test("leaving an edited field shows the message of this field only, and no summary", async () => {
  render(<Sample send={accepted} />);
  await enter("Postal code", "x");
  await leave("Postal code");
  expect(messageOf("Postal code")).toBe("Digits only");
  expect(messageOf("Code")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("leaving a field that was edited and emptied again shows its message", async () => {
  render(<Sample send={accepted} />);
  await enter("Postal code", "1");
  await enter("Postal code", "");
  await leave("Postal code");
  expect(messageOf("Postal code")).toBe("Enter a postal code");
});

test("leaving a field that was not edited shows no message", async () => {
  render(<Sample send={accepted} />);
  await press("Prefill");
  await leave("Postal code");
  expect(field("Postal code").value).toBe("x");
  expect(messageOf("Postal code")).toBeNull();
});

test("a shown message disappears when the value becomes valid, and no new message appears", async () => {
  render(<Sample send={accepted} />);
  await enter("Postal code", "x");
  await leave("Postal code");
  await enter("Postal code", "12207");
  expect([messageOf("Postal code"), messageOf("Code")]).toEqual([null, null]);
});

test("a shown message is replaced when a different rule is broken", async () => {
  render(<Sample send={accepted} />);
  await submit();
  expect(messageOf("Postal code")).toBe("Enter a postal code");
  await enter("Postal code", "x");
  expect(messageOf("Postal code")).toBe("Digits only");
});

test("an invalid form is not sent, shows all messages, and moves the focus to the summary each time", async () => {
  const send = vi.fn(accepted);
  render(<Sample send={send} />);
  for (let times = 0; times < 2; times++) {
    await submit();
    expect(document.activeElement?.getAttribute("role")).toBe("alert");
    expect(document.activeElement?.textContent).toContain("Code: Enter a code");
    field("Code").focus();
  }
  expect(send).not.toHaveBeenCalled();
  expect(field("Code").getAttribute("aria-invalid")).toBe("true");
  expect(document.title).toMatch(/^Error/);
});

test("a form that is submitted twice before the response arrives is sent once", async () => {
  let answer = (_: null) => {};
  const send = vi.fn<Send>(() => new Promise((resolve) => (answer = resolve)));
  render(<Sample send={send} />);
  await enter("Code", "A1");
  await enter("Postal code", "12207");
  await act(async () => {
    form().requestSubmit();
    form().requestSubmit();
  });
  await submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ code: "A1", zip: "12207" });
  expect(screen.getByRole("button", { name: /Send/ }).getAttribute("aria-busy")).toBe("true");
  await act(async () => answer(null));
  expect(field("Code").value).toBe("");
});

/** Submits a valid form and receives the given response. */
async function submitted(failure: FormFailure) {
  const send = vi.fn<Send>().mockResolvedValueOnce(failure).mockResolvedValueOnce(null);
  render(<Sample send={send} />);
  await enter("Code", "A1");
  await enter("Postal code", "12207");
  await submit();
  return send;
}

test("after a refusal, its message takes the focus and shows the waiting time, and the values stay", async () => {
  await submitted(refusal);
  expect(document.activeElement?.textContent).toContain("Too many attempts.");
  expect(document.activeElement?.textContent).toContain("60");
  expect([field("Code").value, field("Postal code").value]).toEqual(["A1", "12207"]);
});

test("a server error of a field is shown at the field instead of above the form, until the field changes", async () => {
  await submitted({ ...refusal, errors: [{ field: "code", message: "Unknown code" }] });
  expect(messageOf("Code")).toBe("Unknown code");
  expect(screen.queryByText(/Too many attempts/)).toBeNull();
  await enter("Postal code", "12208");
  expect(messageOf("Code")).toBe("Unknown code");
  await enter("Code", "A2");
  expect(messageOf("Code")).toBeNull();
});

test("a second attempt removes the errors of the first, and leaving a field of a reset form shows no message", async () => {
  const send = await submitted(refusal);
  await submit();
  expect(send).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("alert")).toBeNull();
  await leave("Code");
  expect([field("Code").value, messageOf("Code")]).toEqual(["", null]);
});

test("a failure outside of a submission is shown above the form and takes the focus", async () => {
  render(<Sample send={accepted} />);
  await press("Fail");
  expect(document.activeElement?.textContent).toContain("Payment failed.");
});

test("the messages of a posted form are in the HTML, and a value typed before hydration stays and removes its message", async () => {
  const failure = {
    status: 200,
    message: "Please correct the following:",
    errors: [
      { field: "code", message: "Wrong code" },
      { field: "zip", message: "Wrong postal code" },
    ],
    retryAfterSeconds: null,
  };
  const sample = <Sample send={accepted} posted={{ values: { code: "abc" }, failure }} />;
  const page = document.createElement("div");
  page.innerHTML = renderToString(sample);
  document.body.append(page);
  expect(field("Code").value).toBe("abc");
  expect([messageOf("Code"), messageOf("Postal code")]).toEqual(["Wrong code", "Wrong postal code"]);
  field("Code").value = "abcd";
  let root: ReturnType<typeof hydrateRoot> | undefined;
  await act(async () => {
    root = hydrateRoot(page, sample);
  });
  expect(field("Code").value).toBe("abcd");
  expect([messageOf("Code"), messageOf("Postal code")]).toEqual([null, "Wrong postal code"]);
  expect(screen.getByRole("alert")).toBe(document.activeElement);
  await act(async () => root?.unmount());
  page.remove();
});
