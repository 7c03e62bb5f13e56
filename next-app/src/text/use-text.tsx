"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Overrides, sayer, type Texts } from "./texts";

const OverridesContext = createContext<Overrides>({});

export function TextProvider({ overrides, children }: { overrides: Overrides; children: ReactNode }) {
  return <OverridesContext value={overrides}>{children}</OverridesContext>;
}

/** Says the texts of the areas it is given. A page of the browser carries no others. */
export function useText<T extends readonly Texts[]>(...areas: T) {
  const overrides = useContext(OverridesContext);
  // The areas are written at the call, so they are as constant as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of changing length is no dependency
  return useMemo(() => sayer(overrides, ...areas), [overrides]);
}
