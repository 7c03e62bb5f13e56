import { PlaceLink } from "@/ui/place-link";

/** The fewest sections for which links to them save a shopper anything. */
const fewest = 3;

type Props = { label: string; links: { id: string; title: string }[] };

/** Links to the sections of a page, in one row that scrolls sideways if it is too long. */
export function SectionLinks({ label, links }: Props) {
  if (links.length < fewest) return null;
  return (
    <nav aria-label={label}>
      <ul className="-m-1 flex scroll-px-1 gap-2 overflow-x-auto p-1">
        {links.map(({ id, title }) => (
          <li key={id} className="flex-none">
            <PlaceLink
              place={id}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-ink no-underline hover:border-control"
            >
              {title}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
