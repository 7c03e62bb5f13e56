"use client";

import { useEffect, useReducer } from "react";
import { call } from "@/api/call";
import { bundleTexts } from "@/text/areas/bundle";
import { useText } from "@/text/use-text";
import { type BuilderEvent, dateToLoad, initial, reduce } from "./bundle-state";

/** Runs the builder's state machine and loads the steps of a day. */
export function useBuilder(bundleId: string) {
  const t = useText(bundleTexts);
  const [state, dispatch] = useReducer(reduce, initial);
  const date = dateToLoad(state);
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
  // A refusal with status 200 is about the day. Anything else is a failed call.
  const unavailable = outcome.status === 200;
  return { type: "failed", date, message: unavailable ? outcome.message : failed, unavailable };
}
