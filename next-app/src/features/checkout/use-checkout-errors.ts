"use client";

import { useEffect, useRef, useState } from "react";
import type { Refusal } from "@/api/outcome";
import type { AddressField } from "@/lib/address-rules";
import { addressLabel } from "@/parts/address-form/address-form";
import type { SummaryEntry } from "@/parts/error-summary/error-summary";
import { useErrorTitle } from "@/parts/error-summary/use-error-title";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { fieldOrder, paidFields, sectionTitles } from "./checkout-fields";
import { type CheckoutFacts, type CheckoutField, fieldOfWire, shippingOf } from "./checkout-form";
import type { CheckoutForm } from "./use-checkout-form";

/** The errors of checkout: those of its fields and those of the order as a whole. */
export function useCheckoutErrors({ form, values, messageOf }: CheckoutForm, facts: CheckoutFacts) {
  const t = useText(addressTexts, checkoutTexts);
  // Counts the failed submissions: focus moves to the errors each time.
  const [failures, setFailures] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [summaryTitle, setSummaryTitle] = useState<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const { free } = facts;

  const entries: SummaryEntry[] = fieldOrder.flatMap((field) => {
    const message = messageOf(field);
    return message ? [{ field, label: labelOf(field), message }] : [];
  });

  useEffect(() => {
    if (failures > 0) (summary.current ?? alert.current)?.focus();
  }, [failures]);

  useErrorTitle((failures > 0 && entries.length > 0) || problem !== null);

  // A free cart does not ask for these fields, so their messages disappear.
  useEffect(() => {
    if (free) form.clearErrors(paidFields);
  }, [free, form]);

  function labelOf(field: CheckoutField): string | null {
    const [section, part] = field.split(".");
    if (!part) return null;
    const { countryId } = section === "shipping" ? shippingOf(values, facts) : values.billing;
    const name = t(addressLabel(part as AddressField, countryId));
    return section === "shipping" ? t("checkout.shipping-field", { name }) : name;
  }

  /** The name of a field that still has to be filled in. */
  function missingName(field: CheckoutField): string {
    const title = sectionTitles[field];
    return title ? t(title) : (labelOf(field) ?? "");
  }

  /** Counts a failure. `message` says what is wrong beyond the fields. */
  function fail(message: string | null): void {
    setProblem(message);
    setFailures((count) => count + 1);
  }

  /** Shows the server's messages at their fields, or above the form when it names no field of the form. */
  function refuse(refusal: Refusal): void {
    setSummaryTitle(refusal.message);
    const known = refusal.errors.flatMap(({ field, message }) => {
      const own = fieldOfWire(field);
      return own ? [{ own, message }] : [];
    });
    for (const { own, message } of known) form.setError(own, { message });
    fail(known.length === 0 ? refusal.message : null);
  }

  function clear(): void {
    setProblem(null);
    setSummaryTitle(null);
  }

  return {
    entries: failures > 0 ? entries : [],
    problem,
    summaryTitle,
    summary,
    alert,
    missingName,
    fail,
    refuse,
    clear,
  };
}

export type CheckoutErrors = ReturnType<typeof useCheckoutErrors>;
