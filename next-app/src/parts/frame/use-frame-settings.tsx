"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { FrameSettings } from "./frame-settings";

const SettingsContext = createContext<FrameSettings | null>(null);

export function FrameSettingsProvider({
  settings,
  children,
}: {
  settings: FrameSettings;
  children: ReactNode;
}) {
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export function useFrameSettings(): FrameSettings {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error("there is no FrameSettingsProvider");
  return settings;
}
