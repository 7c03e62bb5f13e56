"use client";

import { maxLengths, type PersonField } from "@/lib/passholder-rules";
import { ticketName } from "@/lib/ticket-name";
import { controlProps } from "@/lib/typed-fields";
import { BirthDateField } from "@/parts/birth-date/birth-date-field";
import { multiPassTexts } from "@/text/areas/multi-pass";
import { passTexts } from "@/text/areas/pass";
import { passholderTexts } from "@/text/areas/passholder";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { TextButton } from "@/ui/text-button";
import type { Entry, Offered } from "./passes-state";

type Props = {
  entry: Entry;
  offered: Offered;
  /** The position among all passholders of the page, from 1. */
  number: number;
  count: number;
  onChange: (field: PersonField, value: string) => void;
  onLeave: (field: PersonField) => void;
  onRemove: () => void;
};

/**
 * The id of an entry's element. The id and the names of its controls contain the entry's key, because the page has many
 * entries.
 */
export const entryOf = ({ key }: { key: number }): string => `entry.${key}`;
export const fieldNameOf = ({ key }: { key: number }, field: PersonField): string => `entry.${key}.${field}`;

/** The passholder of a new pass. The parent holds the values and validates them. */
export function PassholderEntry({ entry, offered, number, count, onChange, onLeave, onRemove }: Props) {
  const t = useText(multiPassTexts, passTexts, passholderTexts);
  const { product, variant } = offered;

  const common = (field: PersonField, label: TextIdOf<"passholder">) => ({
    ...controlProps(entry, field, (errorId) => t(errorId), onChange, onLeave),
    name: fieldNameOf(entry, field),
    label: t(label),
  });
  /** Each passholder has an autofill section, so that the browser does not mix up their details. */
  const token = (name: string) => `section-passholder-${entry.key} ${name}`;
  const birthDate = common("birthDate", "passholder.birth-date-label");

  return (
    <fieldset
      id={entryOf(entry)}
      tabIndex={-1}
      className="mt-3 grid gap-x-4 gap-y-3 rounded-button bg-sunken px-3 pt-2 pb-3 sm:grid-cols-2 sm:px-4 sm:pb-4"
    >
      <legend className="float-left font-semibold sm:col-span-2">
        {t("multi-pass.passholder", { number, count })}
        <span className="sr-only">
          , {ticketName(variant)}, {product.productDisplayName}
        </span>
      </legend>
      <TextField
        {...common("firstName", "passholder.first-name-label")}
        autoComplete={token("given-name")}
        maxLength={maxLengths.firstName}
      />
      <TextField
        {...common("lastName", "passholder.last-name-label")}
        autoComplete={token("family-name")}
        maxLength={maxLengths.lastName}
      />
      <BirthDateField
        name={birthDate.name}
        value={birthDate.value}
        error={birthDate.error}
        autoComplete={token("bday")}
        today={product.firstDate}
        onChange={(typed) => onChange("birthDate", typed)}
        onLeave={birthDate.onBlur}
      />
      <TextButton
        aria-label={t("multi-pass.remove-of", { number })}
        className="-ml-2 self-end justify-self-start sm:-mr-2 sm:ml-0 sm:justify-self-end"
        onClick={onRemove}
      >
        {t("multi-pass.remove")}
      </TextButton>
    </fieldset>
  );
}
