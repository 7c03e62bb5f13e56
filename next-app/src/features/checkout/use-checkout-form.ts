"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useCartChange } from "@/api/swr";
import type { Cart, DeliveryMethod } from "@/api/types";
import { loadDraft, saveDraft } from "@/lib/draft";
import { useShopForm } from "@/parts/form/use-shop-form";
import { addressTexts } from "@/text/areas/address";
import { checkoutTexts } from "@/text/areas/checkout";
import { useText } from "@/text/use-text";
import { fieldOrder, labelOf, paidFields } from "./checkout-fields";
import {
  type CheckoutFacts,
  type CheckoutField,
  type CheckoutValues,
  checkoutSchema,
  chosen,
  draftName,
  draftOf,
  fieldOfWire,
  initialValues,
  parseDraft,
  settingsBody,
  withDraft,
} from "./checkout-form";

/** The checkout form: its values, its errors, and the storage of typed values. */
export function useCheckoutForm(cart: Cart, facts: CheckoutFacts, sessionTimeout: number) {
  const t = useText(addressTexts, checkoutTexts);
  const schema = useMemo(() => checkoutSchema(facts, t), [facts, t]);
  const form = useShopForm<CheckoutValues, CheckoutField>({
    schema,
    defaultValues: initialValues(cart, facts),
    fields: useMemo(() => fieldOrder(facts), [facts]),
    labelOf: (field, values) => labelOf(field, values, facts, t),
    fieldOfWire,
  });
  const { getValues, setValue, clearErrors, reset } = form;
  const { save, saving } = useSettingsSaver(cart, facts, getValues);

  const start = useRef(() => {
    const draft = parseDraft(loadDraft(draftName, sessionTimeout));
    if (draft) reset(withDraft(getValues(), draft, cart, facts));
    // The settings are saved, because a method that was chosen automatically may change the total.
    save();
  });
  // The effect runs before the form reports values typed while the page was loading. They override the draft.
  useLayoutEffect(() => start.current(), []);

  // Payment methods depend on the plan. A method that is no longer offered is deselected. If only one method is
  // offered, it is selected.
  const { deliveryMethods, paymentMethods, free } = facts;
  useEffect(() => {
    const kept = chosen(paymentMethods, getValues("paymentMethodId"));
    if (kept !== getValues("paymentMethodId")) setValue("paymentMethodId", kept);
  }, [paymentMethods, getValues, setValue]);

  // Delivery methods depend on the lines. A method that is no longer offered is deselected. If only one method is
  // offered, it is selected.
  const followLines = useEffectEvent((offered: DeliveryMethod[]) => {
    const deliveryMethodId = chosen(offered, getValues("deliveryMethodId"));
    if (deliveryMethodId === getValues("deliveryMethodId")) return;
    change({ deliveryMethodId }, ["deliveryMethodId"]);
    // The delivery method may change the total, so the summary is updated now.
    save();
  });
  useEffect(() => followLines(deliveryMethods), [deliveryMethods]);

  // A free cart does not ask for these fields, so their messages disappear.
  useEffect(() => {
    if (free) clearErrors(paidFields);
  }, [free, clearErrors]);

  function change(edit: Partial<CheckoutValues>, changed: CheckoutField[]): void {
    form.change(edit, changed);
    saveDraft(draftName, draftOf(getValues(), cart));
  }

  return { ...form, change, save, saving };
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;

/**
 * Saves the values typed so far on the server, which stores only the valid ones. Invalid values stay in the tab's
 * draft.
 */
function useSettingsSaver(cart: Cart, facts: CheckoutFacts, getValues: () => CheckoutValues) {
  const changeCart = useCartChange();
  const [savedFirst] = useState(() => savedBody(cart, facts));
  const saved = useRef(savedFirst);
  const saving = useRef<Promise<unknown>>(Promise.resolve());

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

  return { save, saving };
}

function savedBody(cart: Cart, facts: CheckoutFacts): string {
  const known = {
    ...initialValues(cart, facts),
    deliveryMethodId: cart.extDeliveryMethodId ?? "",
    paymentMethodId: cart.extPaymentMethodId ?? "",
  };
  return JSON.stringify(settingsBody(known, facts, true));
}
