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

/** The form of checkout: its values, its messages, and that nothing typed is ever lost. */
export function useCheckoutForm(cart: Cart, facts: CheckoutFacts, sessionTimeout: number) {
  const t = useText(addressTexts, checkoutTexts);
  const changeCart = useCartChange();
  const schema = useMemo(() => checkoutSchema(facts, (fault) => t(fault)), [facts, t]);
  const form = useForm<CheckoutValues>({
    defaultValues: openingValues(cart, facts),
    resolver: zodResolver(schema),
    // When to check is decided below: never while typing, after an edit when a field is left, all of it at submit.
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

  /** Keeps on the server what is right so far; what is not right yet stays in the tab. */
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
    // The only method there is has been chosen already, and the total should know.
    save();
  });
  // Before the form tells what was typed while the page was loading, which goes over the draft.
  useLayoutEffect(() => start.current(), []);

  // The ways of paying follow the plan: one that is not offered any more is not chosen, and the only one is.
  const { deliveryMethods, paymentMethods } = facts;
  useEffect(() => {
    const kept = chosen(paymentMethods, getValues("paymentMethodId"));
    if (kept !== getValues("paymentMethodId")) setValue("paymentMethodId", kept);
  }, [paymentMethods, getValues, setValue]);

  // Delivery follows the lines in the same way.
  const followLines = useEffectEvent((offered: DeliveryMethod[]) => {
    const kept = chosen(offered, getValues("deliveryMethodId"));
    if (kept === getValues("deliveryMethodId")) return;
    change("deliveryMethodId", kept, ["deliveryMethodId"]);
    // It decides the price, so the summary has to know now.
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
      // A message goes as soon as what it says is no longer so.
      if (getFieldState(field).error) trigger(field);
    }
  }

  /** A field that was edited is checked when it is left. */
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
