"use client";

import { type Dispatch, useEffect, useRef } from "react";
import { loadDraft, removeDraft, saveDraft } from "@/lib/draft";
import { type Demographics, type DemographicsEvent, parseTyped, unsaved } from "./demographics-state";

/** The name of the draft with the unsaved values of the cards. The draft never contains a photo. */
const draftName = "passholders";

/** Stores the unsaved values in this tab, and restores them after a reload. */
export function useDraft(
  state: Demographics,
  dispatch: Dispatch<DemographicsEvent>,
  sessionTimeoutSeconds: number,
): void {
  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current) {
      opened.current = true;
      dispatch({ type: "recalled", typed: parseTyped(loadDraft(draftName, sessionTimeoutSeconds)) });
      return;
    }
    const typed = unsaved(state);
    if (Object.keys(typed).length > 0) saveDraft(draftName, typed);
    else removeDraft(draftName);
  }, [state, dispatch, sessionTimeoutSeconds]);
}
