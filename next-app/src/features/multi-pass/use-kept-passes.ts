"use client";

import { useEffect, useRef } from "react";
import { forgetDraft, keepDraft, recallDraft } from "@/lib/draft";
import type { PassPage } from "./multi-pass-screen";
import { kept, type noPasses, type Passes, type PassesEvent, parseKept } from "./passes-state";

const draftOf = ({ path }: PassPage): string => `passes ${path}`;

/** Stores the passes of a page in the tab's session storage. */
export function keepEntries(page: PassPage, state: Passes) {
  if (state.entries.length > 0) keepDraft(draftOf(page), kept(state));
  else forgetDraft(draftOf(page));
}

/** Restores the passes typed in this tab, and stores their changes. */
export function useKeptPasses(
  page: PassPage,
  state: typeof noPasses,
  dispatch: (event: PassesEvent) => void,
) {
  const returned = useRef(false);
  useEffect(() => {
    const name = draftOf(page);
    if (!returned.current) {
      returned.current = true;
      const entries = parseKept(recallDraft(name, page.keptFor));
      if (entries.length > 0) {
        dispatch({ type: "returned", entries });
        return;
      }
    }
    keepEntries(page, state);
  }, [page, state, dispatch]);
}
