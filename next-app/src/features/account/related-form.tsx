import Link from "next/link";
import { saveTypedEmail } from "@/flow/tab-data";
import { buttonClass } from "@/ui/button";

type Props = {
  /** The question whose answer leads to the form. */
  question: string;
  href: string;
  label: string;
  /** The e-mail address that was typed here. It is filled in there. */
  typedEmail: string;
};

/** Leads from signing in to registering, or the other way. */
export function RelatedForm({ question, href, label, typedEmail }: Props) {
  return (
    <section className="grid gap-3 pt-3">
      <h2 className="text-lg text-ink">{question}</h2>
      <Link
        href={href}
        className={`${buttonClass("secondary")} w-full`}
        onClick={() => saveTypedEmail(typedEmail)}
      >
        {label}
      </Link>
    </section>
  );
}
