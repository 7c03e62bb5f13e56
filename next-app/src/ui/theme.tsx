"use client";

import { createContext, type ReactNode, useContext } from "react";

const ThemeContext = createContext("");

type Props = { theme: string | undefined; children: ReactNode };

/**
 * Tells the dialogs that open from a themed part of the page the class of its theme. They are rendered at the end of the
 * document, where they do not inherit it.
 */
export function DialogTheme({ theme, children }: Props) {
  const outer = useContext(ThemeContext);
  return <ThemeContext value={theme ?? outer}>{children}</ThemeContext>;
}

/** The class of the theme around a dialog; empty if it is the theme of the shop. */
export function useDialogTheme(): string {
  return useContext(ThemeContext);
}
