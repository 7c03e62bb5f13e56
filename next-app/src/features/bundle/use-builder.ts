"use client";

import { useEffect, useReducer } from "react";
import { call } from "@/api/call";
import { bundleTexts } from "@/text/areas/bundle";
import { useText } from "@/text/use-text";
import { type BuilderEvent, initial, reduce, wanted } from "./bundle-state";

/** The builder's machine, and the call that answers what a day offers. */
export function useBuilder(bundleId: string) {
  const t = useText(bundleTexts);
  const [state, dispatch] = useReducer(reduce, initial);
  const date = wanted(state);
  const failed = t("bundle.times-failed");

  useEffect(() => {
    if (date === null) return;
    let left = false;
    answer(bundleId, date, failed).then((event) => {
      if (!left) dispatch(event);
    });
    return () => {
      left = true;
    };
  }, [bundleId, date, failed]);

  return { state, dispatch, loading: date !== null };
}

async function answer(id: string, date: string, failed: string): Promise<BuilderEvent> {
  const outcome = await call((api) =>
    api.POST("/bundle/steps/{id}", { params: { path: { id } }, body: { date } }),
  );
  if (outcome.ok) return { type: "stepsLoaded", date, steps: outcome.answer };
  // The shop's own no is about the day; anything else is about the call.
  const unavailable = outcome.status === 200;
  return { type: "failed", date, message: unavailable ? outcome.message : failed, unavailable };
}
