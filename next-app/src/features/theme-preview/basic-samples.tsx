import { useState } from "react";
import { Alert } from "@/ui/alert";
import { Button, type ButtonAppearance, buttonClass, IconButton } from "@/ui/button";
import { DataTable } from "@/ui/data-table";
import { Dialog } from "@/ui/dialog";
import { Disclosure } from "@/ui/disclosure";
import { DisclosureCard } from "@/ui/disclosure-card";
import { Icon } from "@/ui/icon";
import { Spinner } from "@/ui/spinner";
import { StatusLine } from "@/ui/status-line";
import { TextButton } from "@/ui/text-button";
import { Toasts, toast } from "@/ui/toast";
import { focusedClass, Row } from "./samples";

/** Backgrounds with the text that stands on them. */
const colours: [string, string][] = [
  ["Canvas", "bg-canvas text-ink"],
  ["Surface", "bg-surface text-ink"],
  ["Sunken", "bg-sunken text-ink-2"],
  ["Brand", "bg-brand text-on-brand"],
  ["Brand, pointed at", "bg-brand-hover text-on-brand"],
  ["Brand, soft", "bg-brand-soft text-on-brand-soft"],
  ["Success", "bg-ok-soft text-ok"],
  ["Warning", "bg-warn-soft text-warn"],
  ["Danger", "bg-danger-soft text-danger"],
];

export function ColourSamples() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {colours.map(([name, colour]) => (
        <li
          key={name}
          className={`rounded-button border border-line px-4 py-5 text-sm font-semibold ${colour}`}
        >
          {name}
        </li>
      ))}
    </ul>
  );
}

export function TextSamples() {
  return (
    <div className="grid gap-3">
      <p className="text-h1">The largest heading</p>
      <h3 className="text-h2">A heading of a section</h3>
      <h3 className="text-xl">A heading of a card</h3>
      <p>
        Text with{" "}
        <a href="#content" className="underline">
          a link to the top
        </a>
        , a <strong>strong word</strong> and <span className="figures">$1,234.50</span>.
      </p>
      <p className="text-ink-2">Secondary text explains what the text above says.</p>
      <p className="legend">A legend</p>
      <hr className="perforation" />
      <Row>
        <Icon name="calendar" />
        <Icon name="cart" />
        <Icon name="user" />
        <Icon name="share" />
        <Icon name="check" />
        <Icon name="error" />
      </Row>
    </div>
  );
}

const appearances: [ButtonAppearance, string][] = [
  ["primary", "Primary"],
  ["secondary", "Secondary"],
  ["quiet", "Quiet"],
  ["danger", "Danger"],
];

export function ButtonSamples() {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-4">
      {appearances.map(([appearance, name]) => (
        <Row key={appearance}>
          <Button appearance={appearance}>{name}</Button>
          <Button appearance={appearance} className={focusedClass}>
            {name}, focused
          </Button>
          <Button appearance={appearance} blocked>
            {name}, not ready
          </Button>
          <Button appearance={appearance} busy>
            {name}, busy
          </Button>
        </Row>
      ))}
      <Row>
        <IconButton label="Previous">
          <Icon name="previous" />
        </IconButton>
        <IconButton label="Next, disabled" disabled>
          <Icon name="next" />
        </IconButton>
        <TextButton>Text button</TextButton>
        <a href="#content" className={buttonClass("secondary")}>
          Back to the top
        </a>
        <Button appearance="secondary" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Button appearance="secondary" onClick={() => toast("A short message")}>
          Show a short message
        </Button>
      </Row>
      <Button wide>Wide</Button>
      <Toasts />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="A dialog"
        footer={<Button onClick={() => setOpen(false)}>Continue</Button>}
      >
        <p>The dialog has the theme of the page.</p>
      </Dialog>
    </div>
  );
}

export function MessageSamples() {
  const [open, setOpen] = useState(true);
  return (
    <div className="grid gap-4">
      <Alert tone="info" label="Note" live={false}>
        The doors open at 7:00 PM.
      </Alert>
      <Alert tone="success" label="Done" live={false}>
        Your changes are saved.
      </Alert>
      <Alert tone="warning" label="Warning" live={false} action={<TextButton>Keep</TextButton>}>
        Your tickets are held for two more minutes.
      </Alert>
      <Alert tone="error" label="Error" live={false}>
        Your card was declined.
      </Alert>
      <Row>
        <Spinner />
        <StatusLine visible>Loading</StatusLine>
        <span className="skeleton h-6 w-40" />
      </Row>
      <Disclosure title="A text that can be opened">The text.</Disclosure>
      <DisclosureCard
        title="A card that can be closed"
        level={3}
        name="A card that can be closed"
        open={open}
        onToggle={() => setOpen(!open)}
      >
        <p>Its content.</p>
      </DisclosureCard>
      <DataTable caption="Prices" columns={[{ heading: "Ticket" }, { heading: "Price", align: "right" }]}>
        <tr className="border-b border-line">
          <td className="py-2">Adult</td>
          <td className="figures py-2 pl-3 text-right">$49.00</td>
        </tr>
        <tr>
          <td className="py-2">Child</td>
          <td className="figures py-2 pl-3 text-right">$31.00</td>
        </tr>
      </DataTable>
    </div>
  );
}
