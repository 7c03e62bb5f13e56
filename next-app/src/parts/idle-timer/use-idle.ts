"use client";

import { useEffect, useReducer } from "react";
import { activity } from "@/api/activity";
import { type IdleEvent, type IdleState, idleState, startIdle } from "./idle-state";

const everySecond = 1000;
const channelName = "midway.activity";

/** Watches for idleness, once a second. Tabs of one browser tell one another of activity: they share one session. */
export function useIdle(timeoutSeconds: number): IdleState {
  const [state, dispatch] = useReducer(
    (current: IdleState, event: IdleEvent) => idleState(current, event, timeoutSeconds),
    0,
    startIdle,
  );

  useEffect(() => {
    // Having come here is activity, whether or not the page has made a call yet.
    dispatch({ type: "activity", at: Math.max(Date.now(), activity.latest()) });
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(channelName);
    const leave = activity.subscribe((at) => {
      dispatch({ type: "activity", at });
      channel?.postMessage(at);
    });
    channel?.addEventListener("message", ({ data }) => {
      // A clock that was put forward in another tab must not keep this one alive for ever.
      if (typeof data === "number" && data <= Date.now() + everySecond)
        dispatch({ type: "activity", at: data });
    });
    const tick = () => dispatch({ type: "tick", now: Date.now() });
    const timer = setInterval(tick, everySecond);
    // Timers of hidden tabs are slow; whoever comes back sees at once how it stands.
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
