"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { type FieldPath, get, useForm, useFormState, useWatch } from "react-hook-form";
import { useCartChange } from "@/api/swr";
import type { Cart, DeliveryMethod } from "@/api/types";
import { keepDraft, recallDraft } from "@/lib/draft";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import {
  type CheckoutFacts,
  type CheckoutField,
  type CheckoutValues,
  checkoutSchema,
  chosen,
  draftName,
  openingValues,
  parseDraft,
  settingsBody,
  withDraft,
} from "./checkout-form";

/** The checkout form: its values, its errors, and the storage of typed values. */
export function useCheckoutForm(cart: Cart, facts: CheckoutFacts, sessionTimeout: number) {
  const t = useText(addressTexts, checkoutTexts);
  const changeCart = useCartChange();
  const schema = useMemo(() => checkoutSchema(facts, (fault) => t(fault)), [facts, t]);
  const form = useForm<CheckoutValues>({
    defaultValues: openingValues(cart, facts),
    resolver: zodResolver(schema),
    // Validation is controlled below: never while typing, after an edit when a field loses focus, and completely at
    // submit.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { control, getValues, setValue, trigger, reset, getFieldState } = form;
  const values = useWatch({ control }) as CheckoutValues;
  const { errors } = useFormState({ control });
  const edited = useRef(new Set<CheckoutField>());
  const saved = useRef(savedBody(cart, facts));
  const saving = useRef<Promise<unknown>>(Promise.resolve());

  /** Saves the valid values on the server. Invalid ones stay in the tab's draft. */
  function save(): Promise<unknown> {
    const body = settingsBody(getValues(), facts, true);
    const text = JSON.stringify(body);
    if (text === saved.current) return saving.current;
    saved.current = text;
    saving.current = saving.current.then(async () => {
      const outcome = await changeCart((api) => api.POST("/cart/settings", { body }), {});
      if (!outcome.ok) saved.current = "";
    });
    return saving.current;
  }

  const start = useRef(() => {
    const draft = parseDraft(recallDraft(draftName, sessionTimeout));
    if (draft) reset(withDraft(getValues(), draft, facts));
    // The only method was chosen automatically, which may change the total.
    save();
  });
  // Runs before the form reports values typed while the page was loading, which override the draft.
  useLayoutEffect(() => start.current(), []);

  // Payment methods depend on the plan: one no longer offered is deselected, and the only one is selected.
  const { deliveryMethods, paymentMethods } = facts;
  useEffect(() => {
    const kept = chosen(paymentMethods, getValues("paymentMethodId"));
    if (kept !== getValues("paymentMethodId")) setValue("paymentMethodId", kept);
  }, [paymentMethods, getValues, setValue]);

  // Delivery methods depend on the lines in the same manner.
  const followLines = useEffectEvent((offered: DeliveryMethod[]) => {
    const kept = chosen(offered, getValues("deliveryMethodId"));
    if (kept === getValues("deliveryMethodId")) return;
    change("deliveryMethodId", kept, ["deliveryMethodId"]);
    // The delivery method changes the price, so the summary is updated now.
    save();
  });
  useEffect(() => followLines(deliveryMethods), [deliveryMethods]);

  function change<Name extends FieldPath<CheckoutValues>>(
    name: Name,
    value: unknown,
    fields: CheckoutField[],
  ): void {
    setValue(name, value as never, { shouldDirty: true });
    keepDraft(draftName, getValues());
    for (const field of fields) {
      edited.current.add(field);
      // An error disappears as soon as the field is valid.
      if (getFieldState(field).error) trigger(field);
    }
  }

  /** Validates an edited field when it loses focus. */
  function leave(field: CheckoutField): void {
    if (edited.current.has(field)) trigger(field);
  }

  const messageOf = (field: CheckoutField): string | undefined =>
    (get(errors, field) as { message?: string } | undefined)?.message;

  return { form, values, messageOf, change, leave, save, saving };
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;

function savedBody(cart: Cart, facts: CheckoutFacts): string {
  const known = {
    ...openingValues(cart, facts),
    deliveryMethodId: cart.extDeliveryMethodId ?? "",
    paymentMethodId: cart.extPaymentMethodId ?? "",
  };
  return JSON.stringify(settingsBody(known, facts, true));
}
