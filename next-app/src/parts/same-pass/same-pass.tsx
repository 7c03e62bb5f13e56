"use client";

import type { CartItem } from "@/api/types";
import { formatDate, unbroken } from "@/lib/dates";
import { alertTexts } from "@/text/areas/alert";
import { passTexts } from "@/text/areas/pass";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

type Props = { samePass: NonNullable<CartItem["samePass"]>; name: string };

/** Says that a pass is bought again for the same person. It stays possible, because it may be for a later time. */
export function SamePass({ samePass: { inCart, validUntil }, name }: Props) {
  const t = useText(alertTexts, passTexts);
  return (
    <Alert tone="warning" label={t("alert.warning")} live={false}>
      {inCart
        ? t("pass.same-in-cart", { name })
        : validUntil
          ? t("pass.same-until", { name, day: unbroken(formatDate(validUntil)) })
          : t("pass.same", { name })}
    </Alert>
  );
}
