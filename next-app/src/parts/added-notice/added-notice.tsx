"use client";

import { useCallback, useLayoutEffect, useState } from "react";
import type { CartGroup } from "@/api/types";
import { type AddedItems, hasAddedItems, takeAddedItems } from "@/flow/added-items";
import { addedTexts } from "@/text/areas/added";
import { alertTexts } from "@/text/areas/alert";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";

/** What was added just before the page opened, and a function to call after an addition on the page itself. */
export function useAddedItems(): { added: AddedItems | null; note: () => void } {
  const [added, setAdded] = useState<AddedItems | null>(null);
  const note = useCallback(() => {
    const taken = takeAddedItems();
    if (taken) setAdded(taken);
  }, []);
  // The notice is in the first picture that the browser shows of the page.
  useLayoutEffect(() => note(), [note]);
  return { added, note };
}

type Props = {
  added: AddedItems | null;
  /** The groups of the cart; undefined until they are known. The notice disappears if the items are no longer there. */
  groups: CartGroup[] | undefined;
};

/** Says what was added to the cart, visibly and to screen readers. Without it the element takes no room. */
export function AddedNotice({ added, groups }: Props) {
  const t = useText(addedTexts, alertTexts);
  const isShown = added !== null && (groups === undefined || hasAddedItems(added, groups));
  return (
    // Screen readers announce what appears in an element that was there before.
    <div role="status" className="not-empty:pt-3">
      {isShown ? (
        <Alert tone="success" label={t("alert.success")} live={false}>
          <p className="figures">
            <strong>{t("added.to-cart")}</strong> <AddedText t={t} added={added} />
          </p>
        </Alert>
      ) : null}
    </div>
  );
}

function AddedText({ t, added }: { t: Translate<"added">; added: AddedItems }) {
  const { product, when, tickets } = added;
  const list = tickets.map(({ quantity, name }) => t("added.ticket", { quantity, name })).join(", ");
  const item = [product, when].filter(Boolean).join(", ");
  return (
    <>
      {list}
      <span className={list ? "block" : ""}>{item}</span>
    </>
  );
}
