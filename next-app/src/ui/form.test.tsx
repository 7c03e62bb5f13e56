// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { Form } from "./form";

const nothing = { name: "Ada", city: "", country: "80", news: false, delivery: "digital" };
type Values = typeof nothing;

let known: Values = nothing;

/** Each handler uses the values of the render that created it, like the handlers of the address form. */
function Profile() {
  const [values, setValues] = useState(nothing);
  known = values;
  return (
    <Form onSubmit={() => {}}>
      <input
        name="name"
        value={values.name}
        onChange={(e) => setValues({ ...values, name: e.target.value })}
      />
      <input
        name="city"
        value={values.city}
        onChange={(e) => setValues({ ...values, city: e.target.value })}
      />
      <select
        name="country"
        value={values.country}
        onChange={(e) => setValues({ ...values, country: e.target.value })}
      >
        <option value="17">Canada</option>
        <option value="80">United States</option>
      </select>
      <input
        type="checkbox"
        name="news"
        checked={values.news}
        onChange={(e) => setValues({ ...values, news: e.target.checked })}
      />
      {["digital", "post"].map((id) => (
        <input
          key={id}
          type="radio"
          name="delivery"
          value={id}
          checked={values.delivery === id}
          onChange={() => setValues({ ...values, delivery: id })}
        />
      ))}
    </Form>
  );
}

let root: Root | null = null;
afterEach(() => {
  act(() => root?.unmount());
  cleanup();
  document.body.innerHTML = "";
});

async function served(type: (form: HTMLFormElement) => void): Promise<HTMLFormElement> {
  const place = document.createElement("div");
  place.innerHTML = renderToString(<Profile />);
  document.body.append(place);
  const form = place.querySelector("form") as HTMLFormElement;
  type(form);
  await act(async () => {
    root = hydrateRoot(place, <Profile />);
  });
  return form;
}

const control = <T extends Element>(form: HTMLFormElement, name: string) =>
  form.querySelector(`[name="${name}"]`) as unknown as T;

test("values typed, selected and checked before hydration are known to the form and still shown", async () => {
  const form = await served((form) => {
    control<HTMLInputElement>(form, "name").value = "Grace";
    control<HTMLInputElement>(form, "city").value = "Troy";
    control<HTMLSelectElement>(form, "country").value = "17";
    control<HTMLInputElement>(form, "news").checked = true;
    (form.querySelector('[value="post"]') as HTMLInputElement).checked = true;
  });
  expect(known).toEqual({ name: "Grace", city: "Troy", country: "17", news: true, delivery: "post" });
  expect(new FormData(form).get("name")).toBe("Grace");
  expect(Object.fromEntries(new FormData(form))).toEqual({
    name: "Grace",
    city: "Troy",
    country: "17",
    news: "on",
    delivery: "post",
  });
});

test("an untouched form keeps the values rendered on the server", async () => {
  await served(() => {});
  expect(known).toEqual(nothing);
});
