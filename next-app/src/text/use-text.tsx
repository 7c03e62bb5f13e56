"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { createTranslate, type Overrides, type Texts } from "./texts";

const OverridesContext = createContext<Overrides>({});

export function TextProvider({ overrides, children }: { overrides: Overrides; children: ReactNode }) {
  return <OverridesContext value={overrides}>{children}</OverridesContext>;
}

/** Returns the texts of the given areas. A browser page contains only the areas that its components name. */
export function useText<T extends readonly Texts[]>(...areas: T) {
  const overrides = useContext(OverridesContext);
  // Each call site passes a constant list of areas.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of changing length cannot be a dependency
  return useMemo(() => createTranslate(overrides, ...areas), [overrides]);
}
