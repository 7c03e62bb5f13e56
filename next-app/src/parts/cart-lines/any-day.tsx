"use client";

import type { CartGroup } from "@/api/types";
import { validityTexts } from "@/text/areas/validity";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";

type Props = { group: CartGroup; withIcon?: boolean };

/** Says that the tickets of a group are good on any day. Renders nothing for a visit, a pass, goods or a donation. */
export function AnyDay({ group, withIcon }: Props) {
  const t = useText(validityTexts);
  if (group.isDonation || group.isPackage || !group.items.every(isGoodAnyDay)) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      {withIcon ? (
        <span className="mt-px flex-none">
          <Icon name="calendar" size={18} />
        </span>
      ) : null}
      {t("validity.any-day")}
    </p>
  );
}

function isGoodAnyDay(item: CartGroup["items"][number]): boolean {
  return item.performances.length === 0 && !item.productVariantIsPass && !item.deliveryItem;
}
