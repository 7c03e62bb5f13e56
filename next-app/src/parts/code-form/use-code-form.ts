"use client";

import { useMemo } from "react";
import * as z from "zod/mini";
import type { Refusal } from "@/api/outcome";
import { emptyForm, textField } from "@/parts/form/rules";
import { type FormFailure, useShopForm } from "@/parts/form/use-shop-form";
import { promotionTexts } from "@/text/areas/promotion";
import { useText } from "@/text/use-text";

/** A refused code as a message at its field. Other failures, such as too many attempts, are not about the code. */
export function codeFailure(refusal: Refusal): FormFailure {
  const { status, message } = refusal;
  return status === 200 ? { message, errors: [{ field: "promotionCode", message }] } : refusal;
}

/** The state of a form whose only field is a code. `code` is the code entered before. */
export function useCodeForm(label: "promotion.label" | "promotion.advance-label", code = "") {
  const t = useText(promotionTexts);
  const schema = useMemo(
    () => z.object({ promotionCode: textField((typed) => typed.trim() !== "", t("promotion.missing")) }),
    [t],
  );
  return useShopForm({
    ...emptyForm(schema),
    defaultValues: { promotionCode: code },
    labelOf: () => t(label),
  });
}
