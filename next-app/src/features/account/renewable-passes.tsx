import Link from "next/link";
import { fetchOverrides } from "@/api/server";
import type { LinkedPass } from "@/api/types";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { profileTexts } from "@/text/areas/profile";
import { createTranslate } from "@/text/texts";
import { Alert } from "@/ui/alert";

/** A notice about the passes that can be renewed now. Renders nothing if there are none. */
export async function RenewablePasses({ passes }: { passes: LinkedPass[] }) {
  const [first, ...others] = passes;
  if (!first) return null;
  const t = createTranslate(await fetchOverrides(), profileTexts, alertTexts);
  const name = `${first.firstName} ${first.lastName}`.trim();
  return (
    <Alert
      tone="info"
      label={t("alert.info")}
      live={false}
      action={
        <Link
          href={routes.passLink()}
          className="-my-3 inline-flex min-h-11 items-center font-semibold underline"
        >
          {t("profile.renew")}
        </Link>
      }
    >
      {others.length === 0 && name !== ""
        ? t("profile.renewable-one", { name })
        : t("profile.renewable-many", { count: passes.length })}
    </Alert>
  );
}
