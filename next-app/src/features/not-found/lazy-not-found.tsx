"use client";

import { lazy } from "react";

const NotFoundScreen = lazy(async () => ({
  default: (await import("./not-found-screen")).NotFoundScreen,
}));

/**
 * The page for unknown addresses. Next.js sends it with every page of the app, once for each layout, so all of it is
 * loaded on demand. It has no Suspense: the server sends the whole page.
 */
export function LazyNotFound() {
  return <NotFoundScreen />;
}
