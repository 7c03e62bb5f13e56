"use client";

import type { StateProvince } from "@/api/types";
import { type HolderField, maxLengths } from "@/lib/passholder-rules";
import { controlProps } from "@/lib/typed-fields";
import { BirthDateField } from "@/parts/birth-date/birth-date-field";
import { formTexts } from "@/text/areas/form";
import { passTexts } from "@/text/areas/pass";
import { passholderTexts } from "@/text/areas/passholder";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { hasNoEmail, type PassCard } from "./demographics-state";

type Props = {
  card: PassCard;
  states: StateProvince[];
  onChange: (field: HolderField, value: string) => void;
  onLeave: (field: HolderField) => void;
};

/** The name of a field's control. Unique, because the page shows several passes. */
export function fieldNameOf(card: PassCard, field: HolderField): string {
  return `${card.id}.${field}`;
}

/** The fields of a passholder. The parent holds the values and validates them. */
export function HolderFields({ card, states, onChange, onLeave }: Props) {
  const t = useText(formTexts, passTexts, passholderTexts);

  const common = (field: HolderField, label: TextIdOf<"passholder">) => ({
    ...controlProps(card, field, (errorId) => t(errorId), onChange, onLeave),
    name: fieldNameOf(card, field),
    label: t(label),
  });
  /** A section per passholder keeps the browser's autofill from mixing them up. */
  const token = (name: string) => `section-${card.id} ${name}`;
  const name = card.allowNameChange ? {} : { disabled: true, hint: t("pass.name-locked") };
  const isChild = hasNoEmail(card);
  const birthDate = common("birthDate", "passholder.birth-date-label");

  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <div className="sm:col-span-3">
        <TextField
          {...common("firstName", "passholder.first-name-label")}
          {...name}
          autoComplete={token("given-name")}
          maxLength={maxLengths.firstName}
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...common("lastName", "passholder.last-name-label")}
          {...name}
          autoComplete={token("family-name")}
          maxLength={maxLengths.lastName}
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...common("emailAddress", "passholder.email-label")}
          type="email"
          inputMode="email"
          optional={t("form.optional")}
          hint={isChild ? t("passholder.email-child") : undefined}
          disabled={isChild}
          autoComplete={token("email")}
          maxLength={maxLengths.emailAddress}
          spellCheck={false}
        />
      </div>
      <div className="sm:col-span-3">
        <BirthDateField
          name={birthDate.name}
          value={birthDate.value}
          error={birthDate.error}
          autoComplete={token("bday")}
          locked={card.allowBirthDateChange ? undefined : t("pass.birth-date-locked")}
          today={card.today}
          onChange={(typed) => onChange("birthDate", typed)}
          onLeave={() => onLeave("birthDate")}
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...common("address1", "passholder.address1-label")}
          autoComplete={token("address-line1")}
          maxLength={maxLengths.address1}
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...common("address2", "passholder.address2-label")}
          optional={t("form.optional")}
          autoComplete={token("address-line2")}
          maxLength={maxLengths.address2}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          {...common("city", "passholder.city-label")}
          autoComplete={token("address-level2")}
          maxLength={maxLengths.city}
        />
      </div>
      <div className="sm:col-span-2">
        <Select {...common("state", "passholder.state-label")} autoComplete={token("address-level1")}>
          <option value="">{t("passholder.state-choose")}</option>
          {states.map(({ abbreviation, name: stateName }) => (
            <option key={abbreviation} value={abbreviation}>
              {stateName}
            </option>
          ))}
        </Select>
      </div>
      <div className="sm:col-span-2">
        <TextField
          {...common("zip", "passholder.zip-label")}
          autoComplete={token("postal-code")}
          autoCapitalize="characters"
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...common("phoneNumber", "passholder.phone-label")}
          type="tel"
          inputMode="tel"
          autoComplete={token("tel")}
        />
      </div>
    </div>
  );
}
