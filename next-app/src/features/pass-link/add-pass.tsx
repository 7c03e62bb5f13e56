"use client";

import { lazy, Suspense, useMemo, useState } from "react";
import { call } from "@/api/call";
import { asksForZip } from "@/lib/pass-code";
import { FormErrors } from "@/parts/form/form-errors";
import { emptyForm } from "@/parts/form/rules";
import { useShopForm } from "@/parts/form/use-shop-form";
import { passTexts } from "@/text/areas/pass";
import { passLinkTexts } from "@/text/areas/pass-link";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { TextButton } from "@/ui/text-button";
import { type LinkValues, linkBody, linkSchema } from "./link-form";

const loadHelp = () => import("@/parts/code-help/code-help");
const CodeHelp = lazy(loadHelp);

type Props = {
  /** What is asked for besides the number: 1 the passholder's phone number, 2 the passholder's postal code. */
  method: number;
  onAdded: () => Promise<void>;
};

/**
 * Links a pass by its number and its passholder's phone number or postal code. The typed values stay until they are
 * accepted.
 */
export function AddPass({ method, onAdded }: Props) {
  const t = useText(passTexts, passLinkTexts);
  const labels: Record<keyof LinkValues, string> = {
    passholderId: t("pass-link.id-label"),
    validationData: t(asksForZip(method) ? "pass-link.zip-label" : "pass-link.phone-label"),
  };
  const schema = useMemo(() => linkSchema(method, t), [method, t]);
  const form = useShopForm({ ...emptyForm(schema), labelOf: (field) => labels[field] });

  const submit = () =>
    form.submit(async (values) => {
      const body = linkBody(values, method);
      const outcome = await call((api) => api.POST("/account/link-pass", { body }), {
        busy: t("pass-link.adding"),
      });
      if (outcome.ok) {
        form.reset();
        void onAdded();
        return null;
      }
      // A refusal is shown unchanged. The message of any other failure also says that the pass was not added.
      if (outcome.status === 200) return { ...outcome, retryAfterSeconds: null };
      return { ...outcome, message: `${t("pass-link.not-added")}. ${outcome.message}` };
    });

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <FormErrors form={form} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.field("passholderId")}
          autoComplete="off"
          className="figures"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField
          {...form.field("validationData")}
          autoComplete="off"
          {...(asksForZip(method)
            ? { optional: t("pass-link.zip-hint"), autoCapitalize: "characters" }
            : { optional: t("pass-link.phone-hint"), type: "tel", inputMode: "tel" })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton appearance="secondary" busy={form.isSubmitting}>
          {t("pass-link.add")}
        </SubmitButton>
        <NumberHelp />
      </div>
    </Form>
  );
}

/** The button to a dialog that shows where the number of a pass is found. */
function NumberHelp() {
  const t = useText(passLinkTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton onPointerEnter={loadHelp} onFocus={loadHelp} onClick={() => setOpen(true)}>
        {t("pass-link.help")}
      </TextButton>
      <Suspense>
        {isOpen ? (
          <CodeHelp
            title={t("pass-link.help-title")}
            drawing={{
              label: t("pass-link.help-picture"),
              holder: t("pass-link.help-sample-name"),
              product: t("pass-link.help-sample-pass"),
              code: t("pass-link.help-sample-id"),
              here: t("pass-link.help-here"),
            }}
            lines={[t("pass-link.help-on-pass"), t("pass-link.help-in-mail"), t("pass-link.help-writing")]}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
