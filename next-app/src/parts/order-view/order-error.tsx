"use client";

import { useRouter } from "next/navigation";
import { alertTexts } from "@/text/areas/alert";
import { errorTexts } from "@/text/areas/error";
import { useText } from "@/text/use-text";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

/** Replaces an order that could not be read, with the API's message. */
export function OrderError({ message }: { message: string }) {
  const t = useText(alertTexts, errorTexts);
  const router = useRouter();
  return (
    <div className="frame grid justify-items-start gap-4 py-16">
      <h1 className="text-h1">{t("error.title")}</h1>
      <Alert tone="error" label={t("alert.error")} live={false}>
        {message || t("error.unexpected")}
      </Alert>
      <Button onClick={() => router.refresh()}>{t("error.retry")}</Button>
    </div>
  );
}
