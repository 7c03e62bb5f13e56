import { useRef, useState } from "react";
import { CapacityMark } from "@/parts/capacity/capacity-tag";
import { ErrorSummary } from "@/parts/error-summary/error-summary";
import { QuantityStepper } from "@/parts/quantity-stepper/quantity-stepper";
import type { Quantity } from "@/parts/quantity-stepper/stepper-state";
import { Calendar } from "@/ui/calendar";
import { Choices } from "@/ui/choices";
import { DateField } from "@/ui/date-field";
import { Checkbox, TextField } from "@/ui/field";
import { Form, SubmitButton } from "@/ui/form";
import { PasswordField } from "@/ui/password-field";
import { Segments } from "@/ui/segments";
import { Select } from "@/ui/select";
import { Tabs } from "@/ui/tabs";
import { Columns, focusedClass, nothing } from "./samples";

export function FieldSamples() {
  const [day, setDay] = useState<string | null>("2026-12-05");
  return (
    <Columns>
      <TextField label="Field" name="field" autoComplete="off" />
      <TextField label="Field, focused" className={focusedClass} name="focused" autoComplete="off" />
      <TextField label="Field with a hint" hint="As on your card" name="hint" autoComplete="off" />
      <TextField label="Field, filled" defaultValue="Ada Lovelace" name="filled" autoComplete="off" />
      <TextField label="Field that may stay empty" optional="optional" name="optional" autoComplete="off" />
      <TextField label="Field, disabled" disabled defaultValue="RI" name="disabled" autoComplete="off" />
      <TextField
        label="Field with an error"
        error="Enter a ZIP code with five digits"
        defaultValue="029"
        name="error"
        autoComplete="off"
      />
      <Select label="List" name="list">
        <option>Rhode Island</option>
        <option>Vermont</option>
      </Select>
      <Select label="List with an error" error="Choose a state" name="list-error">
        <option>Choose</option>
      </Select>
      <DateField
        label="Day"
        value={day}
        from={null}
        onChange={setDay}
        invalid="Enter a day like 12/05/2026"
      />
      <PasswordField label="Password" showLabel="Show password" name="password" autoComplete="off" />
      <div className="grid gap-3">
        <Checkbox label="Box" name="box" />
        <Checkbox label="Box, checked" defaultChecked name="checked" />
        <Checkbox label="Box with an error" error="Accept the terms" name="box-error" />
      </div>
    </Columns>
  );
}

/** The level of each day of the sample's month. Other days are not on sale. */
const levels: Record<string, number> = {
  "2026-12-04": 1,
  "2026-12-05": 1,
  "2026-12-06": 2,
  "2026-12-11": 3,
  "2026-12-12": 4,
  "2026-12-13": 1,
};
const words: Record<number, string> = { 1: "Available", 2: "Limited", 3: "Almost full", 4: "Full" };

export function ChoiceSamples() {
  const [choice, setChoice] = useState("phone");
  const [segment, setSegment] = useState<"day" | "evening">("day");
  const [tab, setTab] = useState<"plan" | "list">("plan");
  const [day, setDay] = useState("2026-12-05");
  const [focused, setFocused] = useState(day);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-5">
        <fieldset>
          <legend className="pb-2 font-semibold">Delivery</legend>
          <Choices
            name="choices"
            chosen={choice}
            onChoose={setChoice}
            choices={[
              { id: "phone", name: "On your phone", description: "Tickets come by email.", end: "Free" },
              { id: "mail", name: "By mail", description: "Within a week.", end: "$4.50" },
            ]}
          />
        </fieldset>
        <fieldset>
          <legend className="pb-2 font-semibold">Choice with an error</legend>
          <Choices
            name="choices-error"
            chosen=""
            error="Choose one"
            onChoose={nothing}
            choices={[
              { id: "a", name: "Orchestra" },
              { id: "b", name: "Balcony" },
            ]}
          />
        </fieldset>
        <Segments
          label="Time"
          value={segment}
          onChange={setSegment}
          options={[
            { value: "day", text: "Day" },
            { value: "evening", text: "Evening" },
          ]}
        />
        <Tabs
          label="Seats"
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { id: "plan", text: "Plan" },
            { id: "list", text: "List" },
          ]}
        >
          <p className="pt-3">{tab === "plan" ? "The plan of the hall." : "The seats by row."}</p>
        </Tabs>
        <Stepper name="Quantity" start={2} />
        <Stepper name="Quantity, none" start={0} />
        <Stepper name="Quantity, too many" start={12} />
      </div>
      <Calendar
        label="A calendar"
        previousLabel="Previous month"
        nextLabel="Next month"
        value={day}
        focused={focused}
        noted
        appearanceOf={(of) => {
          const level = levels[of];
          if (level === undefined) return null;
          return {
            word: words[level] ?? "",
            mark: <CapacityMark levelId={level} />,
            note: level === 4 ? undefined : "$49",
            selectable: level !== 4,
          };
        }}
        onFocus={setFocused}
        onChoose={setDay}
      />
    </div>
  );
}

function Stepper({ name, start }: { name: string; start: number }) {
  const [quantity, setQuantity] = useState<Quantity>({ value: start, typed: null });
  return (
    <div className="flex items-center justify-between gap-4">
      <span>{name}</span>
      <QuantityStepper
        name={name}
        quantity={quantity}
        onChange={setQuantity}
        bounds={{ min: 1, max: 10, absoluteMin: 0 }}
      />
    </div>
  );
}

export function FormSample() {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Form onSubmit={() => summary.current?.focus()} className="grid max-w-[34rem] gap-4">
      <ErrorSummary
        ref={summary}
        title="Please correct the following:"
        entries={[
          { field: "firstName", label: "First name", message: "Enter your first name" },
          { field: "emailAddress", label: "Email", message: "Enter an email address like name@example.com" },
        ]}
      />
      <TextField label="First name" name="firstName" error="Enter your first name" autoComplete="off" />
      <TextField
        label="Email"
        name="emailAddress"
        error="Enter an email address like name@example.com"
        defaultValue="ada@example"
        autoComplete="off"
      />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  );
}
