import { routes } from "@/lib/routes";
import type { TextIdOf } from "@/text/texts";
import type { Offer } from "./fetch-offer";

export type EligibilityLink = { href: string; text: TextIdOf<"multi"> };

/** How a signed-in visitor can become eligible for an offer, the most likely way first. `here` is the offer's page. */
export function eligibilityLinks(
  { challenge, emailDomains, passLevels }: Pick<Offer, "challenge" | "emailDomains" | "passLevels">,
  email: string,
  here: string,
): EligibilityLink[] {
  if (!challenge) return [];
  const host = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const ways: EligibilityLink[] = [];
  if (emailDomains.some((domain) => `.${host}`.endsWith(`.${domain}`)))
    ways.push({ href: routes.verifyEmail(), text: "multi.verify" });
  if (passLevels.length > 0) ways.push({ href: routes.passLink(), text: "multi.link-pass" });
  return [...ways, { href: routes.logout(here), text: "multi.sign-in" }];
}
