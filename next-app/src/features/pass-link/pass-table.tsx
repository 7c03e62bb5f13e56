"use client";

import type { LinkedPass } from "@/api/types";
import { formatDate, unbroken } from "@/lib/dates";
import { ticketName } from "@/lib/ticket-name";
import { validityText } from "@/parts/validity/validity";
import { passTexts } from "@/text/areas/pass";
import { passLinkTexts } from "@/text/areas/pass-link";
import { validityTexts } from "@/text/areas/validity";
import type { Translate } from "@/text/texts";
import { useText } from "@/text/use-text";
import { DataTable } from "@/ui/data-table";
import { TextButton } from "@/ui/text-button";

type TableProps = {
  selected: string[];
  onSelect: (id: string, on: boolean) => void;
  onRemove: (pass: LinkedPass) => void;
  onApproachRemove: () => void;
};

/** The name attribute of a row's Remove button. The page uses it to move focus to the button. */
export const removalOf = (pass: LinkedPass): string => `remove.${pass.extUserAccountTicketId}`;

export function holderOf(t: Translate<"pass">, pass: LinkedPass): string {
  return `${pass.firstName} ${pass.lastName}`.trim() || t("pass.new");
}

/** The linked passes: a table, or on phones one card for each pass. */
export function PassTable({ passes, ...row }: TableProps & { passes: LinkedPass[] }) {
  const t = useText(passLinkTexts);
  return (
    <DataTable
      stacked
      caption={t("pass-link.list")}
      columns={[
        { heading: t("pass-link.select") },
        { heading: t("pass-link.holder") },
        { heading: t("pass-link.pass") },
        { heading: t("pass-link.valid") },
        { heading: null },
      ]}
    >
      {passes.map((pass) => (
        <PassRow key={pass.extUserAccountTicketId} pass={pass} {...row} />
      ))}
    </DataTable>
  );
}

function PassRow({
  pass,
  selected,
  onSelect,
  onRemove,
  onApproachRemove,
}: TableProps & { pass: LinkedPass }) {
  const t = useText(passTexts, passLinkTexts, validityTexts);
  const id = pass.extUserAccountTicketId;
  const values = { name: holderOf(t, pass), id: pass.platformAccountId };
  return (
    <tr className="border-line max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-3 max-sm:px-4 max-sm:py-3 not-last:border-b">
      <td className="align-top max-sm:row-span-4 sm:p-3 sm:pl-6">
        <span className="grid size-11 place-items-center sm:-m-2.5">
          <input
            type="checkbox"
            aria-label={t("pass-link.select-of", values)}
            aria-describedby={pass.availableForUpgrade ? undefined : `${id}-why`}
            title={pass.availableForUpgrade ? undefined : t("pass-link.not-renewable")}
            disabled={!pass.availableForUpgrade}
            checked={pass.availableForUpgrade && selected.includes(id)}
            onChange={(event) => onSelect(id, event.target.checked)}
            className="size-6"
          />
        </span>
      </td>
      <th scope="row" className="text-left align-top font-semibold sm:p-3">
        {values.name}
        <span className="figures block text-sm font-normal whitespace-nowrap text-ink-2">
          <span className="sr-only">{t("pass-link.id")}: </span>
          {pass.platformAccountId}
        </span>
      </th>
      <td className="align-top sm:p-3">
        {pass.productName}
        <span className="block text-sm text-ink-2">
          {ticketName({ displayName: pass.variantName, effectivePassLevelName: pass.passLevelName })}
        </span>
        {pass.availableForUpgrade ? null : (
          <span id={`${id}-why`} className="mt-1 block max-w-72 text-sm text-ink-2">
            {pass.renewableFrom
              ? t("pass-link.renewable-from", { day: unbroken(formatDate(pass.renewableFrom)) })
              : t("pass-link.not-renewable")}
          </span>
        )}
      </td>
      <td className="figures align-top text-sm text-ink-2 sm:p-3 sm:text-base sm:text-ink">
        <span className="sm:hidden">{t("pass-link.valid")} </span>
        {unbroken(validityText(t, pass.effectiveStartDate, pass.effectiveEndDate))}
      </td>
      <td className="text-right align-top max-sm:text-left sm:p-3 sm:pr-6">
        <TextButton
          name={removalOf(pass)}
          aria-label={t("pass-link.remove-of", values)}
          className="-mx-2 sm:-my-2.5"
          onPointerEnter={onApproachRemove}
          onFocus={onApproachRemove}
          onClick={() => onRemove(pass)}
        >
          {t("pass-link.remove")}
        </TextButton>
      </td>
    </tr>
  );
}
