import type { Translate } from "@/text/texts";

/** Why an order was not shown for a phone number. */
export function phoneProblem(
  t: Translate<"order-lookup">,
  refusal: { status: number; message: string; retryAfterSeconds: number | null },
): string {
  const { status, message, retryAfterSeconds } = refusal;
  if (status === 404) return t("order-lookup.no-match");
  if (status === 429 && retryAfterSeconds) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return minutes === 1 ? t("order-lookup.wait-one") : t("order-lookup.wait", { minutes });
  }
  return message;
}
