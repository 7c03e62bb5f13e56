import { renderToString } from "react-dom/server";
import useSWR from "swr";
import { expect, test } from "vitest";
import { useApi } from "./swr";

type Options = { fallbackData?: string; revalidateIfStale?: boolean; revalidateOnMount?: boolean };
type Props = { name: string[] | null; options: Options };

const shown = ({ data, error, isLoading }: { data?: string; error?: unknown; isLoading: boolean }) =>
  JSON.stringify([data ?? null, error ?? null, isLoading]);

function Ours({ name, options }: Props) {
  return shown(useApi<string>(name, () => Promise.reject(new Error("nothing is read")), options));
}

function Theirs({ name, options }: Props) {
  return shown(useSWR<string>(name, () => "read", options));
}

test.each<[string[] | null, Options]>([
  [["key"], {}],
  [["key"], { fallbackData: "of the page" }],
  [["key"], { fallbackData: "of the page", revalidateIfStale: false }],
  [["key"], { fallbackData: "of the page", revalidateOnMount: true, revalidateIfStale: false }],
  [["key"], { revalidateOnMount: false }],
  [null, {}],
  [null, { fallbackData: "of the page" }],
])("the app's server renders what the browser hydrates: %j %j", (name, options) => {
  expect(renderToString(<Ours name={name} options={options} />)).toBe(
    renderToString(<Theirs name={name} options={options} />),
  );
});
