"use client";

import { lazy } from "react";

/**
 * The code form for pages on which it is rare, so that their other visitors do not load it. It has no Suspense of its
 * own: the server sends it with the page, because it must work without scripts.
 */
export const LazyCodeForm = lazy(async () => ({ default: (await import("./code-form")).CodeForm }));
