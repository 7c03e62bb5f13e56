import "server-only";
import { headers } from "next/headers";
import type { FieldError } from "./outcome";

/** A form that was posted to its page, because no script ran, and did not lead to another page. */
export type PostedForm = {
  /** What was typed, without secrets. */
  values: Record<string, string>;
  /** Why it was not accepted; null if it was not sent on, because it lacked fields. */
  failure: PostedFailure | null;
};

export type PostedFailure = {
  status: number;
  message: string;
  errors: FieldError[];
  retryAfterSeconds: number | null;
};

/** The form that was posted to this page; null if none was. The door writes this header and lets no other through. */
export async function fetchPosted(): Promise<PostedForm | null> {
  const sent = (await headers()).get("x-midway-posted");
  if (sent === null) return null;
  const { values, failure } = JSON.parse(decodeURIComponent(sent)) as {
    values: Record<string, string>;
    failure?: Partial<PostedFailure>;
  };
  if (!failure) return { values, failure: null };
  const { status = 0, message, errors, retryAfterSeconds } = failure;
  return {
    values,
    failure: {
      status,
      message: message ?? "",
      errors: errors ?? [],
      retryAfterSeconds: retryAfterSeconds ?? null,
    },
  };
}
