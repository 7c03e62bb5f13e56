"use client";

import { useMemo, useState } from "react";
import { addressLines } from "@/lib/address-lines";
import {
  type AddressField,
  canada,
  formatPhone,
  maxCityLength,
  type TypedAddress,
  usa,
  withCountry,
} from "@/lib/address-rules";
import type { Country, StateProvince } from "@/lib/places";
import { stateOfZip } from "@/lib/zip-state";
import { addressTexts } from "@/text/areas/address";
import { formTexts } from "@/text/areas/form";
import type { TextIdOf } from "@/text/texts";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { StatusLine } from "@/ui/status-line";
import { PostalLayout } from "./postal-layout";
import { usePlaceOptions } from "./use-place-options";

const labels: Record<AddressField, TextIdOf<"address">> = {
  firstName: "address.first-name-label",
  lastName: "address.last-name-label",
  phoneNumber: "address.phone-label",
  countryId: "address.country-label",
  address1: "address.address1-label",
  address2: "address.address2-label",
  city: "address.city-label",
  stateProvinceId: "address.state-label",
  otherStateProvince: "address.state-label",
  zipCode: "address.zip-label",
};
const canadianLabels: typeof labels = {
  ...labels,
  stateProvinceId: "address.province-label",
  otherStateProvince: "address.province-label",
  zipCode: "address.postal-code-label",
};
const otherLabels: typeof labels = {
  ...labels,
  otherStateProvince: "address.state-province-label",
  zipCode: "address.postal-code-label",
};

/** The label of a field, which depends on the address's country. The form and the error summary use it. */
export function addressLabel(field: AddressField, countryId: string): TextIdOf<"address"> {
  const country = Number(countryId);
  if (country === canada) return canadianLabels[field];
  return (countryId === "" || country === usa ? labels : otherLabels)[field];
}

type Props = {
  /**
   * Which address the form shows: an address of the order or the account's address (`own`). The names and the
   * autocomplete tokens of the fields depend on it.
   */
  section: "billing" | "shipping" | "own";
  value: TypedAddress;
  errors: Partial<Record<AddressField, string>>;
  countries: Country[];
  states: StateProvince[];
  /** Asks only for the contact fields. */
  contact?: boolean;
  /** Shows the address as a copy that cannot be edited. */
  disabled?: boolean;
  onChange: (value: TypedAddress, field: AddressField) => void;
  onLeave: (field: AddressField) => void;
};

/** The fields of an address. The parent holds the values and validates them. */
export function AddressForm(props: Props) {
  const { section, value, countries, states, contact = false, onChange, onLeave } = props;
  const t = useText(addressTexts, formTexts);
  const [announcement, setAnnouncement] = useState("");
  const { line } = useControls(props);
  // If no country can be chosen, a phone number may be of any country.
  const country = contact
    ? null
    : (countries.find((candidate) => String(candidate.id) === value.countryId) ?? null);
  const nanp = country?.phoneUseNanpFormat ?? false;

  function changeCountry(id: string) {
    const chosen = countries.find((candidate) => String(candidate.id) === id) ?? null;
    const changed = withCountry(value, chosen, states);
    const stateLost = value.stateProvinceId !== "" && changed.stateProvinceId === "";
    const label = (field: AddressField, of = id) => t(addressLabel(field, of));
    const hasNewFormats = country !== null && label("zipCode") !== label("zipCode", value.countryId);
    setAnnouncement(
      stateLost
        ? t("address.state-cleared")
        : hasNewFormats
          ? t("address.country-changed", { phone: label("phoneNumber"), zip: label("zipCode") })
          : "",
    );
    onChange(changed, "countryId");
  }

  /** The state that the ZIP code set. A state that the shopper chose stays. */
  const [stateFromZip, setStateFromZip] = useState("");
  function changeZip(zipCode: string) {
    const { stateProvinceId } = value;
    const abbreviation = country?.id === usa ? stateOfZip(zipCode) : null;
    const state = states.find((one) => one.countryId === usa && one.abbreviation === abbreviation);
    if (!state || (stateProvinceId !== "" && stateProvinceId !== stateFromZip)) {
      onChange({ ...value, zipCode }, "zipCode");
      return;
    }
    setStateFromZip(String(state.id));
    if (stateProvinceId !== String(state.id))
      setAnnouncement(t("address.state-from-zip", { state: state.name }));
    onChange({ ...value, zipCode, stateProvinceId: String(state.id), otherStateProvince: "" }, "zipCode");
  }

  return (
    <div className="grid gap-2">
      <div className="grid gap-4 sm:grid-cols-6">
        <div className="sm:col-span-3">
          <TextField {...line("firstName", "given-name")} />
        </div>
        <div className="sm:col-span-3">
          <TextField {...line("lastName", "family-name")} />
        </div>
        <div className="sm:col-span-6">
          <TextField
            {...line("phoneNumber", "tel")}
            type="tel"
            optional={t(section === "own" ? "form.optional" : "address.phone-hint")}
            hint={nanp ? t("address.phone-digits") : undefined}
            hintBelow
            onBlur={() => {
              // The phone number is formatted when the field loses focus and when the country changes, never while
              // typing.
              const shown = formatPhone(value.phoneNumber, nanp);
              if (shown !== value.phoneNumber) onChange({ ...value, phoneNumber: shown }, "phoneNumber");
              onLeave("phoneNumber");
            }}
          />
        </div>
        {contact ? null : (
          <PostalFields {...props} country={country} onCountry={changeCountry} onZip={changeZip} />
        )}
      </div>
      <StatusLine visible={announcement !== ""}>{announcement}</StatusLine>
    </div>
  );
}

/** The properties of a text field (`line`) and of a field with a list (`choice`). */
function useControls({ section, value, errors, disabled, onChange, onLeave }: Props) {
  const t = useText(addressTexts);
  const isOwn = section === "own";
  const choice = (field: AddressField, token: string) => ({
    name: isOwn ? field : `${section}.${field}`,
    label: t(addressLabel(field, value.countryId)),
    value: value[field],
    error: errors[field],
    disabled,
    autoComplete: isOwn ? token : `${section} ${token}`,
    onBlur: () => onLeave(field),
  });
  const line = (field: AddressField, token: string) => ({
    ...choice(field, token),
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...value, [field]: event.target.value }, field),
  });
  return { choice, line };
}

type PostalProps = Props & { country: Country | null };

type PostalFieldsProps = PostalProps & { onCountry: (id: string) => void; onZip: (zip: string) => void };

/** The country, the street, the postal code, the city and the state. */
function PostalFields(props: PostalFieldsProps) {
  const { value, errors, disabled, countries, onCountry, onZip } = props;
  const t = useText(addressTexts, formTexts);
  const { line, choice } = useControls(props);
  const options = usePlaceOptions(t("address.country-choose"), countries, value.countryId);
  return (
    <>
      <div className="sm:col-span-6">
        <Select
          {...choice("countryId", "country")}
          onChange={(event) => onCountry(event.target.value)}
          dangerouslySetInnerHTML={options}
        />
      </div>
      <PostalLayout
        address1={<TextField {...line("address1", "address-line1")} />}
        address2={(autoFocus) => (
          <TextField
            {...line("address2", "address-line2")}
            optional={t("form.optional")}
            autoFocus={autoFocus}
          />
        )}
        hasAddress2={value.address2 !== "" || errors.address2 !== undefined}
        disabled={disabled}
        zip={
          <TextField
            {...line("zipCode", "postal-code")}
            autoCapitalize="characters"
            onChange={(event) => onZip(event.target.value)}
          />
        }
        city={<TextField {...line("city", "address-level2")} maxLength={maxCityLength} />}
        state={<StateField {...props} />}
      />
    </>
  );
}

/** The state as a list or, for a country without one, as text. */
function StateField(props: PostalProps) {
  const { value, states, country, onChange } = props;
  const t = useText(addressTexts, formTexts);
  const { line, choice } = useControls(props);
  const ownStates = useMemo(
    () => states.filter((state) => state.countryId === country?.id),
    [states, country?.id],
  );
  const first = t(country?.id === canada ? "address.province-choose" : "address.state-choose");
  const options = usePlaceOptions(first, ownStates, value.stateProvinceId);
  return ownStates.length > 0 ? (
    <Select
      {...choice("stateProvinceId", "address-level1")}
      onChange={(event) =>
        onChange({ ...value, stateProvinceId: event.target.value, otherStateProvince: "" }, "stateProvinceId")
      }
      dangerouslySetInnerHTML={options}
    />
  ) : (
    <TextField
      {...line("otherStateProvince", "address-level1")}
      optional={t("form.optional")}
      maxLength={maxCityLength}
    />
  );
}

/** A postal address in the layout of an envelope. */
export function AddressText({
  value,
  countries,
  states,
}: {
  value: TypedAddress;
  countries: Country[];
  states: StateProvince[];
}) {
  return (
    <address className="text-ink-2 not-italic">
      {addressLines(value, countries, states).map(([what, text]) => (
        <span key={what} className="block empty:hidden">
          {text}
        </span>
      ))}
    </address>
  );
}
