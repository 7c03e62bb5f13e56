import type { AccountTicket, EntitlementVariant } from "@/api/types";
import { routes } from "@/lib/routes";
import { ticketName } from "@/lib/ticket-name";
import { admissionText } from "@/parts/validity/validity";
import type { Translate } from "@/text/texts";
import { Icon } from "@/ui/icon";
import type { HeldTogether } from "./held-tickets";
import { Past } from "./past";
import { TicketLink } from "./ticket-link";

type Props = {
  t: Translate<"profile" | "pass" | "validity">;
  pass: AccountTicket;
  /** All tickets of the account. */
  held: HeldTogether[];
  /** What the passes of this passholder give. */
  benefits: EntitlementVariant[];
};

/** A pass with its photo, its validity and what is left of its benefits. */
export function PassRow({ t, pass, held, benefits }: Props) {
  const { accountId, firstName, lastName, productName, variantName, passLevelName, over, hasPhoto } = pass;
  const holder = [firstName, lastName].filter(Boolean).join(" ");
  const when = admissionText(t, { from: pass.validityStartDate, to: pass.validityEndDate });
  const name = ticketName({ displayName: variantName, effectivePassLevelName: passLevelName });
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="row-span-2 grid size-16 flex-none place-items-center overflow-hidden rounded-button border border-line bg-sunken text-ink-2">
        {hasPhoto ? (
          <img
            src={routes.passPhoto(accountId)}
            alt={t("profile.photo-of", { name: holder })}
            width={64}
            height={64}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <Icon name="user" />
        )}
      </span>
      <div>
        <p className="font-semibold">
          {productName}
          {over ? <Past>{t("profile.over")}</Past> : null}
        </p>
        <p>{[holder && t("pass.for", { name: holder }), name].filter(Boolean).join(", ")}</p>
        <p className="figures text-sm text-ink-2">{when}</p>
        {over || benefits.length === 0 ? null : (
          <ul className="figures pt-1 text-sm">
            {withoutRepeats(benefits).map(({ entitlementName: name, entitlements, ...benefit }) => (
              <li key={idsOf({ entitlements })}>
                {benefit.heldBackReason
                  ? t("profile.benefit-held-back", { name, reason: benefit.heldBackReason })
                  : t("profile.benefit-left", {
                      name,
                      left: benefit.remainingQuantity,
                      total: benefit.totalQuantity,
                    })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="col-start-2 sm:col-start-3 sm:row-start-1">
        <TicketLink t={t} tickets={[pass]} held={held} when={when} />
      </div>
    </li>
  );
}

const idsOf = ({ entitlements }: Pick<EntitlementVariant, "entitlements">) =>
  entitlements.map(({ id }) => id).join(" ");

/** A benefit that is listed for several variants, such as adults and children, has one quantity. It is shown once. */
function withoutRepeats(benefits: EntitlementVariant[]): EntitlementVariant[] {
  const firsts = new Map(benefits.toReversed().map((benefit) => [idsOf(benefit), benefit]));
  return benefits.filter((benefit) => firsts.get(idsOf(benefit)) === benefit);
}
