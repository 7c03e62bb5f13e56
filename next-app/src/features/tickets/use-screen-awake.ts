"use client";

import { useEffect, useState } from "react";

/**
 * Keeps the screen on while the page is visible, if the device allows it. Returns whether the screen is kept on. The
 * wake lock is released when the page is hidden and requested again when the page is visible.
 */
export function useScreenAwake(): boolean {
  const [awake, setAwake] = useState(false);

  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;

    async function keep() {
      if (document.visibilityState !== "visible") return;
      try {
        const kept = await navigator.wakeLock.request("screen");
        if (left) {
          await kept.release();
          return;
        }
        lock = kept;
        setAwake(true);
        kept.addEventListener("release", () => setAwake(false));
      } catch {
        // The request may fail on a low battery, without https, or in a browser without the API.
      }
    }

    void keep();
    document.addEventListener("visibilitychange", keep);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", keep);
      void lock?.release();
    };
  }, []);

  return awake;
}
