"use client";

import { useEffect, useReducer } from "react";
import { activity } from "@/api/activity";
import { type IdleEvent, type IdleState, idleState, startIdle } from "./idle-state";

const everySecond = 1000;
const channelName = "midway.activity";

/** Checks for idleness once a second. Tabs of one browser exchange activity, because they share a session. */
export function useIdle(timeoutSeconds: number): IdleState {
  const [state, dispatch] = useReducer(
    (current: IdleState, event: IdleEvent) => idleState(current, event, timeoutSeconds),
    0,
    startIdle,
  );

  useEffect(() => {
    // Opening the page is an activity, even before its first call.
    dispatch({ type: "activity", at: Math.max(Date.now(), activity.latest()) });
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
    const leave = activity.subscribe((at) => {
      dispatch({ type: "activity", at });
      channel?.postMessage(at);
    });
    channel?.addEventListener("message", ({ data }) => {
      // Ignores times in the future, so that the wrong clock of another tab cannot keep this tab active.
      if (typeof data === "number" && data <= Date.now() + everySecond)
        dispatch({ type: "activity", at: data });
    });
    const tick = () => dispatch({ type: "tick", now: Date.now() });
    const timer = setInterval(tick, everySecond);
    // Timers of hidden tabs are throttled, so the state is updated when the tab becomes visible.
    document.addEventListener("visibilitychange", tick);
    return () => {
      leave();
      channel?.close();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);

  useEffect(() => {
    activity.setIdle(state.phase !== "active");
    return () => activity.setIdle(false);
  }, [state.phase]);

  return state;
}
