"use client";

import { useEffect, useEffectEvent, useReducer } from "react";
import { call } from "@/api/call";
import { bundleTexts } from "@/text/areas/bundle";
import { useText } from "@/text/use-text";
import { type BuilderEvent, dateToLoad, initial, reduce } from "./bundle-state";

/** The status of a call that names a line that is not in the visitor's cart. */
export const notFound = 404;

/**
 * Runs the builder's state machine and loads the steps of a day. `lineId` is the line of the cart that is edited, if
 * any; `onGone` is called if it is no longer in the cart.
 */
export function useBuilder(bundleId: string, lineId: string | undefined, onGone: () => void) {
  const t = useText(bundleTexts);
  const [state, dispatch] = useReducer(reduce, initial);
  const date = dateToLoad(state);
  const failed = t("bundle.times-failed");
  const gone = useEffectEvent(onGone);

  useEffect(() => {
    if (date === null) return;
    let left = false;
    answer(bundleId, lineId, date, failed).then((event) => {
      if (left) return;
      if (event === null) gone();
      else dispatch(event);
    });
    return () => {
      left = true;
    };
  }, [bundleId, lineId, date, failed]);

  return { state, dispatch, loading: date !== null };
}

/** The steps of a day, or why they could not be loaded; null if the edited line is no longer in the cart. */
async function answer(
  id: string,
  lineId: string | undefined,
  date: string,
  failed: string,
): Promise<BuilderEvent | null> {
  const outcome = await call((api) =>
    api.POST("/bundle/steps/{id}", { params: { path: { id } }, body: { date, lineId } }),
  );
  if (outcome.ok) return { type: "stepsLoaded", date, steps: outcome.answer };
  if (outcome.status === notFound && lineId !== undefined) return null;
  // A refusal with status 200 is about the day. Anything else is a failed call.
  const unavailable = outcome.status === 200;
  return { type: "failed", date, message: unavailable ? outcome.message : failed, unavailable };
}
