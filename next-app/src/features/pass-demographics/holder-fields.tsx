"use client";

import type { StateProvince } from "@/api/types";
import { formatDate, parseTypedDay } from "@/lib/dates";
import { type HolderField, maxLengths } from "@/lib/passholder-rules";
import { controlProps } from "@/lib/typed-fields";
import { stateOfZip } from "@/lib/zip-state";
import { PostalLayout } from "@/parts/address-form/postal-layout";
import { BirthDateField } from "@/parts/birth-date/birth-date-field";
import { formTexts } from "@/text/areas/form";
import { passTexts } from "@/text/areas/pass";
import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { passholderTexts } from "@/text/areas/passholder";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { TextButton } from "@/ui/text-button";
import { foldsPerson, isChildPass, type PassCard } from "./demographics-state";

type Props = {
  card: PassCard;
  /** The accessible name of the pass. */
  accessibleName: string;
  states: StateProvince[];
  /** Shows the person's fields, which are folded. */
  onUnfoldPerson: () => void;
  onChange: (field: HolderField, value: string) => void;
  onLeave: (field: HolderField) => void;
};

/** The name of a field's control. It contains the pass id, because the page shows several passes. */
export function fieldNameOf(card: PassCard, field: HolderField): string {
  return `${card.id}.${field}`;
}

/** The fields of a passholder. The parent holds the values and validates them. */
export function HolderFields(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      {foldsPerson(props.card) ? <KnownPerson {...props} /> : <PersonFields {...props} />}
      <EmailField {...props} />
      <AddressFields {...props} />
    </div>
  );
}

/** Connects the controls to the fields of a pass. */
function useControls({ card, onChange, onLeave }: Props) {
  const t = useText(formTexts, passTexts, passholderTexts);
  return {
    t,
    controlOf: (field: HolderField, label: TextIdOf<"passholder">) => ({
      ...controlProps(card, field, (errorId) => t(errorId), onChange, onLeave),
      name: fieldNameOf(card, field),
      label: t(label),
    }),
    /** Each passholder has an autofill section, so that the browser does not mix up their details. */
    autofill: (name: string) => `section-${card.id} ${name}`,
  };
}

/** The name and the birth date as they are known, with a button that shows their fields. */
function KnownPerson({ card: { typed }, accessibleName, onUnfoldPerson }: Props) {
  const t = useText(passDemographicsTexts);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-button bg-sunken px-4 py-2 sm:col-span-6">
      <p className="figures min-w-0 break-words">
        <span className="font-semibold">
          {typed.firstName} {typed.lastName}
        </span>
        <span className="block text-sm text-ink-2">
          {t("pass-demographics.born", {
            birthDate: formatDate(parseTypedDay(typed.birthDate) ?? typed.birthDate),
          })}
        </span>
      </p>
      <TextButton
        className="-mx-2"
        aria-label={t("pass-demographics.change-person-of", { name: accessibleName })}
        onClick={onUnfoldPerson}
      >
        {t("pass-demographics.change-person")}
      </TextButton>
    </div>
  );
}

/** The name and the birth date. */
function PersonFields(props: Props) {
  const { card, onChange, onLeave } = props;
  const { t, controlOf, autofill } = useControls(props);
  const name = card.allowNameChange ? {} : { disabled: true, hint: t("pass.name-locked") };
  const birthDate = controlOf("birthDate", "passholder.birth-date-label");
  return (
    <>
      <div className="sm:col-span-3">
        <TextField
          {...controlOf("firstName", "passholder.first-name-label")}
          {...name}
          autoComplete={autofill("given-name")}
          maxLength={maxLengths.firstName}
        />
      </div>
      <div className="sm:col-span-3">
        <TextField
          {...controlOf("lastName", "passholder.last-name-label")}
          {...name}
          autoComplete={autofill("family-name")}
          maxLength={maxLengths.lastName}
        />
      </div>
      <div className="sm:col-span-3">
        <BirthDateField
          name={birthDate.name}
          value={birthDate.value}
          error={birthDate.error}
          autoComplete={autofill("bday")}
          locked={card.allowBirthDateChange ? undefined : t("pass.birth-date-locked")}
          today={card.today}
          onChange={(typed) => onChange("birthDate", typed)}
          onLeave={() => onLeave("birthDate")}
        />
      </div>
    </>
  );
}

function EmailField(props: Props) {
  const { t, controlOf, autofill } = useControls(props);
  const isChild = isChildPass(props.card);
  return (
    <div className="sm:col-span-3">
      <TextField
        {...controlOf("emailAddress", "passholder.email-label")}
        type="email"
        inputMode="email"
        optional={t("form.optional")}
        hint={isChild ? t("passholder.email-child") : undefined}
        disabled={isChild}
        autoComplete={autofill("email")}
        maxLength={maxLengths.emailAddress}
        spellCheck={false}
      />
    </div>
  );
}

/** The phone number and the postal address, in the order of the address form. */
function AddressFields(props: Props) {
  const { card, states, onChange } = props;
  const { t, controlOf, autofill } = useControls(props);
  return (
    <>
      <div className="sm:col-span-6">
        <TextField
          {...controlOf("phoneNumber", "passholder.phone-label")}
          type="tel"
          inputMode="tel"
          autoComplete={autofill("tel")}
        />
      </div>
      <PostalLayout
        address1={
          <TextField
            {...controlOf("address1", "passholder.address1-label")}
            autoComplete={autofill("address-line1")}
            maxLength={maxLengths.address1}
          />
        }
        address2={(autoFocus) => (
          <TextField
            {...controlOf("address2", "passholder.address2-label")}
            optional={t("form.optional")}
            autoComplete={autofill("address-line2")}
            maxLength={maxLengths.address2}
            autoFocus={autoFocus}
          />
        )}
        hasAddress2={card.typed.address2 !== "" || card.errors.address2 !== undefined}
        zip={
          <TextField
            {...controlOf("zip", "passholder.zip-label")}
            autoComplete={autofill("postal-code")}
            autoCapitalize="characters"
            onChange={(event) => {
              onChange("zip", event.target.value);
              const state = stateOfZip(event.target.value);
              const isKnown = states.some(({ abbreviation }) => abbreviation === state);
              if (state && isKnown && card.typed.state === "") onChange("state", state);
            }}
          />
        }
        city={
          <TextField
            {...controlOf("city", "passholder.city-label")}
            autoComplete={autofill("address-level2")}
            maxLength={maxLengths.city}
          />
        }
        state={
          <Select {...controlOf("state", "passholder.state-label")} autoComplete={autofill("address-level1")}>
            <option value="">{t("passholder.state-choose")}</option>
            {states.map(({ abbreviation, name }) => (
              <option key={abbreviation} value={abbreviation}>
                {name}
              </option>
            ))}
          </Select>
        }
      />
    </>
  );
}
