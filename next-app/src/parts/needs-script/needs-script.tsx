import { fetchOverrides } from "@/api/server";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { noScriptTexts } from "@/text/areas/no-script";
import { createTranslate, type TextIdOf } from "@/text/texts";
import { Alert } from "@/ui/alert";

/** Where a shopper can go without scripts. */
const nextPages = {
  cart: { text: "no-script.to-cart", path: routes.cart() },
  account: { text: "no-script.to-account", path: routes.profile() },
  signIn: { text: "no-script.to-sign-in", path: routes.smartLogin("/") },
  shop: { text: "no-script.to-shop", path: routes.home() },
} as const;

type Props = {
  /** What the page needs scripts for. */
  text: TextIdOf<"no-script">;
  /** Where to go without them. */
  next: keyof typeof nextPages;
};

/** A notice above a page that needs scripts, shown only where scripts are turned off. */
export async function NeedsScript({ text, next }: Props) {
  const t = createTranslate(await fetchOverrides(), alertTexts, noScriptTexts);
  return (
    <noscript>
      <div className="frame pb-6">
        <Alert tone="info" label={t("alert.info")} live={false}>
          {t(text)}{" "}
          <a
            href={nextPages[next].path}
            className="-my-3 inline-flex min-h-11 items-center font-semibold underline"
          >
            {t(nextPages[next].text)}
          </a>
        </Alert>
      </div>
    </noscript>
  );
}
