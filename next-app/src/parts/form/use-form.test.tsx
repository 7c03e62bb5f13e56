// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Refusal } from "@/api/outcome";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { FormErrors } from "./form-errors";
import { useForm } from "./use-form";

afterEach(cleanup);

const refusal: Refusal = {
  ok: false,
  status: 429,
  message: "Too many attempts.",
  errors: [],
  retryAfterSeconds: 60,
  requestId: null,
};

function Sample({ send }: { send: (values: { code: string }) => Promise<Refusal | null> }) {
  const form = useForm<"code">({
    defaultValues: { code: "" },
    labelOf: () => "Code",
    validate: ({ code }) => (code === "" ? { code: "Enter a code" } : {}),
  });
  return (
    <Form onSubmit={() => form.submit(send)}>
      <FormErrors form={form} />
      <TextField {...form.field("code")} />
      <SubmitButton busy={form.submitting}>Send</SubmitButton>
    </Form>
  );
}

const field = () => screen.getByLabelText("Code");
const form = () => field().closest("form") as HTMLFormElement;
const enter = (value: string) => fireEvent.change(field(), { target: { value } });

test("an invalid form is not sent, and focus moves to the error summary", () => {
  const send = vi.fn(async () => null);
  render(<Sample send={send} />);
  fireEvent.submit(form());
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement?.getAttribute("role")).toBe("alert");
  expect(field().getAttribute("aria-invalid")).toBe("true");
});

test("a form that is submitted twice before it is answered is sent once", async () => {
  const send = vi.fn(async () => null);
  render(<Sample send={send} />);
  enter("A1");
  await act(async () => {
    form().requestSubmit();
    form().requestSubmit();
  });
  expect(send).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledWith({ code: "A1" });
});

test("a refusal says how long to wait and takes the focus", async () => {
  render(<Sample send={async () => refusal} />);
  enter("A1");
  await act(async () => fireEvent.submit(form()));
  expect(document.activeElement?.textContent).toContain("Too many attempts.");
  expect(document.activeElement?.textContent).toContain("60");
});

test("a server error of a field is shown at the field", async () => {
  const errors = [{ field: "code", message: "Unknown code" }];
  render(<Sample send={async () => ({ ...refusal, errors })} />);
  enter("A1");
  await act(async () => fireEvent.submit(form()));
  const described = field().getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toContain("Unknown code");
  expect(screen.queryByText(/Too many attempts/)).toBeNull();
});
