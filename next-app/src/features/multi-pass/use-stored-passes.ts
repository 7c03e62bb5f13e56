"use client";

import { useEffect, useRef } from "react";
import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";
import type { PassPage } from "./multi-pass-screen";
import { kept, type noPasses, type Passes, type PassesEvent, parseStoredEntries } from "./passes-state";

const draftOf = ({ path }: PassPage): string => `passes ${path}`;

/** Stores the passes of a page in the tab's session storage. */
export function storeEntries(page: PassPage, state: Passes) {
  if (state.entries.length > 0) saveDraft(draftOf(page), kept(state));
  else removeDraft(draftOf(page));
}

/** Restores the passes typed in this tab, and stores their changes. */
export function useStoredPasses(
  page: PassPage,
  state: typeof noPasses,
  dispatch: (event: PassesEvent) => void,
) {
  const returned = useRef(false);
  useEffect(() => {
    const name = draftOf(page);
    if (!returned.current) {
      returned.current = true;
      const entries = parseStoredEntries(loadDraft(name, page.keptFor));
      if (entries.length > 0) {
        dispatch({ type: "returned", entries });
        return;
      }
    }
    storeEntries(page, state);
  }, [page, state, dispatch]);
}
