/**
 * The result of an API call: a value, or a refusal with a message for the shopper. A failure is a refusal too. Refusals
 * are values, because they are part of normal use.
 */
import type { OtherTime } from "./types";

export type FieldError = { field: string; message: string };

export type Refusal = {
  ok: false;
  /** 0 if no response arrived. */
  status: number;
  message: string;
  errors: FieldError[];
  /** If a chosen time is full: the times that the shopper can choose instead. */
  otherTimes: OtherTime[];
  retryAfterSeconds: number | null;
  requestId: string | null;
};

export type Outcome<T> = { ok: true; answer: T } | Refusal;

type Raw = { data?: unknown; error?: unknown; response: Response };
type RefusedBody = {
  success?: unknown;
  message?: unknown;
  errors?: unknown;
  otherTimes?: OtherTime[];
  requestId?: unknown;
};

/**
 * A response with `success: false`, with an error status or without a body is a refusal. The body of any other response
 * is the value.
 */
export function outcomeOf<T>(raw: Raw, unexpected: string): Outcome<T> {
  const body = (raw.data ?? raw.error) as RefusedBody | undefined;
  if (raw.response.ok && raw.data !== undefined && body?.success !== false) {
    return { ok: true, answer: raw.data as T };
  }
  const retryAfter = Number(raw.response.headers.get("retry-after"));
  return {
    ok: false,
    status: raw.response.status,
    message: typeof body?.message === "string" && body.message !== "" ? body.message : unexpected,
    errors: fieldErrors(body?.errors),
    otherTimes: body?.otherTimes ?? [],
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    requestId: typeof body?.requestId === "string" ? body.requestId : null,
  };
}

export function unreachable(message: string): Refusal {
  return {
    ok: false,
    status: 0,
    message,
    errors: [],
    otherTimes: [],
    retryAfterSeconds: null,
    requestId: null,
  };
}

/** Whether the failure is unexpected: the server failed or could not be reached. */
export function isUnexpected({ status }: Refusal): boolean {
  return status === 0 || status >= 500;
}

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(
    (error): error is FieldError => typeof error?.field === "string" && typeof error?.message === "string",
  );
}
