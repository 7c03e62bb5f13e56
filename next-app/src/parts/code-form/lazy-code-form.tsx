"use client";

import { type ComponentProps, lazy } from "react";
import type { CodeForm as Form } from "./code-form";

const CodeForm = lazy(async () => ({ default: (await import("./code-form")).CodeForm }));

/**
 * The code form for pages that rarely show it, so that their other visitors do not load it. It has no
 * Suspense: the server sends the form with the page, because the form must work without scripts. `CodeForm`
 * is wrapped in this function, because a server component cannot render a lazy client component.
 */
export function LazyCodeForm(props: ComponentProps<typeof Form>) {
  return <CodeForm {...props} />;
}
