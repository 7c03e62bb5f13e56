"use client";

import { useEffect, useEffectEvent } from "react";
import { readEntry } from "@/lib/history-entry";

const key = "midwayDialog";

/** Whether the page is at the history entry of a dialog. */
export function isAtDialogEntry(): boolean {
  return readEntry<boolean>(key) === true;
}

/** Removes the history entry of a dialog that was closed by other means than Back. */
export function leaveDialogEntry(): void {
  if (isAtDialogEntry()) window.history.back();
}

function addDialogEntry(): void {
  if (!isAtDialogEntry()) window.history.pushState({ ...window.history.state, [key]: true }, "");
}

/**
 * Gives an open dialog an entry in the browser history, so that Back closes the dialog and stays on the page. While the
 * dialog must not be closed, Back has no effect.
 */
export function useDialogEntry(mayClose: boolean, onBack: () => void): void {
  const leave = useEffectEvent(() => {
    if (isAtDialogEntry()) return;
    if (mayClose) onBack();
    else addDialogEntry();
  });
  useEffect(() => {
    addDialogEntry();
    const listen = () => leave();
    window.addEventListener("popstate", listen);
    return () => window.removeEventListener("popstate", listen);
  }, []);
}
