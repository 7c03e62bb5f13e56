import Link from "next/link";
import { fetchOverrides } from "@/api/server";
import { routes } from "@/lib/routes";
import { alertTexts } from "@/text/areas/alert";
import { multiTexts } from "@/text/areas/multi";
import { createTranslate } from "@/text/texts";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import type { EligibilityLink } from "./eligibility-links";
import type { Offer } from "./fetch-offer";
import { Heading } from "./heading";

type Props = {
  title: string;
  offer: Pick<Offer, "description" | "message">;
  /** The steps by which this visitor can become eligible. */
  eligibilityLinks?: EligibilityLink[];
};

/** The page of an offer that sells nothing to this visitor: it says why and links to other pages. */
export async function Closed({ title, offer, eligibilityLinks = [] }: Props) {
  const t = createTranslate(await fetchOverrides(), alertTexts, multiTexts);
  return (
    <div className="frame grid max-w-prose justify-items-start gap-6">
      <header className="grid gap-2">
        <Heading title={title} description={offer.description} />
      </header>
      <Alert tone="info" label={t("alert.info")} live={false}>
        {offer.message ?? t("multi.empty")}
      </Alert>
      <div className="flex flex-wrap gap-3">
        {[...eligibilityLinks, { href: routes.home(), text: "multi.home" as const }].map(
          ({ href, text }, index) => (
            <Link
              key={text}
              href={href}
              prefetch={false}
              className={buttonClass(index === 0 ? "primary" : "secondary")}
            >
              {t(text)}
            </Link>
          ),
        )}
      </div>
    </div>
  );
}
