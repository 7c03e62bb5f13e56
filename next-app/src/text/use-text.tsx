"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type Overrides, type Say, sayer } from "./texts";

const TextContext = createContext<Say>(sayer({}));

export function TextProvider({ overrides, children }: { overrides: Overrides; children: ReactNode }) {
  return <TextContext value={sayer(overrides)}>{children}</TextContext>;
}

export function useText(): Say {
  return useContext(TextContext);
}
