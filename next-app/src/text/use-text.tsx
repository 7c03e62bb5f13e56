"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Overrides, type Say, sayer } from "./texts";

const TextContext = createContext<Say>(sayer({}));

export function TextProvider({ overrides, children }: { overrides: Overrides; children: ReactNode }) {
  const say = useMemo(() => sayer(overrides), [overrides]);
  return <TextContext value={say}>{children}</TextContext>;
}

export function useText(): Say {
  return useContext(TextContext);
}
