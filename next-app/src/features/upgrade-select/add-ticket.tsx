"use client";

import { lazy, Suspense, useMemo, useState } from "react";
import { call } from "@/api/call";
import { ProblemAlert } from "@/parts/error-summary/problem";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { upgradeTexts } from "@/text/areas/upgrade";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { TextButton } from "@/ui/text-button";
import { barcodesOf, barcodesSchema } from "./barcodes";

const loadHelp = () => import("./message-dialog");
const MessageDialog = lazy(loadHelp);

/** Adds tickets by their barcodes. Some may be added even if others were not found. */
export function AddTicket({ onAdded }: { onAdded: (all: boolean) => Promise<void> }) {
  const t = useText(upgradeTexts);
  const [helped, setHelped] = useState(false);
  const schema = useMemo(() => barcodesSchema(t), [t]);
  const form = useShopForm({ ...emptyForm(schema), labelOf: () => t("upgrade.barcode") });

  const submit = () =>
    form.submit(async ({ barcode }) => {
      const body = { barcodes: barcodesOf(barcode).codes };
      const outcome = await call((api) => api.POST("/upgrade/link-upgrade-ticket", { body }), {
        busy: t("upgrade.adding"),
      });
      if (outcome.ok) form.reset();
      void onAdded(outcome.ok);
      if (outcome.ok) return null;
      // A refusal is shown unchanged. The message of a failed call also says that the ticket was not added.
      const { status, message } = outcome;
      return { message: status === 200 ? message : `${t("upgrade.not-added")}. ${message}` };
    });

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <ProblemAlert problem={form.problem} alert={form.alert} />
      <TextField
        {...form.field("barcode")}
        ref={form.input}
        optional={t("upgrade.barcode-hint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton appearance="secondary" busy={form.isSubmitting}>
          {t("upgrade.add")}
        </SubmitButton>
        <TextButton onPointerEnter={loadHelp} onFocus={loadHelp} onClick={() => setHelped(true)}>
          {t("upgrade.help")}
        </TextButton>
      </div>
      <Suspense>
        {helped ? (
          <MessageDialog
            title={t("upgrade.help-title")}
            message={t("upgrade.help-words")}
            onClose={() => setHelped(false)}
          />
        ) : null}
      </Suspense>
    </Form>
  );
}
